import { isBlock, maskMergeTags, splitMergeTags } from '../../shared/merge-tags.ts';
import { BlockDepth } from './blocks.ts';
import { ExactParser } from './exact-parser.ts';

export const UNSUBSCRIBE = /\{\{-?\s*unsubscribe_url\b/;
/** Addresses of this service, for one recipient. */
export const OURS = /\{\{-?\s*(?:unsubscribe|preferences|view_in_browser)_url\b/;
export const BEGINS_WITH_OURS = /^\{\{-?\s*(?:unsubscribe|preferences|view_in_browser)_url\s*-?\}\}/;
export const BEGINS_WITH_UNSUBSCRIBE = /^\{\{-?\s*unsubscribe_url\s*-?\}\}/;

/** Links go with their words, which would promise what does not happen; of an unclosed link only the tag goes. */
export function withoutWayOut(html: string): string {
  if (!UNSUBSCRIBE.test(html)) return html;
  const { masked, unmask } = maskMergeTags(html);
  const pieces: string[] = [];
  let taken = 0;
  let depth = 0;
  let link: { depth: number; begin: number; tagEnd: number } | undefined;

  const parser: ExactParser = new ExactParser(masked, {
    onopentag(name, { href = '' }) {
      depth += 1;
      if (name !== 'a' && name !== 'area') return;
      if (BEGINS_WITH_UNSUBSCRIBE.test(unmask(href).trim())) link ??= { depth, begin: parser.tagBegin, tagEnd: parser.tagEnd };
    },
    onclosetag(_name, isImplied) {
      if (link?.depth === depth) {
        pieces.push(masked.slice(taken, link.begin));
        taken = isImplied ? link.tagEnd : parser.tagEnd;
        link = undefined;
      }
      depth -= 1;
    },
  });
  parser.end(masked);
  pieces.push(masked.slice(taken));
  return unmask(pieces.join(''));
}

/** The words before the address go with it: they are the rest of its sentence. */
export function textWithoutWayOut(text: string): string {
  if (!UNSUBSCRIBE.test(text)) return text;
  const pieces: string[] = [];
  for (const { tag, block, text: piece } of splitMergeTags(text)) {
    if (block || !tag || !UNSUBSCRIBE.test(piece)) pieces.push(piece);
    else if (!isBlock(pieces.at(-1) ?? '')) pieces.push(beforeLastSentence(pieces.pop() ?? ''));
  }
  return pieces.join('').trimEnd();
}

/** Whether every recipient of a plain text sees the address. */
export function hasWayOut(text: string): boolean {
  const blocks = new BlockDepth();
  return splitMergeTags(text).some(({ tag, block, text: piece }) => {
    if (block) blocks.pass(piece);
    return tag && blocks.isOutside && BEGINS_WITH_UNSUBSCRIBE.test(piece);
  });
}

function beforeLastSentence(text: string): string {
  let end = 0;
  for (const { 0: stop, index } of text.matchAll(/\n|[.!?]\s+|[|·]/g)) end = index + stop.length;
  return text.slice(0, end);
}
