import { withMoments } from '../../../audience/contacts/contacts.repo.ts';
import { FIELDS, type FieldKey } from '../../../audience/rules/tree.ts';
import { raw, sql } from '../../../platform/db.ts';
import { toUlid } from '../../../platform/ids.ts';
import type { StepOf } from '../definition.ts';
import { fitting } from '../engine/rules.ts';
import type { Executor, Member, Result, StepCall } from '../engine/step.types.ts';
import { counted, rulesText } from '../report/texts.ts';
import { leadsTo, type StepKind, type Writing } from '../step.kind.ts';
import { type Found, inRules, unset } from '../targets.ts';

type Wait = StepOf<'wait'>;
type ConditionWait = Extract<Wait, { condition: unknown }>;
type DateWait = Extract<Wait, { until_date_field: unknown }>;
type DurationWait = Exclude<Wait, ConditionWait | DateWait>;

const UNIT_MS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000, weeks: 604_800_000 };

/** So long after a moment; times that no clock knows are the last that PostgreSQL and JavaScript both do. */
const after = (moment: Date, amount: number, unit: keyof typeof UNIT_MS): Date =>
  new Date(Math.min(moment.getTime() + amount * UNIT_MS[unit], Date.UTC(9999, 11, 31)));

/** Lets members go on whose time, date or condition has come. */
const execute: Executor<Wait> = (call, step, members) => {
  if ('condition' in step) return forCondition(call, step, members);
  if ('until_date_field' in step) return untilDate(call, step, members);
  return Promise.resolve(new Map(members.map((member) => [member.id, forDuration(call, step, member)])));
};

/** Who comes with a time has it from the arrival; a wait that was edited counts from there, too. */
function forDuration({ now }: StepCall, { duration_amount: amount, duration_unit: unit }: DurationWait, { startedAt }: Member): Result {
  const end = amount === null || unit === null ? startedAt : after(startedAt, amount, unit);
  return end <= now ? { kind: 'done', outcome: 'elapsed' } : { kind: 'waiting', dueAt: end, waitUntil: end };
}

async function forCondition(call: StepCall, step: ConditionWait, members: Member[]): Promise<Map<string, Result>> {
  const asked = members.map(({ id, contactId }) => ({ contactId, shownId: toUlid(id) }));
  const fit = await fitting(call, call.definition.flowId, step.condition, asked);
  return new Map(
    members.map(({ id, contactId, startedAt }): [string, Result] => {
      if (fit.has(contactId)) return [id, { kind: 'done', outcome: 'condition_met' }];
      const end = endOf(step, startedAt);
      if (end && end <= call.now) return [id, { kind: 'done', outcome: 'timed_out', edge: 'timeout' }];
      return [id, { kind: 'waiting', dueAt: end, waitUntil: end, watches: true }];
    }),
  );
}

function endOf(step: ConditionWait, startedAt: Date): Date | null {
  const { timeout_amount: amount, timeout_unit: unit } = step;
  return amount && unit ? after(startedAt, amount, unit) : null;
}

async function untilDate({ db, workspaceId, now }: StepCall, step: DateWait, members: Member[]): Promise<Map<string, Result>> {
  const ids = members.map(({ contactId }) => contactId);
  const rows = await db.query<{ id: string; date: Date | null }>(sql`
    SELECT c.id::text, ${dateOf(workspaceId, step.until_date_field)} AS date
    FROM contacts c ${withMoments} WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = ANY(${ids}::uuid[])`);
  const dates = new Map(rows.map(({ id, date }) => [id, date]));
  return new Map(
    members.map(({ id, contactId }): [string, Result] => {
      const date = dates.get(contactId) ?? null;
      if (date === null) return [id, { kind: 'done', outcome: 'no_date' }];
      if (date <= now) return [id, { kind: 'done', outcome: 'elapsed' }];
      return [id, { kind: 'waiting', dueAt: date, waitUntil: date, watches: true }];
    }),
  );
}

