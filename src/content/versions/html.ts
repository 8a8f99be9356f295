import { type Handler, Parser } from 'htmlparser2';
import { checkTemplate } from '../../shared/merge-tags.ts';
import { checkBlocks } from './blocks.ts';

export const LARGEST_HTML_BYTES = 2 * 1024 * 1024;
/** Of a message, with the values of its recipient. Mail programs cut off far smaller ones. */
export const LARGEST_MAIL_BYTES = 1024 * 1024;

/** How deeply elements may stand in one another. Parsers slow down with the square of it; mail gets along with some dozens. */
const DEEPEST = 256;

/** Null, or words that follow the name of a field. */
export const checkSize = (html: string): string | null => (Buffer.byteLength(html) > LARGEST_HTML_BYTES ? TOO_LARGE : null);

export const TOO_LARGE = 'must not be larger than 2 MiB of UTF-8';

/** Null, or words that follow the name of a field. */
export function checkHtml(html: string): string | null {
  const size = checkSize(html);
  if (size) return size;
  if (!readTags(html, () => {})) return `must not nest more than ${DEEPEST} elements in one another; is one of them not closed?`;
  return checkTemplate(html) ?? checkBlocks(html);
}

/** Stops where the document nests too deeply. @returns whether it came to the end */
export function readTags(
  html: string,
  onTag: (name: string, attributes: Record<string, string>) => void,
  { ontext, onclosetag }: Pick<Partial<Handler>, 'ontext' | 'onclosetag'> = {},
): boolean {
  const tooDeep = Symbol();
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth > DEEPEST) throw tooDeep;
      onTag(name, attributes);
    },
    onclosetag(name, isImplied) {
      depth -= 1;
      onclosetag?.(name, isImplied);
    },
    ...(ontext && { ontext }),
  });
  try {
    parser.end(html);
    return true;
  } catch (error) {
    if (error === tooDeep) return false;
    throw error;
  }
}
