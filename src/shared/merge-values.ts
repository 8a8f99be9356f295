import { TypeGuards } from 'liquidjs';
import { type Fail, SHAPE } from './merge-syntax.ts';

export type Read = (values: object) => unknown;

/** `contact.custom.size` is `['contact', 'custom', 'size']`. */
export type TagName = readonly string[];

/** The message follows "the message could not be written". */
export class TooMuchWorkError extends Error {
  override name = 'TooMuchWorkError';

  constructor() {
    super('its conditions and loops take more work than one message may, with these values');
  }
}

const METER = Symbol('meter');
/** Characters that filters and comparisons read. */
const MOST_WORK = 1_000_000;
/** What a part of the text costs, and a round of a loop. */
export const STEP = 50;

interface Meter {
  left: number;
}

/**
 * Values with a bound on the work of one message: loops and filters stop with an error before they hold up the event loop. Of a bound on
 * time, the same message would sometimes be sent and sometimes not.
 */
export const metered = <Values extends object>(values: Values): Values => ({ ...values, [METER]: { left: MOST_WORK } });

/** @throws TooMuchWorkError */
export function spend(values: object, work: number): void {
  const meter = (values as { [METER]?: Meter })[METER];
  if (!meter) return;
  meter.left -= work;
  if (meter.left < 0) throw new TooMuchWorkError();
}

export const isName = TypeGuards.isPropertyAccessToken;

/** Words in brackets without quotes have no name. */
export const nameOf = (token: unknown): TagName | undefined =>
  isName(token)
    ? token.props.map((prop) => (TypeGuards.isWordToken(prop) || TypeGuards.isQuotedToken(prop) ? prop.content : ''))
    : undefined;

/** Of a literal, or of a name, of which only properties count that a value owns itself. */
export function reader(token: unknown, fail: Fail): Read {
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
      if (typeof value !== 'object' || value === null) return undefined;
      if (Object.hasOwn(value, name)) value = (value as Record<string, unknown>)[name];
      else if (Array.isArray(value) && name === 'size') value = value.length;
      else return undefined;
    }
    return value;
  };
}

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Whether a value counts as there: empty text and empty lists do not, as in defaults. */
export const isPresent = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0);
