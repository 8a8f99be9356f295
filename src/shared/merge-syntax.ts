import { defaultOptions, LiquidError, type TagToken, Tokenizer, type TopLevelToken, TypeGuards } from 'liquidjs';

/** The message follows the name of the field. */
export class MergeTagError extends Error {
  override name = 'MergeTagError';

  constructor(source: string, offset: number, reason: string) {
    super(`holds a malformed merge tag at ${placeOf(source, offset)}: ${reason}`);
  }
}

/** The message follows the name of the text. */
export class TooLongError extends Error {
  override name = 'TooLongError';

  constructor(most: number) {
    super(`comes to more than ${most} characters with these values`);
  }
}

export function placeOf(source: string, offset: number): string {
  const lines = source.slice(0, offset).split('\n');
  const column = (lines.at(-1) as string).length + 1;
  return `line ${lines.length}, column ${column}`;
}

export type Fail = (reason: string) => never;

export const failAt =
  (source: string, { begin }: { begin: number }): Fail =>
  (reason) => {
    throw new MergeTagError(source, begin, reason);
  };

export const SHAPE = 'it is not a name, followed by filters or by nothing';
/** Liquid's reader recurses for every open bracket. */
export const LONGEST_TAG = 1_000;

/** A character that no stored text holds. In the place of a brace it makes text of a `{%` that begins no tag. */
const NEVER = '\0';
const BEGINNINGS = ['{{', '{%'] as const;

/** Liquid's own compares every character with the beginnings of its tags, which doubles the time of a large text. */
class SwiftTokenizer extends Tokenizer {
  readonly #next = new Map<string, number>();

  override readHTMLToken(ends: string[]) {
    const begin = this.p;
    this.p = Math.min(...BEGINNINGS.map((beginning) => this.#find(beginning, begin)));
    const token = super.readHTMLToken(ends);
    token.begin = begin;
    return token;
  }

  /** Searches a stretch of the text once, however many tags of the other kind are in it. */
  #find(beginning: string, from: number): number {
    let at = this.#next.get(beginning) ?? -1;
    if (at < from) {
      const found = this.input.indexOf(beginning, from);
      at = found < 0 ? this.N : found;
      this.#next.set(beginning, at);
    }
    return at;
  }
}

/** Words that begin a tag even where its end is missing. */
const WORDS = new Set(['if', 'elsif', 'else', 'endif', 'unless', 'endunless', 'for', 'endfor']);

/** Texts may hold `{%` as such: in addresses, and in style sheets. */
function withoutOtherBraces(source: string): string {
  if (!source.includes('{%')) return source;
  const end = source.lastIndexOf('%}');
  return source.replace(/\{%(-?\s*)([a-z]+|#)?/gi, (whole: string, _blank: string, word: string | undefined, at: number) => {
    // The tokenizer would take what follows for text, up to a tag of which this has none.
    if (word === 'raw' && at < end) throw new MergeTagError(source, at, noSuchTag(word));
    return word !== undefined && (at < end || WORDS.has(word)) ? whole : `${NEVER}${whole.slice(1)}`;
  });
}

export const noSuchTag = (word: string): string =>
  `there is no tag "${word}", only if, elsif, else, unless and for, with endif, endunless and endfor`;

/** Texts, outputs and tags as they follow one another. @throws MergeTagError */
export function topLevel(source: string): TopLevelToken[] {
  const nul = source.indexOf(NEVER);
  if (nul >= 0) throw new MergeTagError(source, nul, 'it is a NUL character');
  try {
    return new SwiftTokenizer(withoutOtherBraces(source)).readTopLevelTokens(defaultOptions);
  } catch (error) {
    if (!LiquidError.is(error)) throw error;
    const { begin } = error.token;
    throw new MergeTagError(source, begin, source.startsWith('{%', begin) ? '"%}" is missing' : '"}}" is missing');
  }
}

export const literalText = (token: { getContent(): string }): string => token.getContent().replaceAll(NEVER, '{');

export const isBlockTag = (token: unknown): token is TagToken => TypeGuards.isTagToken(token);

/** In the source itself, for that of the token has other braces. */
export function contentReader(source: string, token: { content: string; contentRange: [number, number] }, fail: Fail): Tokenizer {
  if (token.content.length > LONGEST_TAG) return fail(`it has more than ${LONGEST_TAG} characters`);
  return new Tokenizer(source, undefined, undefined, token.contentRange);
}
