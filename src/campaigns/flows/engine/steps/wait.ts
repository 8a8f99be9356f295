import { withMoments } from '../../../../audience/contacts/contacts.repo.ts';
import { FIELDS, type FieldKey } from '../../../../audience/rules/tree.ts';
import { raw, sql } from '../../../../platform/db.ts';
import { toUlid } from '../../../../platform/ids.ts';
import type { StepOf } from '../../definition.ts';
import { after } from '../edges.ts';
import { fitting } from '../rules.ts';
import type { Executor, Member, Result, StepCall } from './step.types.ts';

type Wait = StepOf<'wait'>;
type ConditionWait = Extract<Wait, { condition: unknown }>;
type DateWait = Extract<Wait, { until_date_field: unknown }>;
type DurationWait = Exclude<Wait, ConditionWait | DateWait>;

/** Lets members go on whose time, date or condition has come. */
export const wait: Executor<Wait> = (call, step, members) => {
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
  const { timeout_amount: amount, timeout_unit: unit } = step as { timeout_amount?: number | null; timeout_unit?: 'minutes' | null };
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
