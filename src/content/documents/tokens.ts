import { asMergeText, compileTemplate, loopVariables, MergeTagError, splitMergeTags } from '../../shared/merge-tags.ts';
import { type Context, contextsOf, writtenIn } from './tag-contexts.ts';

/** By name, as in `token_data`. */
export type Tokens = Readonly<Record<string, string | number | boolean>>;

const NAME = /^\{\{-?\s*([A-Za-z_][A-Za-z0-9_-]*)\s*(?:\||-?\}\})/;

/**
 * Puts values in the place of tags: `{{season}}`, or `{{season | upcase}}`. They stay text: nothing in them becomes HTML, script, style or
 * a tag. Tags without a value stay, and so do those among the names of markup. Expects what `checkMergeTags` accepts.
 * @param escape whether the text is HTML
 * @param most characters of the result; null where there would be more
 */
export function fillTokens(source: string, tokens: Tokens, { escape: inHtml, most }: { escape: boolean; most: number }): string | null {
  const pieces = alternating(splitMergeTags(source));
  const contexts = inHtml ? contextsOf(pieces) : [];
  const isVariable = loopVariables(source);
  let filled = '';
  for (const [i, text] of pieces.entries()) {
    const value = i % 2 === 1 && !isVariable(text) ? filledTag(text, tokens) : undefined;
    const context = contexts[(i - 1) / 2];
    const written = value !== undefined && context ? writtenIn(context, value) : value;
    filled += written === undefined ? text : asMergeText(written);
    if (filled.length > most) return null;
  }
  return filled;
}

function filledTag(tag: string, tokens: Tokens): string | undefined {
  const name = NAME.exec(tag)?.[1];
  if (name === undefined || !Object.hasOwn(tokens, name)) return undefined;
  return compileTemplate<Tokens>(tag, { escape: false }).render(tokens);
}

/** Addresses in a draft are kept or lost as a whole: the HTML that goes with it says where a link leads. */
export const ADDRESSES: ReadonlySet<string> = new Set(['href', 'url', 'logo_url']);

/** The same for typed content, as JSON. @returns null where a tag stands for an address: then only the HTML is kept */
export const fillDraft = (source: string, tokens: Tokens): string | null =>
  filledJson(source, (text) => inertText(alternating(splitMergeTags(text)), (tag) => filledTag(tag, tokens)));

function filledJson(source: string, fill: (text: string) => string): string | null {
  let hasAddress = false;
  const draft: unknown = JSON.parse(source, (key, value: unknown) => {
    if (typeof value !== 'string' || !value.includes('{{')) return value;
    const filled = fill(value);
    if (filled !== value && ADDRESSES.has(key)) hasAddress = true;
    return filled;
  });
  return hasAddress ? null : JSON.stringify(draft);
}

const inertText = (pieces: readonly string[], valueFor: (tag: string) => string | undefined): string =>
  pieces
    .map((piece, i) => {
      const value = i % 2 === 1 ? valueFor(piece) : undefined;
      return value === undefined ? piece : inert(value);
    })
    .join('');

/** An invisible character parts the braces: nothing in a value is a tag. */
export const inert = (value: string): string => value.replace(/\{(?=[{%])/g, '{\u2060').replaceAll('}}', '}\u2060}');

/** Text, then a tag, then text again. */
export function alternating(parts: readonly { tag: boolean; text: string }[]): string[] {
  const pieces: string[] = [''];
  for (const { tag, text } of parts) {
    if (tag) pieces.push(text, '');
    else pieces[pieces.length - 1] += text;
  }
  return pieces;
}

/** No page has longer tags, and the search for their ends is bounded. */
const TAGS = /(\{\{[^{}]{1,1000}\}\})/;

export interface FilledPage {
  html?: string;
  /** As JSON; null where a tag stands for an address, or where the page has none. */
  draft?: string | null;
  rest: Record<string, string>;
  /** Names of tags without a value, each once; scripts and styles have braces of their own. */
  unfilled: string[];
}

/** Bytes that pages may have: each, and all together. */
export interface PageSizes {
  each: number;
  together: number;
}

/** For pages that have been judged before. */
export const ANY_SIZE: PageSizes = { each: Number.POSITIVE_INFINITY, together: Number.POSITIVE_INFINITY };

export type TooLarge = keyof PageSizes;

/** Other braces are no missing tag. */
const MISSED = /^[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,99}$/u;
const MOST_MISSED = 100;

/**
 * Fills a page once for each of these values: `{{opens on}}`, or `{{hut | upcase}}`. A name may be any text, and braces that are no tags
 * are left alone, for the tags of a page are not checked. Nothing in a value becomes HTML, script, style or a tag. A page that gets too
 * large is left out; later ones are filled all the same.
 * @param draft the typed content of the page as JSON, filled in alike
 */
export function fillPages(
  source: string,
  values: readonly Readonly<Record<string, string>>[],
  sizes: PageSizes,
  draft: string | null = null,
): (FilledPage | TooLarge)[] {
  const pieces = source.split(TAGS);
  const contexts = contextsOf(pieces);
  const tags = new Map<string, ReadTag>();
  const tagAt = (text: string): ReadTag => {
    const tag = tags.get(text) ?? readTag(text);
    tags.set(text, tag);
    return tag;
  };
  let together = 0;
  return values.map((given) => {
    const valueFor = (tag: string): string | undefined => {
      const { name, filter } = tagAt(tag);
      return filter && Object.hasOwn(given, name) ? filter(given[name] as string) : undefined;
    };
    const known = new Map<string, string | undefined>();
    const filled = new Set<string>();
    const unfilled = new Set<string>();
    const html: string[] = [];
    let bytes = 0;
    for (const [i, text] of pieces.entries()) {
      let written: string | undefined;
      if (i % 2 === 1) {
        if (!known.has(text)) known.set(text, valueFor(text));
        const value = known.get(text);
        const context = contexts[(i - 1) / 2] as Context;
        written = value === undefined ? undefined : writtenIn(context, value)?.replaceAll('{', '&#123;');
        const { name } = tagAt(text);
        if (written !== undefined) filled.add(name);
        else if (context.in !== 'script' && context.in !== 'style' && MISSED.test(name)) unfilled.add(name);
      }
      html.push(written ?? text);
      bytes += Buffer.byteLength(written ?? text);
      if (bytes > sizes.each) return 'each';
    }
    const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !filled.has(name)));
    const missed = [...unfilled].slice(0, MOST_MISSED);
    if (filled.size === 0) return { rest, unfilled: missed };
    const filledDraft = draft && filledJson(draft, (text) => inertText(text.split(TAGS), valueFor));
    bytes += filledDraft ? Buffer.byteLength(filledDraft) : 0;
    if (together + bytes > sizes.together) return 'together';
    together += bytes;
    return { html: html.join(''), draft: filledDraft, rest, unfilled: missed };
  });
}

interface ReadTag {
  name: string;
  /** Undefined for what is no filter: then it is no tag. */
  filter: ((value: string) => string) | undefined;
}

function readTag(tag: string): ReadTag {
  const inner = tag.slice(2, -2).replace(/^-/, '').replace(/-$/, '');
  const bar = inner.indexOf('|');
  return bar < 0
    ? { name: inner.trim(), filter: (value) => value }
    : { name: inner.slice(0, bar).trim(), filter: filterOf(inner.slice(bar)) };
}

function filterOf(filters: string): ReadTag['filter'] {
  try {
    const template = compileTemplate<Tokens>(`{{ value ${filters} }}`, { escape: false });
    return (value) => template.render({ value });
  } catch (error) {
    if (error instanceof MergeTagError) return undefined;
    throw error;
  }
}
