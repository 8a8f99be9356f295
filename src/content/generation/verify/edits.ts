import { escapeHtml } from '../../../shared/html.ts';

export interface Edit {
  begin: number;
  end: number;
  text: string;
}

/** The text with its edits. Those within others are for nothing. */
export function applied(source: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { begin, end, text } of edits.toSorted((a, b) => a.begin - b.begin || b.end - a.end)) {
    if (begin < at) continue;
    pieces.push(source.slice(at, begin), text);
    at = end;
  }
  return pieces.join('') + source.slice(at);
}

/** A tag, written anew. */
export function tagOf(name: string, attributes: Record<string, string>, isClosed: boolean): string {
  const written = Object.entries(attributes).map(([attribute, value]) =>
    value === '' ? ` ${attribute}` : ` ${attribute}="${escapeHtml(value)}"`,
  );
  return `<${name}${written.join('')}${isClosed ? ' /' : ''}>`;
}

/** What would be markup if it were read as such. */
const MARKUP = /<(?=[a-z!/?])/gi;

/** Raw text of an element in which nobody can read markup, and which means the same. */
export const tamed = (name: string, text: string): string => (name === 'style' ? tamedStyle(text) : text.replace(MARKUP, '&lt;'));

/** In texts and addresses of CSS an escape, elsewhere a blank: `(400px <width)`. */
const tamedStyle = (css: string): string =>
  css.replace(/"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|url\([^)]*|<(?=[a-z!/?])/gi, (found) =>
    found === '<' ? '< ' : found.replace(MARKUP, '\\3c '),
  );
