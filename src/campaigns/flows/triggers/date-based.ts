import { contactCreated, contactUpdated } from '../../../audience/events.ts';
import { join, type Sql, sql } from '../../../platform/db.ts';
import { daysAfter, isTimeZone, momentOn } from '../calendar.ts';
import { checkStartingField, isStandard, subjectOfField } from '../fields.ts';
import { anniversariesOn, type DateTrigger, dayUnderWay, nextMoment, offsetOf } from '../listening/dates.ts';
import { counted } from '../report/texts.ts';
import type { ArmedTrigger, TriggerKind } from '../trigger.kind.ts';

export const hasDates = ({ trigger, field }: ArmedTrigger<DateTrigger>): boolean =>
  isStandard(trigger.field) || field?.valueType === 'date';

/**
 * Whether a contact `c` is let in on a day. The offset is applied to the contact's date first, and the result has the anniversaries. Null
 * means no.
 */
export function isDue(trigger: DateTrigger, day: string): Sql {
  const offset = offsetOf(trigger);
  if (isStandard(trigger.field)) return createdWithin(trigger, trigger.include_anniversaries ? sameDays(day) : [day], offset);
  // Kept as text in UTC with milliseconds, which sorts as time does.
  const value = sql`(c.custom_fields ->> ${trigger.field}::text)`;
  if (!trigger.include_anniversaries) {
    const date = daysAfter(day, -offset);
    return sql`(${value} COLLATE "C" >= ${date}::text AND ${value} COLLATE "C" < ${daysAfter(date, 1)}::text)`;
  }
  const shifted = sql`(left(${value}, 10)::date + ${offset}::int)`;
  return sql`(${shifted} <= ${day}::date AND to_char(${shifted}, 'MM-DD') = ANY(${anniversariesOn(day)}::text[]))`;
}

/** Contacts created on one of the days, in the trigger's time zone, that are `offset` days before these. */
function createdWithin({ timezone }: DateTrigger, days: string[], offset: number): Sql {
  const starts = days.map((day) => daysAfter(day, -offset));
  const spans = starts.map(
    (day) =>
      sql`(c.created_at >= ${startIn(timezone, day)}::timestamptz AND c.created_at < ${startIn(timezone, daysAfter(day, 1))}::timestamptz)`,
  );
  return sql`(${join(spans, ' OR ')})`;
}

const startIn = (timezone: string, day: string): string => momentOn(day, '00:00', timezone).toISOString();

/** This service has no contacts from before 2020, and no trigger fires more than ten years earlier. */
const FIRST_YEAR = 2010;

function sameDays(day: string): string[] {
  const last = Number(day.slice(0, 4));
  const days: string[] = [];
  for (let year = FIRST_YEAR; year <= last; year++) {
    for (const monthDay of anniversariesOn(day)) {
      const same = `${year}-${monthDay}`;
      // There is no 29 February in common years.
      if (daysAfter(same, 0) === same) days.push(same);
    }
  }
  return days;
}

export const dateBased: TriggerKind<DateTrigger> = {
  type: 'date_based',
  shape(input, wrong) {
    const { trigger_time = '09:00', timezone = 'UTC', include_anniversaries = false } = input;
    checkStartingField(input.field, wrong);
    if (!isTimeZone(timezone)) wrong('timezone', 'is not a known time zone');
    return { ...input, trigger_time, timezone, include_anniversaries };
  },
  references: ({ field: name }) => [{ path: 'field', of: 'date_field', name }],
  subject: ({ field }) => subjectOfField(field),
  /** A new contact may come with dates in any field. */
  happened: ({ of }) => (of(contactCreated).length > 0 ? [null] : of(contactUpdated).flatMap(({ fields }) => fields)),
  contacts: (subject, { of }) => [
    ...new Set([
      ...of(contactCreated),
      ...of(contactUpdated)
        .filter(({ fields }) => fields.includes(subject))
        .map(({ contactId }) => contactId),
    ]),
  ],
  condition: ({ trigger, day }) => (day === null ? null : isDue(trigger, day)),
  dueAfter: nextMoment,
  /** A write counts only where the moment has passed before the date was known. */
  dayAt: (armed, now) => (hasDates(armed) ? dayUnderWay(armed.trigger, now) : null),
  words(trigger) {
    const yearly = trigger.include_anniversaries ? ', every year' : '';
    if (trigger.mode === 'on_date') return `On ${trigger.field}${yearly}`;
    if (trigger.mode === 'before_date') return `${counted(trigger.days_before, 'days')} before ${trigger.field}${yearly}`;
    return `${counted(trigger.days_after, 'days')} after ${trigger.field}${yearly}`;
  },
};
