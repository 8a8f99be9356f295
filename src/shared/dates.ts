/** `to` is not included. Stored moments have milliseconds, and none between two. */
export interface Span {
  from: Date;
  to: Date;
}

/** Follows the name of a field. */
export const NOT_A_DATE = 'must be a date such as 2026-03-01, or a moment such as 2026-03-01T09:00:00Z';

/** Follows the name of a field. */
export const NOT_A_MOMENT = 'must be a date and a time with an offset, such as 2026-03-01T09:00:00Z or 2026-03-01T10:00:00+01:00';

const DAY_MS = 86_400_000;
const DATE =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)(?:[Zz]|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?))?$/;

/**
 * An ISO date means that day in UTC, an ISO date and time with an offset or `Z` one moment. Seconds may be left out.
 * @returns null for a text that is no date of a calendar, or outside of the years 1 to 9999
 */
export function spanOf(text: string): Span | null {
  const [, day, time, sign, hours, minutes = '00'] = DATE.exec(text) ?? [];
  if (!day || !isDay(day)) return null;
  if (!time) return span(`${day}T00:00:00Z`, DAY_MS);
  return span(`${day}T${time}${sign ? `${sign}${hours}:${minutes}` : 'Z'}`, 1);
}

/** Null for a text that is no date. */
export const momentOf = (text: string): Date | null => spanOf(text)?.from ?? null;

export const isMoment = (text: string): boolean => text.length > 'YYYY-MM-DD'.length && momentOf(text) !== null;

function span(text: string, length: number): Span | null {
  const from = new Date(text);
  const year = from.getUTCFullYear();
  return year >= 1 && year <= 9999 ? { from, to: new Date(from.getTime() + length) } : null;
}

/** `Date` reads the 30th of February as the 2nd of March. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
