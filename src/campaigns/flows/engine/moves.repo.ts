import { insertEntries, momentAfter } from '../../../audience/activities/activities.repo.ts';
import { record, recording } from '../../../outbound/event-log.ts';
import { type Ctx, raw, sql, type Tx } from '../../../platform/db.ts';
import { type ContactId, type FlowId, type MemberId, type StepId, toUlid } from '../../../platform/ids.ts';
import type { Details } from './step.types.ts';
import type { Tally } from './tallies.repo.ts';

type PositionStatus = 'active' | 'waiting';

export interface Position {
  memberId: MemberId;
  contactId: ContactId;
  stepId: StepId;
  visit: number;
  status: PositionStatus;
  startedAt: Date;
  waitUntil: Date | null;
  isTest: boolean;
}

export const positionColumns = raw(`
  p.member_id::text AS "memberId", p.contact_id::text AS "contactId", p.step_id AS "stepId", p.visit, p.status,
  p.started_at AS "startedAt", p.wait_until AS "waitUntil", p.test AS "isTest"`);

export interface Place {
  status: PositionStatus;
  dueAt: Date | null;
  waitUntil: Date | null;
  watches: boolean;
}

export interface Ending {
  type: string;
  status: 'completed' | 'failed' | 'cancelled';
  outcome: string | null;
  details: Details | null;
}

export const cancelled = (type: string): Ending => ({ type, status: 'cancelled', outcome: null, details: null });

export type DropReason =
  | 'removed'
  | 'disqualified'
  | 'drop_step'
  | 'contact_deleted'
  | 'contact_merged'
  | 'step_failed'
  | 'step_removed'
  | 'flow_archived'
  | 'flow_deleted';

export interface Going {
  position: Position;
  ending: Ending;
  to: Place & { stepId: StepId };
}

export interface Leaving {
  position: Position;
  ending: Ending;
  reason: DropReason | null;
}

/** Members who stay at their step, for another reason or another time. */
export interface Staying {
  position: Position;
  place: Place;
}

export interface Moving extends Ctx<Tx> {
  flowId: FlowId;
  tally: Tally;
}

export async function stay({ db, workspaceId, flowId, tally }: Moving, staying: Staying[]): Promise<void> {
  if (staying.length === 0) return;
  for (const { position, place } of staying) count(tally, position.status, place.status);
  await db.query(sql`
    UPDATE flow_positions p
    SET status = s.status, due_at = s.due_at, wait_until = s.wait_until, watches = s.watches
    FROM unnest(
      ${staying.map(({ position }) => position.contactId)}::uuid[], ${staying.map(({ place }) => place.status)}::text[],
      ${staying.map(({ place }) => place.dueAt)}::timestamptz[], ${staying.map(({ place }) => place.waitUntil)}::timestamptz[],
      ${staying.map(({ place }) => place.watches)}::boolean[]) AS s (contact_id, status, due_at, wait_until, watches)
    WHERE p.workspace_id = ${workspaceId}::uuid AND p.flow_id = ${flowId}::uuid AND p.contact_id = s.contact_id`);
}

/** One statement, with the record of the finished steps. */
export async function walk(moving: Moving, going: Going[]): Promise<void> {
  const { db, workspaceId, now, flowId, tally } = moving;
  if (going.length === 0) return;
  await recordFailures(moving, going);
  for (const { position, ending, to } of going) {
    countEnd(tally, position, ending);
    tally.step(to.stepId, 'entered');
    count(tally, position.status, to.status);
  }
  const visits = ended(moving, going);
  await db.query(sql`
    WITH ${visits}, next AS (
      SELECT * FROM unnest(
        ${going.map(({ position }) => position.contactId)}::uuid[], ${going.map(({ to }) => to.stepId)}::text[],
        ${going.map(({ to }) => to.status)}::text[], ${going.map(({ to }) => to.dueAt)}::timestamptz[],
        ${going.map(({ to }) => to.waitUntil)}::timestamptz[], ${going.map(({ to }) => to.watches)}::boolean[])
        AS n (contact_id, step_id, status, due_at, wait_until, watches)
    )
    UPDATE flow_positions p
    SET step_id = n.step_id, visit = p.visit + 1, status = n.status, due_at = n.due_at, wait_until = n.wait_until, watches = n.watches,
        started_at = ${now}::timestamptz
    FROM next n
    WHERE p.workspace_id = ${workspaceId}::uuid AND p.flow_id = ${flowId}::uuid AND p.contact_id = n.contact_id`);
}

