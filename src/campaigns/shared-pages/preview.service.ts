import { readDocument, type WholeDocument } from '../../content/documents/documents.service.ts';
import { EMAIL, KINDS, type Kind } from '../../content/documents/kinds.ts';
import { findVersion } from '../../content/versions/versions.repo.ts';
import { transaction } from '../../platform/db.ts';
import type { ContactId, EmailId } from '../../platform/ids.ts';
import { DomainError } from '../../shared/errors.ts';
import type { ComposerOptions } from '../messages/composer.ts';
import { renderEmail } from '../render/render.service.ts';
import { findSample } from '../tests/tests.repo.ts';
import { type Answer, GONE, type Opened, refusalOf } from './opening.ts';

export interface Preview {
  kind: Kind;
  document: WholeDocument;
  version: number;
  html: string;
  /** Undefined for pages, which have none. */
  mail?: { subject: string; previewText: string; text: string };
  /** The person whose values are shown; null without one. */
  contact: string | null;
}

type How = Pick<ComposerOptions, 'tokens' | 'baseUrl'>;

/** The refusal in place of a preview, as a page, or the preview. */
export type Found = { answer: Answer } | { preview: Preview };

/** What is written here takes no part in statistics: links stay as they are, and there is no pixel. */
export async function findPreview(opened: Opened, how: How, empty: Answer): Promise<Found> {
  const { ctx, facts, id } = opened;
  const kind = Object.hasOwn(KINDS, opened.kind) ? KINDS[opened.kind as Kind['name']] : undefined;
  const document = kind && (await readDocument(ctx, kind, id));
  const refusal = refusalOf(opened, document?.previewRevocations);
  if (refusal || !kind || !document) return { answer: refusal ?? GONE };
  const version = facts.version === undefined ? document.currentVersion : Number(facts.version);
  if (version === null) return { answer: empty };
  const contactId = facts.contact as ContactId | undefined;
  const sample = contactId && (await transaction(ctx, (tx) => findSample(tx, contactId)));
  const contact = sample ? nameOf(sample) : null;
  const shown = { kind, document, version, contact };
  try {
    if (kind === EMAIL || (kind.headers && contactId)) {
      const request = { kind, contactId, version, operational: false };
      const { html, subject, previewText, text } = await renderEmail(ctx, how, id as EmailId, request);
      return { preview: { ...shown, html, mail: { subject, previewText, text } } };
    }
  } catch (error) {
    // Deleted since it was found above.
    if (error instanceof DomainError && error.code === 'not_found') return { answer: GONE };
    throw error;
  }
  const stored = await findVersion(ctx, kind, id, { number: version });
  if (!stored) return { answer: GONE };
  const { html, plainText } = stored;
  const { subject, previewText } = document;
  return {
    preview: {
      ...shown,
      html,
      ...(kind.headers && { mail: { subject: subject ?? '', previewText: previewText ?? '', text: plainText ?? '' } }),
    },
  };
}

type Sample = NonNullable<Awaited<ReturnType<typeof findSample>>>;

function nameOf({ first_name, last_name, email }: Sample): string {
  const name = [first_name, last_name].filter(Boolean).join(' ');
  return name || String(email ?? 'a contact without a name');
}
