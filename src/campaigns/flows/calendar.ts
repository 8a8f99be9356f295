/* Days and times of day in time zones. Days are texts such as `2028-02-29`. */
import { LRUCache } from 'lru-cache';
import type { components } from '../../../generated/api.d.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** By zone, false for an unknown one. Creating one takes longer than using it a hundred times. */
const formats = new LRUCache<string, Intl.DateTimeFormat | false>({ max: 1_000 });

function findFormat(timezone: string): Intl.DateTimeFormat | false {
  const kept = formats.get(timezone);
  if (kept !== undefined) return kept;
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  let format: Intl.DateTimeFormat | false = false;
  try {
    format = new Intl.DateTimeFormat('en-US', { ...parts, timeZone: timezone, calendar: 'iso8601', hourCycle: 'h23' });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  formats.set(timezone, format);
  return format;
}

/** No zone has a longer name. */
const LONGEST_NAME = 64;

export const isTimeZone = (name: string): boolean => name.length <= LONGEST_NAME && findFormat(name) !== false;

function formatOf(timezone: string): Intl.DateTimeFormat {
  const format = findFormat(timezone);
  if (!format) throw new RangeError(`"${timezone}" is not a time zone`);
  return format;
}

/** The local time of a zone, as if it were UTC. */
function shownAt(timezone: string, ms: number): number {
  const parts = Object.fromEntries(
    formatOf(timezone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export const daysAfter = (day: string, days: number): string => dayOf(startOf(day) + days * DAY_MS);

export const dayIn = (timezone: string, moment: Date): string => dayOf(shownAt(timezone, Math.floor(moment.getTime() / 1_000) * 1_000));

/** The local time `HH:MM` of a day in a zone. A repeated time is the first of the two; a skipped one is the moment of the skip. */
export function momentOn(day: string, time: string, timezone: string): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  // No zone is further from UTC, and none moves its clocks twice in a day.
  const [before, after] = [wanted - 15 * HOUR_MS, wanted + 15 * HOUR_MS].map((ms) => shownAt(timezone, ms) - ms) as [number, number];
  const first = wanted - Math.max(before, after);
  const last = wanted - Math.min(before, after);
  for (const ms of [first, last]) if (shownAt(timezone, ms) === wanted) return new Date(ms);
  // Skipped: the first second at which it is later.
  let [early, late] = [first, last];
  while (late - early > 1_000) {
    const middle = early + Math.floor((late - early) / 2_000) * 1_000;
    if (shownAt(timezone, middle) < wanted) early = middle;
    else late = middle;
  }
  return new Date(late);
}

type Weekday = components['schemas']['Weekday'];
const WEEKDAYS: readonly Weekday[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const weekdayOf = (day: string): Weekday => WEEKDAYS[new Date(startOf(day)).getUTCDay()] as Weekday;

/** The first moment at or after `from` with this local time, on one of the days of the week or, with null, on any. */
export function nextTimeOfDay({ time, days }: { time: string; days: readonly Weekday[] | null }, timezone: string, from: Date): Date {
  // The day before may have its moment only now, where clocks skip it.
  for (let day = daysAfter(dayIn(timezone, from), -1); ; day = daysAfter(day, 1)) {
    if (days !== null && days.length > 0 && !days.includes(weekdayOf(day))) continue;
    const moment = momentOn(day, time, timezone);
    if (moment >= from) return moment;
  }
}
