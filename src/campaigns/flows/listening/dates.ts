/* A day has one moment for a date trigger, its time of day in its time zone. */
import { dayIn, daysAfter, momentOn } from '../calendar.ts';
import type { Trigger } from '../definition.ts';

export type DateTrigger = Extract<Trigger, { type: 'date_based' }>;

type TimeOfDay = Pick<DateTrigger, 'trigger_time' | 'timezone'>;

const momentOf = ({ trigger_time, timezone }: TimeOfDay, day: string): Date => momentOn(day, trigger_time, timezone);

export function nextMoment(trigger: TimeOfDay, after: Date): Date {
  for (let day = daysAfter(dayIn(trigger.timezone, after), -1); ; day = daysAfter(day, 1)) {
    const moment = momentOf(trigger, day);
    if (moment > after) return moment;
  }
}

/** Two where a zone has skipped a whole day. */
export function daysOf(trigger: TimeOfDay, moment: Date): string[] {
  const day = dayIn(trigger.timezone, moment);
  return [daysAfter(day, -1), day].filter((candidate) => momentOf(trigger, candidate).getTime() === moment.getTime());
}

/** Today, once its moment has come; a date that becomes known now still counts until the day is over. */
export function dayUnderWay(trigger: TimeOfDay, now: Date): string | null {
  const day = dayIn(trigger.timezone, now);
  return momentOf(trigger, day) <= now ? day : null;
}

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

/** As `MM-DD`. In common years 29 February has its anniversary on the 28th. */
export function anniversariesOn(day: string): string[] {
  const monthDay = day.slice(5);
  return monthDay === '02-28' && !isLeapYear(Number(day.slice(0, 4))) ? ['02-28', '02-29'] : [monthDay];
}
