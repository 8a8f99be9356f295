import { defaultOptions, type FilteredValueToken, LiquidError, Tokenizer, TypeGuards } from 'liquidjs';
import { escapeHtml } from './html.ts';

/** Any other name renders as nothing. */
export interface MergeValues {
  contact: { custom: Readonly<Record<string, unknown>>; readonly [field: string]: unknown };
  /** The values of a flow's member: those of its enrolment, and the pages that steps have made for it. */
  campaign: { dynamic: Readonly<Record<string, unknown>>; tents?: Readonly<Record<string, { url: string }>> };
  /** Of a flow's member: the properties of the event, and the fields of the form, that let it in. */
  event?: Readonly<Record<string, unknown>> | undefined;
  submission?: Readonly<Record<string, unknown>> | undefined;
  /** The values that a message of its own was sent with. */
  data?: Readonly<Record<string, unknown>> | undefined;
  workspace: { name: string };
  unsubscribe_url: string;
  preferences_url?: string | undefined;
}

export interface MergeTemplate<Values extends object = MergeValues> {
  /**
   * Tags in values stay as they are.
   * @param most characters of the result
   * @throws TooLongError before it has made more than that
   */
  render(values: Values, most?: number): string;
}

/** The message follows the name of the field. */
export class MergeTagError extends Error {
  override name = 'MergeTagError';

  constructor(source: string, offset: number, reason: string) {
    const lines = source.slice(0, offset).split('\n');
    const column = (lines.at(-1) as string).length + 1;
    super(`holds a malformed merge tag at line ${lines.length}, column ${column}: ${reason}`);
  }
}

/** The message follows the name of the text. */
export class TooLongError extends Error {
  override name = 'TooLongError';

  constructor(most: number) {
    super(`comes to more than ${most} characters with these values`);
  }
}

type Read = (values: object) => unknown;
type Fail = (reason: string) => never;

/**
 * Parsed once, to be rendered for many people. Of Liquid it takes the output tag, `{{ path
 * filter }}`, without operators, and only properties that a value owns itself.
 * @param escape whether values are put into HTML
 * @throws MergeTagError
 */
export function compileTemplate<Values extends object = MergeValues>(
  source: string,
  { escape: inHtml }: { escape: boolean },
): MergeTemplate<Values> {
  const parts = templateParts<Values>(source, { escape: inHtml });
  return {
    render(values, most = Number.POSITIVE_INFINITY) {
      let result = '';
      for (const part of parts) {
        result += typeof part === 'string' ? part : part(values);
        if (result.length > most) throw new TooLongError(most);
      }
      return result;
    },
  };
}

/**
 * The constant parts of a text, and functions that render its tags.
 * @throws MergeTagError
 */
export const templateParts = <Values extends object = MergeValues>(
  source: string,
  { escape: inHtml }: { escape: boolean },
): (string | ((values: Values) => string))[] =>
  parse(source).map((part) => {
    if (typeof part === 'string') return part;
    return inHtml ? (values: Values) => escapeHtml(textOf(part(values))) : (values: Values) => textOf(part(values));
  });

/** Each tag takes time, and again with every message. */
const MOST_TAGS = 2_000;

/** Null for valid tags. The message follows the name of a field. */
export function checkMergeTags(source: string): string | null {
  if (source.split('{{', MOST_TAGS + 2).length > MOST_TAGS + 1) return `must not hold more than ${MOST_TAGS} merge tags`;
  try {
    parse(source);
    return null;
  } catch (error) {
    if (error instanceof MergeTagError) return error.message;
    throw error;
  }
}

/** `contact.custom.size` is `['contact', 'custom', 'size']`. */
export type TagName = readonly string[];

/** Also the names in defaults. @throws MergeTagError */
export const namesIn = (source: string): TagName[] =>
  topLevel(source)
    .filter(TypeGuards.isOutputToken)
    .flatMap((token) => {
      const { initial, filters } = contentOf(source, token, failAt(source, token));
      return [...initial.postfix, ...filters.flatMap(({ args }) => args)]
        .filter(TypeGuards.isPropertyAccessToken)
        .map(({ props }) => props.map((prop) => (TypeGuards.isWordToken(prop) || TypeGuards.isQuotedToken(prop) ? prop.content : '')));
    });

/** The shortest tag with a name. */
export const tagOf = (name: TagName): string =>
  `{{${name.map((part, i) => (/^[\w-]+$/.test(part) ? `${i > 0 ? '.' : ''}${part}` : `[${JSON.stringify(part)}]`)).join('')}}}`;

export function splitMergeTags(source: string): { tag: boolean; text: string }[] {
  return topLevel(source).map((token) => ({ tag: TypeGuards.isOutputToken(token), text: source.slice(token.begin, token.end) }));
}

/**
 * The text with its tags masked, for a reader of HTML that would take their quotes and angle brackets for HTML's, or change their content.
 * `unmask` restores them; `literal` is for the text between them.
 */
export function maskMergeTags(source: string): { masked: string; unmask(text: string, literal?: (text: string) => string): string } {
  const tags: string[] = [];
  const masked = splitMergeTags(source)
    .map(({ tag, text }) => (tag ? `${OPEN}${tags.push(text) - 1}${CLOSE}` : text))
    .join('');
  return {
    masked,
    unmask: (text, literal = (piece) => piece) =>
      text
        .split(MASKED)
        .map((piece, i) => (i % 2 === 1 ? (tags[Number(piece)] ?? '') : literal(piece)))
        .join(''),
  };
}

