import { FIRST_ID } from '../../platform/chunks.ts';
import { type Ctx, type Db, empty, type Scope, type Sql, sql, type Tx } from '../../platform/db.ts';
import type { MessageId, WorkspaceId } from '../../platform/ids.ts';
import { isActive } from '../../queue/suspension.ts';
import type { OriginName } from './origin.ts';

/** Few recipients, or mail that a person waits for, do not queue behind mass mail: they have places and a lane of their own. */
export type Lane = 'interactive' | 'bulk';
export const LANES = ['interactive', 'bulk'] as const;

/** At most so many recipients go out in the interactive lane. */
export const FEW = 100;

/** Why a message does not move. `retries`: only deliveries that are tried again later are left. */
export type WaitingFor = 'mail_server' | 'transport_rate' | 'workspace_rate' | 'retries';

interface NewDispatch {
  messageId: MessageId;
  origin: OriginName;
  lane: Lane;
  /** Whether it may go again, under the same Message-ID, if its process dies. */
  repeatable: boolean;
  /** Whether deliveries are added later: each of them has a `next_attempt_at` then. */
  grows?: boolean;
}

/** Nothing lies behind this cursor: all deliveries have a time, or have had their first turn. */
export const AT_THE_END = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export const ofMessage = ({ workspaceId }: Pick<Scope, 'workspaceId'>, messageId: MessageId): Sql =>
  sql`workspace_id = ${workspaceId}::uuid AND message_id = ${messageId}::uuid`;

/** In the transaction that wrote the deliveries. */
export async function insertDispatch({ db, workspaceId, now }: Ctx<Tx>, dispatch: NewDispatch): Promise<void> {
  const { messageId, origin, lane, repeatable, grows = false } = dispatch;
  await db.query(sql`
    INSERT INTO dispatches (workspace_id, message_id, origin, lane, repeatable, state, cursor, wake_at)
    VALUES (${workspaceId}::uuid, ${messageId}::uuid, ${origin}::text, ${lane}::text, ${repeatable}::boolean, 'open',
      ${grows ? AT_THE_END : FIRST_ID}::uuid, ${now}::timestamptz)`);
}

/**
 * Sends what was added to a growing dispatch, in the same transaction: opens it again if it had ended. A resting one goes on resting. The
 * row lock orders this with a run that ends or settles the sending at the same time.
 */
export async function wakeDispatch(tx: Ctx<Tx>, messageId: MessageId, lane: Lane): Promise<void> {
  const [held] = await tx.db.query<{ state: HeldDispatch['state'] }>(sql`
    UPDATE dispatches SET lane = ${lane}::text, wake_at = greatest(least(wake_at, ${tx.now}::timestamptz), rest_until)
    WHERE ${ofMessage(tx, messageId)} RETURNING state`);
  if (held && held.state !== 'open') await setState(tx, messageId, 'open');
}

export interface Turn {
  workspaceId: WorkspaceId;
  messageId: MessageId;
  origin: OriginName;
  /** Which message of this id: a blast that was reopened has another text. */
  edition: string;
  repeatable: boolean;
  outageCount: number;
  troubleSince: Date | null;
  deadRuns: number;
}

/**
 * The workspace whose last turn is the longest ago is next, and of its messages likewise. Other processes may take turns of the same
 * message.
 * @param except messages that this process has a turn of
 */
export async function takeTurn(db: Db, lane: Lane, { except, now }: { except: string[]; now: Date }): Promise<Turn | undefined> {
  const turnAt = lane === 'bulk' ? sql`bulk_turn_at` : sql`interactive_turn_at`;
  const [turn] = await db.query<Turn>(sql`
    WITH next AS (
      SELECT d.workspace_id, d.message_id
      FROM dispatches d LEFT JOIN senders s ON s.workspace_id = d.workspace_id
      WHERE ${isDue(lane, now)} AND d.message_id <> ALL(${except}::uuid[])
      ORDER BY s.${turnAt} NULLS FIRST, d.turn_at NULLS FIRST, d.message_id LIMIT 1
      FOR UPDATE OF d SKIP LOCKED
    ), noted AS (
      INSERT INTO senders (workspace_id, ${turnAt}) SELECT workspace_id, clock_timestamp() FROM next
      ON CONFLICT (workspace_id) DO UPDATE SET ${turnAt} = clock_timestamp()
    )
    UPDATE dispatches d SET turn_at = ${now}::timestamptz
    FROM next WHERE d.workspace_id = next.workspace_id AND d.message_id = next.message_id
    RETURNING d.workspace_id AS "workspaceId", d.message_id AS "messageId", d.origin, d.repeatable,
      (SELECT m.xmin::text FROM messages m WHERE m.workspace_id = d.workspace_id AND m.id = d.message_id) AS edition, d.outage_count AS "outageCount",
      d.trouble_since AS "troubleSince", d.dead_runs AS "deadRuns"`);
  return turn;
}

const isDue = (lane: Lane, now: Date): Sql => sql`d.state = 'open' AND d.lane = ${lane}::text AND d.wake_at <= ${now}::timestamptz
  AND ${isActive(sql`d.workspace_id`)}`;

export const isLaneDue = (lane: Lane, now: Date): Sql => sql`EXISTS (SELECT FROM dispatches d WHERE ${isDue(lane, now)})`;

