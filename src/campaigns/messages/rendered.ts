import { invalid } from '../../shared/errors.ts';
import { type MergeValues, metered, type Piece, TooMuchWorkError, templatePieces } from '../../shared/merge-tags.ts';
import {
  type ComposerOptions,
  htmlParts,
  type Message,
  ofValues,
  type Part,
  partsFor,
  sentenceParts,
  TEMPLATE,
  textParts,
  withSentence,
} from './composer.ts';
import { sentenceIn, wordingFor } from './footer.ts';
import { oneLine } from './mime.ts';

/** A message in the clear. */
export interface Rendered {
  subject: string;
  previewText: string;
  html: string;
  text: string;
  /** Where its links lead, each once. */
  links: string[];
}

/** Of HTML or text with its values: enough to show that it is too large. */
const LARGEST_RENDERED = 4 * 1024 * 1024;
const NO_DELIVERY = { workspaceId: '', deliveryId: '', messageId: '' };

/**
 * What a message says with these values, with its links as they are. Nothing of it is sent.
 * @throws DomainError `validation_failed` where the values make too much of it
 */
export async function renderMessage(
  message: Pick<Message, 'workspaceId' | 'html' | 'plainText' | 'subject' | 'previewText' | 'operational' | 'sender' | 'utm'>,
  values: MergeValues,
  { tokens, baseUrl }: Pick<ComposerOptions, 'tokens' | 'baseUrl'>,
): Promise<Rendered> {
  const addresses = new Set<string>();
  const { parts } = await htmlParts({ ...message, tracked: false }, tokens, baseUrl, (address) => addresses.add(address));
  const of = { values: metered(values), ref: NO_DELIVERY, tracking: 'off' as const };
  const made = (some: Piece<Part<string>>[]): string => {
    let result = '';
    for (const part of partsFor(some, of)) {
      result += typeof part === 'string' ? part : part(of);
      if (result.length > LARGEST_RENDERED)
        throw invalid({ path: '', message: `comes to more than ${LARGEST_RENDERED} characters with these values` });
    }
    return result;
  };
  const sentence = sentenceIn(wordingFor(values.contact.language, message.sender));
  const text = (source: string) => made(ofValues(templatePieces(source, { ...TEMPLATE, escape: false })));
  try {
    return {
      subject: oneLine(text(message.subject)),
      previewText: oneLine(text(message.previewText ?? '')),
      html: made(withSentence(parts, sentenceParts(sentence.html, true))),
      text: made(withSentence(textParts(message), sentenceParts(sentence.text, false))),
      links: [...addresses].filter((link) => /^https?:/i.test(link)),
    };
  } catch (error) {
    if (error instanceof TooMuchWorkError) throw invalid({ path: '', message: error.message });
    throw error;
  }
}