/** Private characters, which no font shows. */
const [OPEN, CLOSE] = ['\u{F0000}', '\u{F0001}'];
const MASKED = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'u');

/** A text that renders as `text`, whatever braces it holds, also when a tag follows it. */
export const asMergeText = (text: string): string => text.replace(/\{[{%]|\{$/g, (braces) => `{{ "${braces}" }}`);

const FILTERS: Record<string, (text: string) => string> = {
  upcase: (text) => text.toUpperCase(),
  downcase: (text) => text.toLowerCase(),
  capitalize: (text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase(),
};

/** A character that no stored text holds: `{%` is text to the tokenizer. */
const NEVER = '\0';
const OPTIONS = { ...defaultOptions, tagDelimiterLeft: NEVER, tagDelimiterRight: NEVER };

/** Liquid's own compares every character with the beginnings of its tags, which doubles the time of a large text. */
class SwiftTokenizer extends Tokenizer {
  override readHTMLToken(ends: string[]) {
    const begin = this.p;
    const end = this.input.indexOf(OPTIONS.outputDelimiterLeft, begin);
    this.p = end < 0 ? this.N : end;
    const token = super.readHTMLToken(ends);
    token.begin = begin;
    return token;
  }
}

function topLevel(source: string) {
  const nul = source.indexOf(NEVER);
  if (nul >= 0) throw new MergeTagError(source, nul, 'it is a NUL character');
  try {
    return new SwiftTokenizer(source).readTopLevelTokens(OPTIONS);
  } catch (error) {
    throw LiquidError.is(error) ? new MergeTagError(source, error.token.begin, '"}}" is missing') : error;
  }
}

function parse(source: string): (string | Read)[] {
  refuseLogic(source);
  return topLevel(source).map((token) => {
    if (TypeGuards.isHTMLToken(token)) return token.getContent();
    const fail = failAt(source, token);
    return TypeGuards.isOutputToken(token) ? compile(contentOf(source, token, fail), fail) : fail(SHAPE);
  });
}

const failAt =
  (source: string, { begin }: { begin: number }): Fail =>
  (reason) => {
    throw new MergeTagError(source, begin, reason);
  };

interface Tag {
  content: string;
  contentRange: [number, number];
}

function contentOf(source: string, token: Tag, fail: Fail): FilteredValueToken {
  if (token.content === '') return fail('it is empty');
  if (token.content.length > LONGEST_TAG) return fail(`it has more than ${LONGEST_TAG} characters`);
  const tokenizer = new Tokenizer(source, undefined, undefined, token.contentRange);
  let value: FilteredValueToken;
  try {
    value = tokenizer.readFilteredValue();
  } catch (error) {
    if (!LiquidError.is(error)) throw error;
    return fail(SHAPE);
  }
  // Liquid's own reader accepts a bar at the end, and stops at signs that only longer expressions use.
  return !tokenizer.end() || token.content.endsWith('|') ? fail(SHAPE) : value;
}

/** Each filter reads the whole value again. */
const MOST_FILTERS = 10;
const SHAPE = 'it is not a name, followed by filters or by nothing';
/** Liquid's reader recurses for every open bracket. */
export const LONGEST_TAG = 1_000;

/** They would be sent to people as they stand. */
function refuseLogic(source: string): void {
  const begin = source.search(/\{%-?\s*[a-z#]/i);
  if (begin >= 0 && source.includes('%}', begin)) throw new MergeTagError(source, begin, '{% … %} is not supported, only {{ … }}');
}

function compile({ initial, filters }: FilteredValueToken, fail: Fail): Read {
  if (initial.postfix.some(TypeGuards.isOperatorToken)) fail('operators are not supported');
  if (initial.postfix.length !== 1) fail(SHAPE);
  if (filters.length > MOST_FILTERS) fail(`it has more than ${MOST_FILTERS} filters`);
  let read = reader(initial.postfix[0], fail);
  for (const { name, args } of filters) {
    const before = read;
    if (name === 'default') {
      if (args.length !== 1) fail('default takes one value');
      const fallback = reader(args[0], fail);
      read = (values) => {
        const value = before(values);
        return value === false || textOf(value) === '' ? fallback(values) : value;
      };
    } else {
      const filter = Object.hasOwn(FILTERS, name) ? (FILTERS[name] as (text: string) => string) : undefined;
      if (!filter) return fail(`there is no filter "${name}", only default, ${Object.keys(FILTERS).join(', ')}`);
      if (args.length !== 0) fail(`${name} takes no value`);
      read = (values) => filter(textOf(before(values)));
    }
  }
  return read;
}

function reader(token: unknown, fail: Fail): Read {
  if (TypeGuards.isQuotedToken(token) || TypeGuards.isNumberToken(token)) {
    const { content } = token;
    // Escapes can spell characters that no mail program takes.
    if (typeof content === 'string' && (content.includes('\0') || !content.isWellFormed()))
      fail('its text holds a character that cannot be sent');
    return () => content;
  }
  if (!TypeGuards.isPropertyAccessToken(token) || token.variable) return fail(SHAPE);
  if (/^[.[-]|\.$/.test(token.getText())) fail('a name is incomplete');
  const path = token.props.map((prop) => {
    if (TypeGuards.isWordToken(prop) || TypeGuards.isQuotedToken(prop)) return prop.content;
    return fail('square brackets take a name in quotes');
  });
  return (values) => {
    let value: unknown = values;
    for (const name of path) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
      value = (value as Record<string, unknown>)[name];
    }
    return value;
  };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
