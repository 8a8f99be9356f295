import { CHUNK } from '../../platform/chunks.ts';
import { type Ctx, type Db, type Scope, type Sql, sql, type Tx } from '../../platform/db.ts';
import type { MessageId, WorkspaceId } from '../../platform/ids.ts';
import { leaseIsOver } from '../../queue/lease.ts';
import { addChore, endSome } from './chores.repo.ts';
import { countEnded } from './counts.repo.ts';
import { ofMessage, setState } from './dispatches.repo.ts';
import { ended, noteEndings } from './endings.ts';
import type { OriginName } from './origin.ts';

/* How claims end, and deliveries that no run reports. All deliveries but those of `record` and `claim` come to their end here. */

/** Renews the claims of runs of this process. @returns the runs that still have theirs */
export async function renewClaims({ db, workspaceId }: Scope, runs: string[], leaseUntil: Date): Promise<string[]> {
  const held = await db.query<{ run: string }>(sql`
    UPDATE claims SET lease_until = ${leaseUntil}::timestamptz, last_call = false
    WHERE workspace_id = ${workspaceId}::uuid AND run = ANY(${runs}::uuid[]) RETURNING run::text`);
  return held.map(({ run }) => run);
}

/** Not begun, or not so that it counts. `at`: when it may be tried again; null: at once. */
export interface GivenBack {
  id: string;
  at: Date | null;
}

export interface Ended {
  runs: string[];
  unbegun: GivenBack[];
  /** Claims whose statement failed, and may have worked all the same: nothing in them was begun. */
  unheard?: string[];
}

/**
 * Ends claims, and gives back what was not begun of them, in a transaction that holds the dispatch. Nothing is given back of a claim that
 * has been taken away.
 */
export async function endClaims(tx: Ctx<Tx>, messageId: MessageId, { runs, unbegun, unheard = [] }: Ended): Promise<void> {
  const { db, workspaceId, now } = tx;
  const [ids, times] = [unbegun.map(({ id }) => id), unbegun.map(({ at }) => at ?? now)];
  await db.query(sql`
    WITH ended AS (
      DELETE FROM claims WHERE workspace_id = ${workspaceId}::uuid AND run = ANY(${[...runs, ...unheard]}::uuid[]) RETURNING run, ids
    ), back AS (
      SELECT * FROM unnest(${ids}::uuid[], ${times}::timestamptz[]) AS back (id, at) WHERE id IN (SELECT unnest(ids) FROM ended)
      UNION ALL
      SELECT unnest(ids), ${now}::timestamptz FROM ended WHERE run = ANY(${unheard}::uuid[])
    ), given AS (
      UPDATE deliveries r SET ${givenBack(tx, messageId, sql`back.at`)}
      FROM back
      WHERE r.workspace_id = ${workspaceId}::uuid AND r.id = back.id AND r.status = 'pending' AND r.next_attempt_at IS NULL
      RETURNING ${ended('r')}
    ), counted AS (
      ${countEnded('given')}
    )
    ${noteEndings('given')}`);
}

/** A delivery that no run works on any more is due at a time, unless its sending has ended. */
const givenBack = (tx: Scope<Tx>, messageId: MessageId, at: Sql) => sql`begun_at = NULL, (status, next_attempt_at) = (
  SELECT CASE WHEN state = 'ended' THEN 'cancelled' ELSE 'pending' END, CASE WHEN state <> 'ended' THEN ${at} END
  FROM dispatches WHERE ${ofMessage(tx, messageId)})`;

interface ExpiredClaim {
  workspaceId: WorkspaceId;
  messageId: MessageId;
  run: string;
  origin: OriginName;
}

/**
 * Claims whose process is taken for dead, of all workspaces. One that has just run out gets a last call: after an outage of the database
 * all claims have run out, and live runs renew theirs as soon as it is back.
 */
export async function findExpiredClaims(db: Db, now: Date, lastCallUntil: Date): Promise<ExpiredClaim[]> {
  await db.query(sql`
    UPDATE claims SET last_call = true, lease_until = ${lastCallUntil}::timestamptz WHERE ${leaseIsOver(sql`lease_until`, now)} AND NOT last_call`);
  return db.query(sql`
    SELECT c.workspace_id AS "workspaceId", c.message_id AS "messageId", c.run, d.origin
    FROM claims c JOIN dispatches d ON d.workspace_id = c.workspace_id AND d.message_id = c.message_id
    WHERE ${leaseIsOver(sql`c.lease_until`, now)} AND c.last_call`);
}

