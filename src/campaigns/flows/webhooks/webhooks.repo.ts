import { type Ctx, type Db, type Scope, type Sql, sql, type Tx } from '../../../platform/db.ts';
import type { ContactId, FlowId, MemberId, StepId, WorkspaceId } from '../../../platform/ids.ts';
import { leaseIsOver } from '../../../queue/lease.ts';
import { isActive } from '../../../queue/suspension.ts';
import type { Step } from '../definition.ts';
import type { Member } from '../engine/step.types.ts';
import { visited } from '../engine/visits.repo.ts';

export interface Answered {
  status: number | null;
  body: string | null;
  /** For the client; null for success. */
  error: string | null;
}

export interface Standing {
  memberId: MemberId;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  nextAttemptAt: Date | null;
  /** Null before the first attempt. */
  response: Answered | null;
}

/**
 * Reads the requests of members at a step, and adds missing ones, to be sent at once. A finished one is read for the last time: the
 * member's history has it from here on.
 */
export const takeStanding = (
  { db, workspaceId, now }: Ctx<Tx>,
  { flowId, stepId }: { flowId: FlowId; stepId: StepId },
  members: readonly Member[],
): Promise<Standing[]> =>
  db.query(sql`
    WITH visited AS (
      SELECT ${workspaceId}::uuid AS workspace_id, * FROM ${visited(members)}
    ), read AS (
      DELETE FROM flow_webhooks w USING visited v
      WHERE w.workspace_id = v.workspace_id AND w.member_id = v.member_id AND w.visit = v.visit AND w.status <> 'pending'
    ), added AS (
      INSERT INTO flow_webhooks (workspace_id, member_id, visit, flow_id, contact_id, step_id, status, next_attempt_at, created_at)
      SELECT v.workspace_id, v.member_id, v.visit, ${flowId}::uuid, v.contact_id, ${stepId}::text, 'pending', ${now}::timestamptz,
             ${now}::timestamptz
      FROM visited v
      WHERE NOT EXISTS (SELECT FROM flow_webhooks w
                        WHERE w.workspace_id = v.workspace_id AND w.member_id = v.member_id AND w.visit = v.visit)
    )
    -- As it was before this statement.
    SELECT v.member_id::text AS "memberId", coalesce(w.status, 'pending') AS status, coalesce(w.attempts, 0) AS attempts,
           w.next_attempt_at AS "nextAttemptAt", w.response
    FROM visited v
    LEFT JOIN flow_webhooks w ON w.workspace_id = v.workspace_id AND w.member_id = v.member_id AND w.visit = v.visit`);

/** A request under way ends without effect. */
export async function cancelWebhooks({ db, workspaceId }: Scope<Tx>, flowId: FlowId): Promise<void> {
  await db.query(sql`DELETE FROM flow_webhooks WHERE workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid`);
}

/** Requests of active flows that may be sent, each with its place: of each workspace at most `atOnce`, including those under way. */
const due = (now: Date, atOnce: number) => sql`
  WITH RECURSIVE flow AS (
    (SELECT workspace_id, flow_id FROM flow_webhooks WHERE next_attempt_at IS NOT NULL ORDER BY workspace_id, flow_id LIMIT 1)
    UNION ALL
    SELECT next.* FROM flow CROSS JOIN LATERAL (
      SELECT w.workspace_id, w.flow_id FROM flow_webhooks w
      WHERE w.next_attempt_at IS NOT NULL AND (w.workspace_id, w.flow_id) > (flow.workspace_id, flow.flow_id)
      ORDER BY w.workspace_id, w.flow_id LIMIT 1
    ) AS next
  ), due AS (
    SELECT head.*, row_number() OVER (PARTITION BY head.workspace_id ORDER BY head.is_taken DESC, head.next_attempt_at, head.member_id) AS place
    FROM flow
    JOIN flow_runs r ON r.workspace_id = flow.workspace_id AND r.flow_id = flow.flow_id AND r.state = 'open'
      AND ${isActive(sql`r.workspace_id`)}
    CROSS JOIN LATERAL (
      SELECT w.workspace_id, w.member_id, w.visit, w.next_attempt_at, NOT ${leaseIsOver(sql`w.lease_until`, now)} AS is_taken
      FROM flow_webhooks w
      WHERE w.workspace_id = flow.workspace_id AND w.flow_id = flow.flow_id AND w.next_attempt_at <= ${now}::timestamptz
      -- In one order, so that those under way are among the first until they are over.
      ORDER BY w.next_attempt_at, w.member_id LIMIT ${atOnce}::int
    ) AS head
  ), free AS (
    SELECT * FROM due WHERE place <= ${atOnce}::int AND NOT is_taken
  )`;

export const isAnyDue = (atOnce: number, now: Date): Sql => sql`EXISTS (${due(now, atOnce)} SELECT FROM free)`;

