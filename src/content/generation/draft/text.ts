import { escapeHtml } from '../../../shared/html.ts';

/** A merge tag as it stands in a text. */
export const TAG = /\{\{[^{}]{1,1000}\}\}/g;

/** Text between tags: escaped, and without braces that would begin a tag together with what follows. */
const literal = (text: string): string => escapeHtml(text).replaceAll('&#39;', '’').replaceAll('{', '&#123;');

/** Applies `put` to what stands between merge tags; the tags stay as they are. */
function betweenTags(text: string, put: (text: string) => string, keep: (tag: string) => string = (tag) => tag): string {
  let result = '';
  let from = 0;
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    result += put(text.slice(from, index)) + keep(tag);
    from = index + tag.length;
  }
  return result + put(text.slice(from));
}

/** A line as it stands in a document. */
export const line = (text: string): string => betweenTags(text, literal);

/** The value of an attribute in double quotes. */
export const attribute = (text: string): string =>
  betweenTags(
    text,
    (piece) => escapeHtml(piece).replaceAll('{', '&#123;'),
    (tag) => tag.replaceAll('"', "'"),
  );

/** `**bold**`, `*emphasis*` and `[links](address)`: each pattern reads a bounded stretch, so that a text takes time in proportion to its length. */
const LINK = /\[([^\][\n]{1,200})\]\(((?:https?:\/\/|mailto:|tel:|sms:|\/|#|\{\{)[^\s()<>"]{0,500})\)/g;
const BOLD = /\*\*([^*\n]{1,500})\*\*/g;
const EMPHASIS = /(?<![\p{L}\p{N}*])\*([^*\s][^*\n]{0,300})\*(?![\p{L}\p{N}*])/gu;

/** A paragraph as it stands in a document. @param style of links, where they need one of their own */
export function prose(text: string, linkStyle = ''): string {
  const links: string[] = [];
  // Links are set aside, so that neither their addresses nor the tags in them are read as anything else.
  const aside = text.replace(LINK, (_all, label: string, href: string) => {
    links.push(`<a href="${attribute(href)}"${linkStyle}>${line(label)}</a>`);
    return `\u{F0002}${links.length - 1}\u{F0003}`;
  });
  return line(aside)
    .replace(BOLD, '<strong>$1</strong>')
    .replace(EMPHASIS, '<em>$1</em>')
    .replace(/\u{F0002}(\d+)\u{F0003}/gu, (_all, i: string) => links[Number(i)] ?? '');
}

/** The words of a paragraph without its marks, for titles and descriptions. */
export const plain = (text: string): string => text.replace(LINK, '$1').replace(BOLD, '$1').replace(EMPHASIS, '$1');

/** Lines without the empty ones, so that what is left out leaves no gap. */
export const lines = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join('\n');