export const laneRows = (lane: Lane, now: Date): Sql => sql`
  SELECT d.workspace_id, d.message_id,
    CASE WHEN c.any THEN 'running' WHEN d.trouble IS NOT NULL THEN 'failed' ELSE 'waiting' END,
    CASE WHEN d.trouble IS NOT NULL THEN d.trouble_since ELSE d.wake_at END, d.outage_count + d.dead_runs, d.trouble
  FROM dispatches d
  CROSS JOIN LATERAL (SELECT EXISTS (
    SELECT FROM claims c WHERE c.workspace_id = d.workspace_id AND c.message_id = d.message_id) AS any) AS c
  WHERE d.state = 'open' AND d.lane = ${lane}::text AND (c.any OR d.trouble IS NOT NULL OR d.wake_at <= ${now}::timestamptz)`;

export interface HeldDispatch {
  state: 'open' | 'paused' | 'ended';
  lane: Lane;
}

export async function lockDispatch(tx: Scope<Tx>, messageId: MessageId): Promise<HeldDispatch | undefined> {
  const [held] = await tx.db.query<HeldDispatch>(sql`
    SELECT state, lane FROM dispatches WHERE ${ofMessage(tx, messageId)} FOR UPDATE`);
  return held;
}

export interface Report {
  /** With any at all, the trouble is over. */
  sent: number;
  rest: Rest | null;
}

export interface Rest {
  until: Date;
  waitingFor: WaitingFor;
  /** The server's words; null where it only waits for its share of the rate. */
  trouble: string | null;
}

const NOTHING: Report = { sent: 0, rest: null };

const PACE_SECONDS = 10;

/**
 * Notes the state of a message, for a dispatch that the transaction holds, and its next due time. Due deliveries and claims are read by a
 * statement of its own, which sees everything that others wrote until the lock was taken.
 * @returns false when all deliveries have come to an end
 */
export async function settle(tx: Ctx<Tx>, messageId: MessageId, { sent, rest }: Report = NOTHING): Promise<boolean> {
  const { db, workspaceId, now } = tx;
  const progress = sent > 0;
  const of = ofMessage(tx, messageId);
  const inTrouble = rest !== null && rest.trouble !== null;
  const [next] = await db.query<{ isLeft: boolean }>(sql`
    UPDATE dispatches d
    SET wake_at = greatest(coalesce(n.at, ${now}::timestamptz), ${rest?.until ?? null}::timestamptz, n.other_rest),
        rest_until = greatest(${rest?.until ?? null}::timestamptz, n.other_rest),
        waiting_for = coalesce(
          ${rest?.waitingFor ?? null}::text, CASE WHEN n.other_rest IS NOT NULL THEN d.waiting_for END,
          CASE WHEN n.at > ${now}::timestamptz AND NOT n.in_hand THEN 'retries' END),
        trouble = CASE WHEN ${inTrouble}::boolean THEN ${rest?.trouble ?? null}::text WHEN NOT ${progress}::boolean THEN d.trouble END,
        trouble_since = CASE WHEN ${inTrouble}::boolean AND NOT ${progress}::boolean THEN coalesce(d.trouble_since, ${now}::timestamptz)
                             WHEN NOT ${progress}::boolean THEN d.trouble_since END,
        outage_count = CASE WHEN ${progress}::boolean THEN 0 ELSE d.outage_count END + ${inTrouble ? 1 : 0}::int,
        pace = CASE WHEN n.seconds >= ${PACE_SECONDS}::int THEN (d.paced_count + ${sent}::int) / n.seconds ELSE d.pace END,
        paced_since = CASE WHEN n.seconds >= ${PACE_SECONDS}::int OR d.paced_since IS NULL THEN ${now}::timestamptz ELSE d.paced_since END,
        paced_count = CASE WHEN n.seconds >= ${PACE_SECONDS}::int OR d.paced_since IS NULL THEN 0 ELSE d.paced_count + ${sent}::int END
    FROM (
      SELECT CASE WHEN fresh THEN ${now}::timestamptz ELSE least(due, lease_until) END AS at, lease_until IS NOT NULL AS in_hand,
             extract(epoch FROM ${now}::timestamptz - paced_since)::float8 AS seconds,
             -- That of a turn which another process has ended meanwhile.
             CASE WHEN rest_until > ${now}::timestamptz THEN rest_until END AS other_rest
      FROM (
        SELECT
          EXISTS (
            SELECT FROM deliveries
            WHERE ${of} AND id > dispatches.cursor AND status = 'pending' AND next_attempt_at IS NULL) AS fresh,
          (SELECT min(next_attempt_at) FROM deliveries WHERE ${of} AND next_attempt_at IS NOT NULL) AS due,
          (SELECT min(lease_until) FROM claims WHERE ${of}) AS lease_until,
          paced_since, rest_until
        FROM dispatches WHERE ${of}
      ) AS found
    ) AS n
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.message_id = ${messageId}::uuid
    RETURNING n.at IS NOT NULL AS "isLeft"`);
  return next?.isLeft ?? false;
}

/** For a dispatch that the transaction holds. When it opens, the trouble is cleared. */
export async function setState(tx: Ctx<Tx>, messageId: MessageId, state: HeldDispatch['state']): Promise<void> {
  const cleared = sql`,
    wake_at = ${tx.now}::timestamptz, rest_until = NULL, outage_count = 0, dead_runs = 0, trouble_since = NULL, trouble = NULL`;
  await tx.db.query(sql`
    UPDATE dispatches SET state = ${state}::text, waiting_for = NULL ${state === 'open' ? cleared : empty}
    WHERE ${ofMessage(tx, messageId)}`);
}

/** For a dispatch that the transaction holds. */
export async function noteDeadRun(tx: Scope<Tx>, messageId: MessageId): Promise<void> {
  await tx.db.query(sql`UPDATE dispatches SET dead_runs = dead_runs + 1 WHERE ${ofMessage(tx, messageId)}`);
}