export interface Claimed {
  workspaceId: WorkspaceId;
  slug: string;
  flowId: FlowId;
  memberId: MemberId;
  contactId: ContactId;
  visit: number;
  attempts: number;
  /** Null when the member has left the step: nothing is to be sent. */
  startedAt: Date | null;
  step: Step | null;
}

/** Claims the next requests, of each workspace in turn. Those whose member has left the step, or whose contact is gone, are deleted. */
export const claim = (
  db: Db,
  run: string,
  { limit, atOnce, leaseUntil, now }: { limit: number; atOnce: number; leaseUntil: Date; now: Date },
): Promise<Claimed[]> =>
  db.query(sql`
    ${due(now, atOnce)}, taken AS (
      SELECT w.workspace_id, w.member_id, w.visit, w.flow_id, w.contact_id, w.step_id, w.attempts
      FROM free JOIN flow_webhooks w ON w.workspace_id = free.workspace_id AND w.member_id = free.member_id AND w.visit = free.visit
      -- Whoever took it at this moment has it.
      WHERE w.next_attempt_at <= ${now}::timestamptz AND ${leaseIsOver(sql`w.lease_until`, now)}
      ORDER BY free.place, free.next_attempt_at LIMIT ${limit}::int
      FOR UPDATE OF w SKIP LOCKED
    ), judged AS (
      SELECT t.*, CASE WHEN c.id IS NOT NULL THEN p.started_at END AS started_at
      FROM taken t
      LEFT JOIN flow_positions p ON p.workspace_id = t.workspace_id AND p.contact_id = t.contact_id AND p.flow_id = t.flow_id
        AND p.member_id = t.member_id AND p.visit = t.visit
      LEFT JOIN contacts c ON c.workspace_id = t.workspace_id AND c.id = t.contact_id
    ), stale AS (
      DELETE FROM flow_webhooks w USING judged j
      WHERE w.workspace_id = j.workspace_id AND w.member_id = j.member_id AND w.visit = j.visit AND j.started_at IS NULL
    ), claimed AS (
      UPDATE flow_webhooks w SET run = ${run}::uuid, lease_until = ${leaseUntil}::timestamptz
      FROM judged j
      WHERE w.workspace_id = j.workspace_id AND w.member_id = j.member_id AND w.visit = j.visit AND j.started_at IS NOT NULL
    )
    SELECT j.workspace_id::text AS "workspaceId", o.slug, j.flow_id::text AS "flowId", j.member_id::text AS "memberId",
           j.contact_id::text AS "contactId", j.visit, j.attempts, j.started_at AS "startedAt",
           (SELECT step FROM jsonb_array_elements(f.steps) AS step WHERE step ->> 'step_id' = j.step_id LIMIT 1) AS step
    FROM judged j
    JOIN workspaces o ON o.id = j.workspace_id
    JOIN flows f ON f.workspace_id = j.workspace_id AND f.id = j.flow_id`);

export interface Report extends Answered {
  flowId: FlowId;
  memberId: MemberId;
  visit: number;
  outcome: 'pending' | 'delivered' | 'failed';
  /** Null when it is over. */
  nextAttemptAt: Date | null;
}

/** Records the results of attempts, and notifies their flows. A run that has lost a request writes nothing of it. */
export async function record({ db, workspaceId, now }: Ctx, run: string, reports: Report[]): Promise<void> {
  const responses = reports.map(({ status, body, error }) => JSON.stringify({ status, body, error } satisfies Answered));
  await db.query(sql`
    WITH report AS (
      SELECT * FROM unnest(
        ${reports.map(({ flowId }) => flowId)}::uuid[], ${reports.map(({ memberId }) => memberId)}::uuid[],
        ${reports.map(({ visit }) => visit)}::int[], ${reports.map(({ outcome }) => outcome)}::text[],
        ${reports.map(({ nextAttemptAt }) => nextAttemptAt)}::timestamptz[], ${responses}::text[])
        AS report (flow_id, member_id, visit, status, next_attempt_at, response)
    ), held AS (
      -- These rows refer to the flow. A deletion holds the flow first and its requests later.
      SELECT f.id FROM flows f
      WHERE f.workspace_id = ${workspaceId}::uuid AND f.id IN (SELECT flow_id FROM report) ORDER BY f.id FOR KEY SHARE
    ), noted AS (
      UPDATE flow_webhooks w
      SET status = r.status, attempts = w.attempts + 1, next_attempt_at = r.next_attempt_at, response = r.response::jsonb,
          run = NULL, lease_until = NULL
      FROM report r JOIN held h ON h.id = r.flow_id
      WHERE w.workspace_id = ${workspaceId}::uuid AND w.member_id = r.member_id AND w.visit = r.visit AND w.run = ${run}::uuid
      RETURNING w.flow_id, w.contact_id
    )
    INSERT INTO flow_inbox (workspace_id, flow_id, kind, contact_id, at)
    SELECT ${workspaceId}::uuid, flow_id, 'look', contact_id, ${now}::timestamptz FROM noted`);
}
