import { withTimestamps } from '../../../audience/contacts/contacts.repo.ts';
import { filterIssues } from '../../../audience/rules/events.ts';
import { FIELDS, OWN_FIRST } from '../../../audience/rules/tree.ts';
import { raw, sql } from '../../../platform/db.ts';
import { findWorkspace } from '../../../workspaces/workspaces.service.ts';
import { isTimeZone, nextTimeOfDay } from '../calendar.ts';
import type { StepOf } from '../definition.ts';
import { receivedBy } from '../engine/received.repo.ts';
import { each, waitUntil } from '../engine/results.ts';
import { fitting } from '../engine/rules.ts';
import type { Executor, Member, Result, StepCall } from '../engine/step.types.ts';
import { isStandard } from '../fields.ts';
import { counted, quote, rulesText } from '../report/texts.ts';
import { leadsTo, type StepKind, type Writing } from '../step.kind.ts';
import { type Found, inRules, unset } from '../targets.ts';

type Wait = StepOf<'wait'>;
type ConditionWait = Extract<Wait, { condition: unknown }>;
type EventWait = Extract<Wait, { event_name: unknown }>;
type DateWait = Extract<Wait, { until_date_field: unknown }>;
type TimeWait = Extract<Wait, { until_time: unknown }>;
type DurationWait = Extract<Wait, { duration_amount: unknown }>;

const UNIT_MS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000, weeks: 604_800_000 };

/** At most the last time that both PostgreSQL and JavaScript can hold. */
const after = (moment: Date, amount: number, unit: keyof typeof UNIT_MS): Date =>
  new Date(Math.min(moment.getTime() + amount * UNIT_MS[unit], Date.UTC(9999, 11, 31)));

const execute: Executor<Wait> = (call, step, members) => {
  if ('condition' in step) return forCondition(call, step, members);
  if ('event_name' in step) return forEvent(call, step, members);
  if ('until_date_field' in step) return untilDate(call, step, members);
  if ('until_time' in step) return untilTime(call, step, members);
  return Promise.resolve(each(members, (member) => forDuration(call, step, member)));
};

/** Counted from the arrival, after an edit too. */
function forDuration({ now }: StepCall, { duration_amount: amount, duration_unit: unit }: DurationWait, { startedAt }: Member): Result {
  const end = amount === null || unit === null ? startedAt : after(startedAt, amount, unit);
  return end <= now ? { kind: 'done', outcome: 'elapsed' } : waitUntil(end);
}

async function forCondition(call: StepCall, step: ConditionWait, members: Member[]): Promise<Map<string, Result>> {
  const fit = await fitting(call, call.definition.flowId, { tree: step.condition, members });
  return each(members, ({ contactId, startedAt }) => {
    if (fit.has(contactId)) return { kind: 'done', outcome: 'condition_met' };
    const end = endOf(step, startedAt);
    if (end && end <= call.now) return { kind: 'done', outcome: 'timed_out', edge: 'timeout' };
    return { ...waitUntil(end), watches: true };
  });
}

/** An event counts that was received after the member had come to the step. */
async function forEvent(call: StepCall, step: EventWait, members: Member[]): Promise<Map<string, Result>> {
  const received = await receivedBy(call, step, members);
  return each(members, ({ id, startedAt }) => {
    const event = received.get(id);
    if (event) return { kind: 'done', outcome: 'received', details: { event } };
    const end = endOf(step, startedAt);
    if (end && end <= call.now) return { kind: 'done', outcome: 'timed_out', edge: 'timeout' };
    return { ...waitUntil(end), watches: true };
  });
}

function endOf(step: ConditionWait | EventWait, startedAt: Date): Date | null {
  const { timeout_amount: amount, timeout_unit: unit } = step;
  return amount && unit ? after(startedAt, amount, unit) : null;
}

async function untilDate(call: StepCall, step: DateWait, members: Member[]): Promise<Map<string, Result>> {
  const field = step.until_date_field;
  const dates = field === null ? new Map<string, Date>() : await valuesIn<Date>(call, field, { type: 'date', members });
  return each(members, ({ contactId }) => {
    const date = dates.get(contactId) ?? null;
    if (date === null) return { kind: 'done', outcome: 'no_date' };
    return date <= call.now ? { kind: 'done', outcome: 'elapsed' } : { ...waitUntil(date), watches: true };
  });
}

/** Names of time zones are shorter. */
const LONGEST_TEXT = 100;

