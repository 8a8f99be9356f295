import { asMergeText, compileTemplate, MergeTagError, splitMergeTags } from '../../shared/merge-tags.ts';
import { type Context, contextsOf, writtenIn } from './tag-contexts.ts';

/** Values by name, as `token_data` has them. */
export type Tokens = Readonly<Record<string, string | number | boolean>>;

const NAME = /^\{\{-?\s*([A-Za-z_][A-Za-z0-9_-]*)\s*(?:\||-?\}\})/;

/**
 * Puts values in the place of their tags, once and for everybody: `{{season}}`, or `{{season | upcase}}`. They are text, whatever
 * they hold: nothing in them becomes HTML, script, style or a tag. Tags without a value stay, and so do those among the names of markup. Takes what `checkMergeTags` accepts.
 * @param escape whether the text is HTML
 */
export function fillTokens(source: string, tokens: Tokens, { escape: inHtml }: { escape: boolean }): string {
  const pieces = alternating(splitMergeTags(source));
  const contexts = inHtml ? contextsOf(pieces) : [];
  return pieces
    .map((text, i) => {
      const name = i % 2 === 1 ? NAME.exec(text)?.[1] : undefined;
      if (name === undefined || !Object.hasOwn(tokens, name)) return text;
      const value = compileTemplate<Tokens>(text, { escape: false }).render(tokens);
      const context = contexts[(i - 1) / 2];
      const written = context ? writtenIn(context, value) : value;
      return written === undefined ? text : asMergeText(written);
    })
    .join('');
}

/** Texts and tags by turns, beginning with a text. */
function alternating(parts: readonly { tag: boolean; text: string }[]): string[] {
  const pieces: string[] = [''];
  for (const { tag, text } of parts) {
    if (tag) pieces.push(text, '');
    else pieces[pieces.length - 1] += text;
  }
  return pieces;
}

/** What a tag may hold. No page has longer ones, and looking for their ends takes no longer than this. */
const TAGS = /(\{\{[^{}]{1,1000}\}\})/;

/** A page in which values stand in the place of their tags. */
export interface FilledPage {
  html: string;
  /** The values that it has no tag for. */
  rest: Record<string, string>;
  /** The names of tags without a value, each once; scripts and styles have braces of their own. */
  unfilled: string[];
}

/** What a tag may be called for it to be missed. */
const MISSED = /^[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,99}$/u;
const MOST_MISSED = 100;

/**
 * Fills a page in, once for each of these values: `{{opens on}}`, or `{{hut | upcase}}`. A name may be any text here, and braces that
 * are no tags are left alone, for nobody has checked the tags of a page. Nothing in a value becomes HTML, script, style or a tag.
 */
export function fillPages(source: string, values: readonly Readonly<Record<string, string>>[]): FilledPage[] {
  const pieces = source.split(TAGS);
  const contexts = contextsOf(pieces);
  return values.map((given) => {
    const filled = new Set<string>();
    const unfilled = new Set<string>();
    const html = pieces.map((piece, i) => {
      if (i % 2 === 0) return piece;
      const [name, filters] = partsOf(piece);
      const context = contexts[(i - 1) / 2] as Context;
      const value = Object.hasOwn(given, name) ? filtered(given[name] as string, filters) : undefined;
      const written = value === undefined ? undefined : writtenIn(context, value);
      if (written === undefined) {
        if (context.in !== 'script' && context.in !== 'style' && MISSED.test(name)) unfilled.add(name);
        return piece;
      }
      filled.add(name);
      return written.replaceAll('{', '&#123;');
    });
    const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !filled.has(name)));
    return { html: html.join(''), rest, unfilled: [...unfilled].slice(0, MOST_MISSED) };
  });
}

/** The name in a tag, and the filters behind it. */
function partsOf(tag: string): [string, string] {
  const inner = tag.slice(2, -2).replace(/^-/, '').replace(/-$/, '');
  const bar = inner.indexOf('|');
  return bar < 0 ? [inner.trim(), ''] : [inner.slice(0, bar).trim(), inner.slice(bar)];
}

/** Undefined for what is no filter: then it is no tag. */
function filtered(value: string, filters: string): string | undefined {
  if (filters === '') return value;
  try {
    return compileTemplate<Tokens>(`{{ value ${filters} }}`, { escape: false }).render({ value });
  } catch (error) {
    if (error instanceof MergeTagError) return undefined;
    throw error;
  }
}
