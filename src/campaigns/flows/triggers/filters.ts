import { type Context, compileExact } from '../../../audience/rules/compile.ts';
import type { FieldDefinition } from '../../../audience/rules/rules.repo.ts';
import type { Condition } from '../../../audience/rules/tree.ts';
import { join, type Sql, sql } from '../../../platform/db.ts';
import type { Trigger } from '../definition.ts';
import { anniversariesOn, type DateTrigger, daysAfter, momentOn, offsetOf } from './dates.ts';
import { isStandard } from './heard.repo.ts';

/** The filter of a trigger as a condition of a rule, over a contact `c` whose field has just changed; null: any change will do. */
export function filterOf(
  trigger: Extract<Trigger, { type: 'contact_updated' }>,
  field: FieldDefinition | null,
  context: Pick<Context, 'workspaceId' | 'now'>,
): Sql | null {
  if (trigger.operator === 'changed') return null;
  const asked = { kind: 'condition', operator: trigger.operator, ...('value' in trigger && { value: trigger.value }) };
  const condition = isStandard(trigger.field)
    ? { ...asked, source: 'contact', field: trigger.field }
    : { ...asked, source: 'custom_field', fieldDefinitionId: field?.id ?? null };
  return compileExact(condition as Condition, { ...context, fields: new Map(field && [[field.id, field]]) });
}

/**
 * Whether a date trigger lets a contact `c` in on a day. The offset is applied to the contact's date first, and what comes out has the
 * anniversaries. May be null, which means no.
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

/** Whoever was made on one of the days, in the trigger's time zone, that are so many days before these. */
function createdWithin({ timezone }: DateTrigger, days: string[], offset: number): Sql {
  const starts = days.map((day) => daysAfter(day, -offset));
  const spans = starts.map(
    (day) =>
      sql`(c.created_at >= ${startIn(timezone, day)}::timestamptz AND c.created_at < ${startIn(timezone, daysAfter(day, 1))}::timestamptz)`,
  );
  return sql`(${join(spans, ' OR ')})`;
}

const startIn = (timezone: string, day: string): string => momentOn(day, '00:00', timezone).toISOString();

/** Nobody was made by this service before 2020, and no trigger fires more than ten years earlier. */
const FIRST_YEAR = 2010;

/** The days that have their anniversary on a day, itself among them. */
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
