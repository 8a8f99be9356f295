/*
 * The calendar of date triggers. Days are texts such as `2028-02-29`; a day has one moment in a trigger's life, its time of day in its
 * time zone.
 */
import type { Trigger } from '../definition.ts';

export type DateTrigger = Extract<Trigger, { type: 'date_based' }>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one takes longer than using it a hundred times, and there are only some hundred time zones. */
function formatOf(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (!format) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
    format = new Intl.DateTimeFormat('en-US', { ...parts, timeZone: timezone, calendar: 'iso8601', hourCycle: 'h23' });
    formats.set(timezone, format);
  }
  return format;
}

/** What clocks of the zone show at a moment, as the milliseconds at which UTC's show the same. */
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

/** The day that is so many days later. */
export const daysAfter = (day: string, days: number): string => dayOf(startOf(day) + days * DAY_MS);

/** Which day it is somewhere. */
export const dayIn = (timezone: string, moment: Date): string => dayOf(shownAt(timezone, Math.floor(moment.getTime() / 1_000) * 1_000));

/**
 * When clocks of the zone show a time on a day. A time that they show twice is the first of the two; one that they skip is the moment at
 * which they do.
 * @param time `HH:MM`
 */
export function momentOn(day: string, time: string, timezone: string): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  // No zone is further from UTC, and none moves its clocks twice in a day, so that no other offset comes into question.
  const [before, after] = [wanted - 15 * HOUR_MS, wanted + 15 * HOUR_MS].map((ms) => shownAt(timezone, ms) - ms) as [number, number];
  const first = wanted - Math.max(before, after);
  const last = wanted - Math.min(before, after);
  for (const ms of [first, last]) if (shownAt(timezone, ms) === wanted) return new Date(ms);
  // Skipped in between: the first second at which it is later.
  let [early, late] = [first, last];
  while (late - early > 1_000) {
    const middle = early + Math.floor((late - early) / 2_000) * 1_000;
    if (shownAt(timezone, middle) < wanted) early = middle;
    else late = middle;
  }
  return new Date(late);
}

type TimeOfDay = Pick<DateTrigger, 'trigger_time' | 'timezone'>;

const momentOf = ({ trigger_time, timezone }: TimeOfDay, day: string): Date => momentOn(day, trigger_time, timezone);

/** The first moment after another one at which the trigger has something to look for. */
export function nextMoment(trigger: TimeOfDay, after: Date): Date {
  for (let day = daysAfter(dayIn(trigger.timezone, after), -1); ; day = daysAfter(day, 1)) {
    const moment = momentOf(trigger, day);
    if (moment > after) return moment;
  }
}

/** The days whose moment it is: one, or two where a zone has skipped a whole day. */
export function daysOf(trigger: TimeOfDay, moment: Date): string[] {
  const day = dayIn(trigger.timezone, moment);
  return [daysAfter(day, -1), day].filter((candidate) => momentOf(trigger, candidate).getTime() === moment.getTime());
}

/** Today, where the moment of today has come already; a date that is known only now is not too late until the day is over. */
export function dayUnderWay(trigger: TimeOfDay, now: Date): string | null {
  const day = dayIn(trigger.timezone, now);
  return momentOf(trigger, day) <= now ? day : null;
}

/** How many days after the date of a contact the trigger fires. */
export function offsetOf(trigger: DateTrigger): number {
  switch (trigger.mode) {
    case 'on_date':
      return 0;
    case 'before_date':
      return -trigger.days_before;
    case 'after_date':
      return trigger.days_after;
  }
}

const isLeapYear = (year: number): boolean => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;

/**
 * Which dates have their anniversary on a day, as `MM-DD`: dates of the same month and day, and in common years those of 29 February on
 * the 28th.
 */
export function anniversariesOn(day: string): string[] {
  const monthDay = day.slice(5);
  return monthDay === '02-28' && !isLeapYear(Number(day.slice(0, 4))) ? ['02-28', '02-29'] : [monthDay];
}