/** By contact. An own field that is archived, or of another type, is empty. */
async function valuesIn<Value extends Date | string>(
  { db, workspaceId }: StepCall,
  field: string,
  { type, members }: { type: 'date' | 'string'; members: Member[] },
): Promise<Map<string, Value | null>> {
  const standard = isStandard(field) ? FIELDS[field] : undefined;
  const own = sql`(
    SELECT nullif(c.custom_fields ->> d.api_name, '') FROM contact_field_definitions d
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.api_name = ${field}::text AND d.value_type = ${type}::text AND d.status = 'active')`;
  if (standard && standard.type !== type) return new Map();
  const column = standard && raw(`${standard.moment ? 't' : 'c'}.${standard.column}`);
  const value = !column ? own : OWN_FIRST.has(field) ? sql`coalesce(${own}, ${column})` : column;
  const ids = members.map(({ contactId }) => contactId);
  const rows = await db.query<{ id: string; value: Value | null }>(sql`
    SELECT c.id::text, ${type === 'date' ? sql`(${value})::timestamptz` : sql`left(${value}, ${LONGEST_TEXT}::int)`} AS value
    FROM contacts c ${withTimestamps} WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = ANY(${ids}::uuid[])`);
  return new Map(rows.map(({ id, value }) => [id, value]));
}

/** Counts from the arrival, so that a member who is looked at late has not missed the moment. */
async function untilTime(call: StepCall, step: TimeWait, members: Member[]): Promise<Map<string, Result>> {
  const { until_time: time, until_days: days, timezone_field } = step;
  const zones = timezone_field === null ? new Map<string, string>() : await zonesOf(call, timezone_field, members);
  const common = knownZone(step.timezone ?? (await findWorkspace(call)).timezone);
  // Most arrive together and live in a few time zones.
  const moments = new Map<string, Date>();
  const momentFor = ({ contactId, startedAt }: Member): Date => {
    if (time === null) return startedAt;
    const timezone = zones.get(contactId) ?? common;
    const key = `${timezone} ${startedAt.getTime()}`;
    const moment = moments.get(key) ?? nextTimeOfDay({ time, days }, timezone, startedAt);
    moments.set(key, moment);
    return moment;
  };
  return each(members, (member) => {
    const moment = momentFor(member);
    return moment <= call.now ? { kind: 'done', outcome: 'elapsed' } : { ...waitUntil(moment), watches: timezone_field !== null };
  });
}

/** The sources of time zones know different names. */
const knownZone = (timezone: string): string => (isTimeZone(timezone) ? timezone : 'UTC');

async function zonesOf(call: StepCall, field: string, members: Member[]): Promise<Map<string, string>> {
  const zones = await valuesIn<string>(call, field, { type: 'string', members });
  return new Map([...zones].filter((entry): entry is [string, string] => entry[1] !== null && isTimeZone(entry[1])));
}

function checkTimeout({ timeout_amount, timeout_unit, timeout_step_id }: ConditionWait | EventWait, wrong: Writing['wrong']): void {
  if ((timeout_amount === null) !== (timeout_unit === null))
    wrong(timeout_amount === null ? 'timeout_amount' : 'timeout_unit', 'is required: amount and unit go together');
  if (timeout_amount === null && timeout_step_id !== null) wrong('timeout_step_id', 'needs timeout_amount and timeout_unit');
}

function references(step: Wait): Found[] {
  if ('condition' in step) return inRules(step.condition, 'condition');
  if ('event_name' in step) return step.event_name === null ? unset('event_name', 'No event is set.') : [];
  if ('until_date_field' in step) {
    const { until_date_field: name } = step;
    return name === null ? unset('until_date_field', 'No field is set.') : [{ path: 'until_date_field', of: 'date_field', name }];
  }
  if ('until_time' in step) {
    const { until_time, timezone_field: name } = step;
    return [
      ...(until_time === null ? unset('until_time', 'No time is set.') : []),
      ...(name === null ? [] : [{ path: 'timezone_field', of: 'text_field', name } as const]),
    ];
  }
  if (step.duration_amount === null && step.duration_unit === null)
    return unset('', 'Nothing is set to wait for: set a duration, a date field, a time of day or a condition.');
  if (step.duration_amount === null) return unset('duration_amount', 'No amount is set.');
  return step.duration_unit === null ? unset('duration_unit', 'No unit is set.') : [];
}