/** At the end of the flow, or before it. Existing contacts get a timeline entry. */
export async function leave(moving: Moving, leaving: Leaving[]): Promise<void> {
  const { db, workspaceId, now, flowId, tally } = moving;
  if (leaving.length === 0) return;
  await recordFailures(moving, leaving);
  for (const { position, ending, reason } of leaving) {
    countEnd(tally, position, ending);
    tally.flow(position.status, -1);
    tally.flow(reason === null ? 'completed' : 'dropped');
  }
  const visits = ended(moving, leaving);
  await db.query(sql`
    WITH ${visits}, leaving AS (
      SELECT * FROM unnest(
        ${leaving.map(({ position }) => position.contactId)}::uuid[], ${leaving.map(({ position }) => position.memberId)}::uuid[],
        ${leaving.map(({ position }) => toUlid(position.memberId))}::text[], ${leaving.map(({ reason }) => reason)}::text[])
        AS l (contact_id, member_id, shown_id, reason)
    ), logged AS (
      ${recording('flow.exited', {
        source: `(SELECT '${workspaceId}'::uuid AS workspace_id, * FROM leaving)`,
        where: sql`true`,
        at: sql`${now}::timestamptz`,
        workspaceId,
        data: sql`jsonb_build_object('flow_id', ${flowId}::text, 'membership_id', e.shown_id, 'contact_id', e.contact_id,
          'exit_reason', coalesce(e.reason, 'completed'))`,
      })}
    ), away AS (
      DELETE FROM flow_positions p USING leaving l
      WHERE p.workspace_id = ${workspaceId}::uuid AND p.flow_id = ${flowId}::uuid AND p.contact_id = l.contact_id
    ), closed AS (
      UPDATE flow_memberships m
      SET status = CASE WHEN l.reason IS NULL THEN 'completed' ELSE 'dropped' END, drop_reason = l.reason, ended_at = ${now}::timestamptz
      FROM leaving l WHERE m.workspace_id = ${workspaceId}::uuid AND m.id = l.member_id
    ), ${touched(moving, { from: 'leaving', column: 'reason' })}, entry AS (
      SELECT contact_id, occurred_at, 'flow_exited' AS type,
             jsonb_build_object('flow_id', ${flowId}::text, 'membership_id', shown_id,
               'status', CASE WHEN reason IS NULL THEN 'completed' ELSE 'dropped' END, 'drop_reason', reason) AS metadata
      FROM reached
    )
    ${insertEntries(workspaceId)}`);
}

/**
 * The parts of a statement that note an activity of contacts, for timeline entries.
 * @param from a CTE with `contact_id`, `shown_id` and the column
 */
export function touched({ workspaceId, now }: Moving, { from, column }: { from: string; column: string }) {
  return sql`held AS MATERIALIZED (
    SELECT t.contact_id, x.shown_id, x.${raw(column)}
    FROM ${raw(from)} x JOIN contact_moments t ON t.workspace_id = ${workspaceId}::uuid AND t.contact_id = x.contact_id
    ORDER BY t.contact_id FOR NO KEY UPDATE OF t
  ), reached AS (
    UPDATE contact_moments t SET last_activity_at = ${momentAfter(now)}
    FROM held h WHERE t.workspace_id = ${workspaceId}::uuid AND t.contact_id = h.contact_id
    RETURNING t.contact_id, t.last_activity_at AS occurred_at, h.shown_id, h.${raw(column)}
  )`;
}

/** Writes into the event log which steps have failed for whom. */
function recordFailures(moving: Moving, over: { position: Position; ending: Ending }[]): Promise<void> {
  const failures = over.filter(({ ending }) => ending.status === 'failed');
  return record(
    moving,
    'flow.step_failed',
    failures.map(({ position: { memberId, contactId, stepId }, ending: { details } }) => ({
      contactId,
      data: {
        flow_id: moving.flowId,
        membership_id: toUlid(memberId),
        contact_id: contactId,
        step_id: stepId,
        error: typeof details?.error === 'string' ? details.error : null,
      },
    })),
  );
}

const count = (tally: Tally, before: PositionStatus, after: PositionStatus): void => {
  tally.flow(before, -1);
  tally.flow(after);
};

function countEnd(tally: Tally, { stepId }: Position, { status }: Ending): void {
  tally.step(stepId, 'left');
  if (status === 'failed') tally.step(stepId, 'failed');
}

/** Records finished visits. A tent that a member has waited for is awaited no more. */
function ended({ workspaceId, flowId, now }: Moving, over: { position: Position; ending: Ending }[]) {
  return sql`over AS (
    SELECT * FROM unnest(
      ${over.map(({ position }) => position.memberId)}::uuid[], ${over.map(({ position }) => position.visit)}::int[],
      ${over.map(({ position }) => position.stepId)}::text[], ${over.map(({ position }) => position.startedAt)}::timestamptz[],
      ${over.map(({ ending }) => ending.type)}::text[], ${over.map(({ ending }) => ending.status)}::text[],
      ${over.map(({ ending }) => ending.outcome)}::text[], ${over.map(({ ending }) => ending.details && JSON.stringify(ending.details))}::jsonb[])
      AS o (member_id, visit, step_id, started_at, type, status, outcome, details)
  ), awaited_no_more AS (
    DELETE FROM flow_tents t USING over o
    WHERE t.workspace_id = ${workspaceId}::uuid AND t.member_id = o.member_id AND t.visit = o.visit
  ), visited AS (
    INSERT INTO flow_visits (workspace_id, member_id, visit, flow_id, step_id, type, status, outcome, started_at, completed_at, details)
    SELECT ${workspaceId}::uuid, member_id, visit, ${flowId}::uuid, step_id, type, status, outcome, started_at, ${now}::timestamptz, details
    FROM over
  )`;
}
