import { escapeHtml } from '../../shared/html.ts';
import { asMergeText, compileTemplate, MergeTagError, splitMergeTags } from '../../shared/merge-tags.ts';

/** Values by name, as `token_data` has them. */
export type Tokens = Readonly<Record<string, string | number | boolean>>;

const NAME = /^\{\{-?\s*([A-Za-z_][A-Za-z0-9_-]*)\s*(?:\||-?\}\})/;

/**
 * Puts values in the place of their tags, once and for everybody: `{{season}}`, or `{{season | upcase}}`. They are text, whatever
 * they hold: nothing in them becomes HTML or a tag. Tags without a value stay. Takes what `checkMergeTags` accepts.
 * @param escape whether the text is HTML
 * @param most characters of the result; null where there would be more
 */
export function fillTokens(source: string, tokens: Tokens, { escape: inHtml, most }: { escape: boolean; most: number }): string | null {
  let filled = '';
  for (const { tag, text } of splitMergeTags(source)) {
    const name = tag ? NAME.exec(text)?.[1] : undefined;
    if (name === undefined || !Object.hasOwn(tokens, name)) filled += text;
    else {
      const value = compileTemplate<Tokens>(text, { escape: false }).render(tokens);
      filled += asMergeText(inHtml ? escapeHtml(value) : value);
    }
    if (filled.length > most) return null;
  }
  return filled;
}

/** What a tag may hold. No page has longer ones, and looking for their ends takes no longer than this. */
const TAGS = /(\{\{[^{}]{1,1000}\}\})/;

/** A page in which values stand in the place of their tags. */
export interface FilledPage {
  /** Undefined where no tag has a value: the page is as it was. */
  html?: string;
  /** The values that it has no tag for. */
  rest: Record<string, string>;
}

/** Bytes that pages may have: each, and those that are filled in together. */
export interface PageSizes {
  each: number;
  together: number;
}

/** Which of them a page does not keep. */
export type TooLarge = keyof PageSizes;

/** A value as it stands on the page, and its bytes there. */
interface Written {
  name: string;
  text: string;
  bytes: number;
}

/**
 * Fills a page in, once for each of these values: `{{opens on}}`, or `{{hut | upcase}}`. A name may be any text here, and braces that
 * are no tags are left alone, for nobody has checked the tags of a page. Nothing in a value becomes HTML or a tag. Filling stops
 * where a page gets too large; those behind it are filled all the same.
 */
export function fillPages(
  source: string,
  values: readonly Readonly<Record<string, string>>[],
  sizes: PageSizes,
): (FilledPage | TooLarge)[] {
  const pieces = source.split(TAGS).map((text, i) => ({ text, bytes: Buffer.byteLength(text), isTag: i % 2 === 1 }));
  const tags = new Map<string, ReadTag>();
  for (const { text, isTag } of pieces) if (isTag && !tags.has(text)) tags.set(text, readTag(text));
  let together = 0;
  return values.map((given) => {
    const written = new Map<string, Written | undefined>();
    for (const [text, tag] of tags) written.set(text, writtenFor(tag, given));
    const filled = new Set<string>();
    const html: string[] = [];
    let bytes = 0;
    for (const { text, bytes: ownBytes, isTag } of pieces) {
      const value = isTag ? written.get(text) : undefined;
      if (value) filled.add(value.name);
      html.push(value?.text ?? text);
      bytes += value?.bytes ?? ownBytes;
      if (bytes > sizes.each) return 'each';
    }
    const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !filled.has(name)));
    if (filled.size === 0) return { rest };
    if (together + bytes > sizes.together) return 'together';
    together += bytes;
    return { html: html.join(''), rest };
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

function writtenFor({ name, filter }: ReadTag, given: Readonly<Record<string, string>>): Written | undefined {
  if (!filter || !Object.hasOwn(given, name)) return undefined;
  const text = escapeHtml(filter(given[name] as string)).replaceAll('{', '&#123;');
  return { name, text, bytes: Buffer.byteLength(text) };
}
