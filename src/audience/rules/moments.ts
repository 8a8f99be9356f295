import type { ActivityCondition } from './tree.ts';

/** From a moment up to, but not including, another one. Stored moments have milliseconds, and none between two. */
export interface Span {
  from: Date;
  to: Date;
}

const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})[tT\s](\d{2}:\d{2}:\d{2}(?:\.\d+)?)([zZ]|[+-]\d{2}(?::?\d{2})?)$/;

/** What a rule's date stands for: a day in UTC, or one moment. Null for what no calendar knows. */
export function spanOf(text: string): Span | null {
  if (DATE.test(text)) return isDay(text) ? span(`${text}T00:00:00Z`, DAY_MS) : null;
  const [, day = '', time, zone = ''] = MOMENT.exec(text) ?? [];
  if (!isDay(day)) return null;
  const [, sign, hours, minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return span(`${day}T${time}${sign ? `${sign}${hours}:${minutes}` : 'Z'}`, 1);
}

function span(text: string, length: number): Span | null {
  const from = new Date(text);
  return Number.isNaN(from.getTime()) ? null : { from, to: new Date(from.getTime() + length) };
}

/** The 30th of February would be read as the 2nd of March. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const LENGTHS_MS = { minute: 60_000, hour: 3_600_000, day: DAY_MS, week: 7 * DAY_MS };

/** When a window that ends now began. A month that is too short for the day ends with its last one. */
export function startOf({ amount, unit }: NonNullable<ActivityCondition['timeWindow']>, now: Date): Date {
  if (unit !== 'month' && unit !== 'year') return new Date(now.getTime() - amount * LENGTHS_MS[unit]);
  const start = new Date(now);
  start.setUTCMonth(now.getUTCMonth() - (unit === 'year' ? 12 * amount : amount));
  if (start.getUTCDate() !== now.getUTCDate()) start.setUTCDate(0);
  return start;
}