/**
 * Takes a claim away from a dead run, in a transaction that holds the dispatch. Unreported deliveries are due at once; those that were
 * begun and must not go twice end as unknown. A run that is just reporting holds its claim, and keeps it.
 * @returns whether it was still there
 */
export async function expireClaim(tx: Ctx<Tx>, messageId: MessageId, run: string): Promise<boolean> {
  const { db, workspaceId, now } = tx;
  const [expired] = await db.query<{ ids: string[]; repeatable: boolean }>(sql`
    WITH gone AS (
      DELETE FROM claims WHERE workspace_id = ${workspaceId}::uuid AND run = (
        SELECT run FROM claims WHERE workspace_id = ${workspaceId}::uuid AND run = ${run}::uuid AND last_call AND ${leaseIsOver(sql`lease_until`, now)}
        FOR UPDATE SKIP LOCKED
      )
      RETURNING ids
    )
    UPDATE dispatches d SET dead_runs = dead_runs + 1 FROM gone
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.message_id = ${messageId}::uuid
    RETURNING gone.ids::text[] AS ids, d.repeatable`);
  if (!expired) return false;
  const left = sql`r.workspace_id = ${workspaceId}::uuid AND r.id = ANY(${expired.ids}::uuid[]) AND r.status = 'pending'
    AND r.next_attempt_at IS NULL
    AND NOT EXISTS (SELECT FROM claims c WHERE c.workspace_id = ${workspaceId}::uuid AND c.message_id = ${messageId}::uuid AND r.id = ANY(c.ids))`;
  if (!expired.repeatable)
    await db.query(sql`
      WITH lost AS (
        UPDATE deliveries r SET status = 'unknown', error = 'The process died while the message was under way.'
        WHERE ${left} AND r.begun_at IS NOT NULL RETURNING ${ended('r')}
      ), counted AS (
        ${countEnded('lost')}
      )
      ${noteEndings('lost')}`);
  await db.query(sql`
    WITH given AS (
      UPDATE deliveries r SET ${givenBack(tx, messageId, sql`${now}::timestamptz`)} WHERE ${left} RETURNING ${ended('r')}
    ), counted AS (
      ${countEnded('given')}
    )
    ${noteEndings('given')}`);
  return true;
}

/**
 * Fails deliveries that the server refuses for now, in a transaction that holds the dispatch, if only they are left and others were taken.
 * @returns whether it did
 */
export async function failLast(tx: Ctx<Tx>, messageId: MessageId, last: { id: string; reason: string }[]): Promise<boolean> {
  const of = ofMessage(tx, messageId);
  const ids = sql`${last.map(({ id }) => id)}::uuid[]`;
  const failed = await tx.db.query(sql`
    WITH failed AS (
      UPDATE deliveries r
      SET status = 'failed', error = l.reason, attempts = r.attempts + 1, next_attempt_at = NULL,
          first_attempt_at = coalesce(r.first_attempt_at, ${tx.now}::timestamptz)
      FROM unnest(${ids}, ${last.map(({ reason }) => reason)}::text[]) AS l (id, reason)
      WHERE r.workspace_id = ${tx.workspaceId}::uuid AND r.message_id = ${messageId}::uuid AND r.id = l.id AND r.status = 'pending'
        AND NOT EXISTS (SELECT FROM deliveries WHERE ${of} AND status = 'pending' AND id <> ALL(${ids}))
        AND EXISTS (SELECT FROM deliveries WHERE ${of} AND status = 'sent')
      RETURNING ${ended('r')}
    ), noted_endings AS (
      ${noteEndings('failed')}
    ), counted AS (
      ${countEnded('failed')}
    )
    SELECT FROM failed`);
  return failed.length > 0;
}

const AT_ONCE = 1_000;

/**
 * Ends the sending of a message, in a transaction that holds its dispatch: waiting deliveries are cancelled, many of them in the
 * background. Deliveries in a claim are still reported.
 */
export async function cancelDeliveries(tx: Ctx<Tx>, messageId: MessageId): Promise<void> {
  await setState(tx, messageId, 'ended');
  if (await endSome(tx, messageId, { status: 'cancelled', limit: AT_ONCE })) await addChore(tx, messageId, 'end');
}

/**
 * Fails a chunk of the waiting deliveries, in a transaction that holds the dispatch. While the sending is open, the following turn meets
 * the rest.
 */
export async function failDeliveries(tx: Scope<Tx>, messageId: MessageId, reason: string): Promise<void> {
  await endSome(tx, messageId, { status: 'failed', reason, limit: CHUNK });
}
