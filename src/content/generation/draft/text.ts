import { checkTemplate, hasBlocks } from '../../../shared/merge-tags.ts';

/** A merge tag. With angle brackets it is none: it would be read as an element. */
export const TAG = /\{\{[^{}<>]{1,1000}\}\}/g;

/** The same, or a tag of a condition or a loop. A blank or an equals sign makes a comparison of an angle bracket. */
const TAG_OR_BLOCK =
  /\{\{[^{}<>]{1,1000}\}\}|\{%-?[ \t]{0,9}(?:if|elsif|else|endif|unless|endunless|for|endfor)\b(?:[^{}<>]|[<>](?=[ =])){0,900}%\}/g;

/** Conditions and loops that do not hold up within their text are text. */
const tagsOf = (text: string): RegExp => (hasBlocks(text) && checkTemplate(text) === null ? TAG_OR_BLOCK : TAG);

const SPECIAL = /[&<>"'{}]/g;
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '{': '&#123;',
  '}': '&#125;',
};

const escaped = (text: string): string => text.replace(SPECIAL, (character) => ENTITIES[character] as string);

/** Text between tags: escaped, without braces that would begin a tag together with what follows, and with the apostrophes of print. */
const literal = (text: string): string => escaped(text.includes("'") ? text.replace(/(?<=\p{L})'/gu, '’') : text);

/** Merge tags stay as they are. */
export function betweenTags(text: string, put: (text: string) => string, keep: (tag: string) => string = (tag) => tag): string {
  let result = '';
  let from = 0;
  for (const { 0: tag, index } of text.matchAll(tagsOf(text))) {
    result += put(text.slice(from, index)) + keep(tag);
    from = index + tag.length;
  }
  return result + put(text.slice(from));
}

export const line = (text: string): string => betweenTags(text, literal);

export const attribute = (text: string): string => betweenTags(text, escaped, (tag) => tag.replaceAll('"', "'"));

/** `**bold**`, `*emphasis*` and `[links](address)`: each pattern reads a bounded stretch, so that a text takes time in proportion to its length. */
const LINK = /\[([^\][\n]{1,200})\]\(((?:https?:\/\/|mailto:|tel:|sms:|\/|#|\{\{)[^\s()<>"]{0,500})\)/g;
const BOLD = /\*\*([^*\n]{1,500})\*\*/g;
const EMPHASIS = /(?<![\p{L}\p{N}*])\*([^*\s][^*\n]{0,300})\*(?![\p{L}\p{N}*])/gu;

/** Text set aside stands between two noncharacters; a noncharacter of the text is set aside itself. */
const ASIDE = /\uFDD0(\d{1,6})\uFDD1/g;

/** @param linkStyle for links in emails */
export function prose(text: string, linkStyle = ''): string {
  const aside: string[] = [];
  const put = (html: string): string => `\uFDD0${aside.push(html) - 1}\uFDD1`;
  const back = (html: string): string => html.replace(ASIDE, (_all, i: string) => aside[Number(i)] ?? '');
  // Links and tags are set aside, so that nothing in them is read as anything else.
  const rest = text
    .replaceAll('\uFDD0', put)
    .replace(LINK, (_all, label: string, href: string) => put(back(`<a href="${attribute(href)}"${linkStyle}>${line(label)}</a>`)))
    .replace(tagsOf(text), put);
  return back(line(rest).replace(BOLD, '<strong>$1</strong>').replace(EMPHASIS, '<em>$1</em>'));
}

/** For titles and descriptions. */
export const plain = (text: string): string => text.replace(LINK, '$1').replace(BOLD, '$1').replace(EMPHASIS, '$1');

export const lines = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join('\n');