function timeText({ until_time, until_days, timezone, timezone_field }: TimeWait): string {
  if (until_time === null) return 'Waits until no time yet';
  const days = until_days === null ? '' : ` on ${until_days.map((day) => `${day.slice(0, 1).toUpperCase()}${day.slice(1, 3)}`).join(', ')}`;
  const zone = timezone_field === null ? (timezone ?? "the workspace's time") : `the time zone in ${timezone_field}`;
  return `Waits until ${until_time}${days}, ${zone}`;
}

export const wait: StepKind<Wait> = {
  type: 'wait',
  shape(input, { base, next, rules, wrong }) {
    const step = { ...base, type: input.type, next_step_id: next };
    if ('until_date_field' in input) return { ...step, until_date_field: input.until_date_field };
    if ('until_time' in input) {
      const { until_time, until_days = null, timezone = null, timezone_field = null } = input;
      if (timezone !== null && !isTimeZone(timezone)) wrong('timezone', 'is not a known time zone');
      return { ...step, until_time, until_days, timezone, timezone_field };
    }
    if ('event_name' in input) {
      const { event_name, property_filters = [], timeout_amount = null, timeout_unit = null, timeout_step_id = null } = input;
      for (const issue of filterIssues(property_filters, 'property_filters')) wrong(issue.path, issue.message);
      const shaped = { ...step, event_name, property_filters, timeout_amount, timeout_unit, timeout_step_id };
      checkTimeout(shaped, wrong);
      return shaped;
    }
    if ('condition' in input) {
      const { condition, timeout_amount = null, timeout_unit = null, timeout_step_id = null } = input;
      const shaped = { ...step, condition: rules(condition), timeout_amount, timeout_unit, timeout_step_id };
      checkTimeout(shaped, wrong);
      return shaped;
    }
    const { duration_amount = null, duration_unit = null } = input;
    return { ...step, duration_amount, duration_unit };
  },
  /** Fields of a time or a condition need it, even empty. */
  merge(_change, merged) {
    if ('property_filters' in merged && !('event_name' in merged)) merged.event_name = null;
    if ('timeout_amount' in merged && !('condition' in merged) && !('event_name' in merged)) merged.condition = null;
    const isOfTime = ['until_days', 'timezone', 'timezone_field'].some((name) => name in merged);
    if (isOfTime && !('until_time' in merged)) merged.until_time = null;
  },
  references,
  edges: (step, lead) => ({
    ...step,
    next_step_id: lead(step.next_step_id, 'next_step_id'),
    ...('timeout_step_id' in step && { timeout_step_id: lead(step.timeout_step_id, 'timeout_step_id') }),
  }),
  exits(step) {
    const next = { label: null, to: leadsTo(step.next_step_id) };
    if (!('timeout_amount' in step) || step.timeout_amount === null) return [next];
    return [next, { edge: 'timeout', label: 'timeout', to: leadsTo(step.timeout_step_id, step.next_step_id) }];
  },
  takesTime: (step) => 'duration_amount' in step || 'until_time' in step,
  /** A time that follows from the arrival alone is due then; anything else is looked at first. */
  arrival(step, moment) {
    if (!('duration_amount' in step)) return { status: 'active', dueAt: moment, waitUntil: null, watches: !('until_time' in step) };
    const { duration_amount: amount, duration_unit: unit } = step;
    const dueAt = amount === null || unit === null ? moment : after(moment, amount, unit);
    return { status: 'waiting', dueAt, waitUntil: dueAt, watches: false };
  },
  execute: () => execute,
  words(step, nameOf) {
    if ('until_date_field' in step) return `Waits until ${step.until_date_field ?? 'no field yet'}`;
    if ('until_time' in step) return timeText(step);
    if ('duration_amount' in step) {
      const { duration_amount: amount, duration_unit: unit } = step;
      return amount === null || unit === null ? 'Waits for nothing yet' : `Waits ${counted(amount, unit)}`;
    }
    const { timeout_amount: amount, timeout_unit: unit } = step;
    const most = amount !== null && unit !== null ? `, at most ${counted(amount, unit)}` : '';
    if ('event_name' in step) return `Waits for ${step.event_name === null ? 'no event yet' : quote(step.event_name)}${most}`;
    return `Waits until ${rulesText(step.condition, nameOf)}${most}`;
  },
  drawing: { name: 'Wait', tone: 'wait', mermaid: ['(', ')'] },
};