/** The moment that a date field of the contact `c` names; a custom one that is archived, or is no date, is empty. */
function dateOf(workspaceId: string, field: string | null) {
  if (field === null) return sql`NULL::timestamptz`;
  const standard = Object.hasOwn(FIELDS, field) ? FIELDS[field as FieldKey] : undefined;
  if (standard) return standard.type === 'date' ? raw(`${standard.moment ? 't' : 'c'}.${standard.column}`) : sql`NULL::timestamptz`;
  return sql`(
    SELECT nullif(c.custom_fields ->> d.api_name, '')::timestamptz FROM contact_field_definitions d
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.api_name = ${field}::text AND d.value_type = 'date' AND d.status = 'active')`;
}

/** What is wrong with the end of a wait for a condition. */
function checkTimeout({ timeout_amount, timeout_unit, timeout_step_id }: ConditionWait, wrong: Writing['wrong']): void {
  if ((timeout_amount === null) !== (timeout_unit === null))
    wrong(timeout_amount === null ? 'timeout_amount' : 'timeout_unit', 'is required: amount and unit go together');
  if (timeout_amount === null && timeout_step_id !== null) wrong('timeout_step_id', 'needs timeout_amount and timeout_unit');
}

function references(step: Wait): Found[] {
  if ('condition' in step) return inRules(step.condition, 'condition');
  if ('until_date_field' in step) {
    const { until_date_field: name } = step;
    return name === null ? unset('until_date_field', 'No field is set.') : [{ path: 'until_date_field', of: 'date_field', name }];
  }
  if (step.duration_amount === null && step.duration_unit === null)
    return unset('', 'Nothing is set to wait for: set a duration, a date field or a condition.');
  if (step.duration_amount === null) return unset('duration_amount', 'No amount is set.');
  return step.duration_unit === null ? unset('duration_unit', 'No unit is set.') : [];
}

export const wait: StepKind<Wait> = {
  type: 'wait',
  shape(input, { base, next, rules, wrong }) {
    const step = { ...base, type: input.type, next_step_id: next };
    if ('until_date_field' in input) return { ...step, until_date_field: input.until_date_field };
    if ('condition' in input) {
      const { condition, timeout_amount = null, timeout_unit = null, timeout_step_id = null } = input;
      const shaped = { ...step, condition: rules(condition), timeout_amount, timeout_unit, timeout_step_id };
      checkTimeout(shaped, wrong);
      return shaped;
    }
    const { duration_amount = null, duration_unit = null } = input;
    return { ...step, duration_amount, duration_unit };
  },
  /** The limit of a wait stays without the rules that it limits. */
  merge(_change, merged) {
    if ('timeout_amount' in merged && !('condition' in merged)) merged.condition = null;
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
  takesTime: (step) => 'duration_amount' in step,
  /** A time that follows from the arrival alone is due then; anything else is looked at first. */
  arrival(step, moment) {
    if (!('duration_amount' in step)) return { status: 'active', dueAt: moment, waitUntil: null, watches: true };
    const { duration_amount: amount, duration_unit: unit } = step;
    const dueAt = amount === null || unit === null ? moment : after(moment, amount, unit);
    return { status: 'waiting', dueAt, waitUntil: dueAt, watches: false };
  },
  execute: () => execute,
  words(step, nameOf) {
    if ('until_date_field' in step) return `Waits until ${step.until_date_field ?? 'no field yet'}`;
    if ('duration_amount' in step) {
      const { duration_amount: amount, duration_unit: unit } = step;
      return amount === null || unit === null ? 'Waits for nothing yet' : `Waits ${counted(amount, unit)}`;
    }
    const { timeout_amount: amount, timeout_unit: unit } = step;
    const most = amount !== null && unit !== null ? `, at most ${counted(amount, unit)}` : '';
    return `Waits until ${rulesText(step.condition, nameOf)}${most}`;
  },
  drawing: { name: 'Wait', tone: 'wait', mermaid: ['(', ')'] },
};
