import { escapeHtml } from '../../../shared/html.ts';

export interface Edit {
  begin: number;
  end: number;
  text: string;
}

/** Edits within other edits are skipped. */
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

export function tagOf(name: string, attributes: Record<string, string>, isClosed: boolean): string {
  const written = Object.entries(attributes).map(([attribute, value]) =>
    value === '' ? ` ${attribute}` : ` ${attribute}="${escapeHtml(value)}"`,
  );
  return `<${name}${written.join('')}${isClosed ? ' /' : ''}>`;
}

/** Text that a parser could take for markup. */
const MARKUP = /<(?=[a-z!/?])/gi;

/** Escapes markup in raw text without changing its meaning. */
export const tamed = (name: string, text: string): string => (name === 'style' ? tamedStyle(text) : text.replace(MARKUP, '&lt;'));

/** Strings and addresses in CSS get an escape, other places a blank: `(400px <width)`. */
const tamedStyle = (css: string): string =>
  css.replace(/"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|url\([^)]*|<(?=[a-z!/?])/gi, (found) =>
    found === '<' ? '< ' : found.replace(MARKUP, '\\3c '),
  );
