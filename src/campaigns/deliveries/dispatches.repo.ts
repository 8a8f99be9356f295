import { type Db, empty, type Sql, sql, type Tx } from '../../platform/db.ts';
import type { OriginName } from './origin.ts';

/** Few people, or mail that somebody waits for, do not stand behind mass mail: they have places and a lane of their own. */
export type Lane = 'interactive' | 'bulk';

/**
 * Why a message does not move: the mail server is in trouble; it, or the workspace, may send so many a second and no more; or only
 * those are left who are tried again later.
 */
export type WaitingFor = 'mail_server' | 'transport_rate' | 'workspace_rate' | 'retries';

export interface MessageRef {
  workspaceId: string;
  messageId: string;
}

export interface NewDispatch extends MessageRef {
  origin: OriginName;
  lane: Lane;
  /** Whether what may have gone out when its process died goes again, under the same Message-ID. */
  repeatable: boolean;
  /** Whether deliveries are added to it, now and later: each of them has a time then, `next_attempt_at`. */
  grows?: boolean;
}

/** Where the cursor of a message stands whose deliveries all have a time, or have had their first turn. */
export const AT_THE_END = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const AT_THE_BEGINNING = '00000000-0000-0000-0000-000000000000';

/** Opens the sending of a message whose deliveries are written, in the same transaction. */
export async function insertDispatch(tx: Tx, dispatch: NewDispatch, now: Date): Promise<void> {
  const { workspaceId, messageId, origin, lane, repeatable, grows = false } = dispatch;
  await tx.query(sql`
    INSERT INTO dispatches (workspace_id, message_id, origin, lane, repeatable, state, cursor, wake_at)
    VALUES (${workspaceId}::uuid, ${messageId}::uuid, ${origin}::text, ${lane}::text, ${repeatable}::boolean, 'open',
      ${grows ? AT_THE_END : AT_THE_BEGINNING}::uuid, ${now}::timestamptz)`);
}

/**
 * Has what was added to a dispatch that grows sent, in the same transaction: it is opened again if it had come to its end. One that rests
 * goes on resting. Who ends or settles the sending at the same time waits for that, or is waited for.
 */
export async function wakeDispatch(tx: Tx, message: MessageRef, lane: Lane, now: Date): Promise<void> {
  const of = sql`workspace_id = ${message.workspaceId}::uuid AND message_id = ${message.messageId}::uuid`;
  const [held] = await tx.query<{ state: HeldDispatch['state'] }>(sql`
    UPDATE dispatches SET lane = ${lane}::text, wake_at = greatest(least(wake_at, ${now}::timestamptz), rest_until)
    WHERE ${of} RETURNING state`);
  if (held && held.state !== 'open') await setState(tx, message, 'open', now);
}

/** A message whose turn it is. */
export interface Turn extends MessageRef {
  origin: OriginName;
  /** Which of the messages that have had this id: that of a blast that was reopened says something else. */
  edition: string;
  repeatable: boolean;
  outageCount: number;
  troubleSince: Date | null;
  deadRuns: number;
}

/**
 * Takes the next turn of a lane: of the workspaces that have something to send, the one whose last turn is the longest ago, and of
 * its messages likewise. Null when there is nothing to do. Other processes may take turns of the same message.
 * @param except messages that this process has a turn of already
 */
export async function takeTurn(db: Db, lane: Lane, except: string[], now: Date): Promise<Turn | null> {
  const turnAt = lane === 'bulk' ? sql`bulk_turn_at` : sql`interactive_turn_at`;
  const [turn] = await db.query<Turn>(sql`
    WITH next AS (
      SELECT d.workspace_id, d.message_id
      FROM dispatches d LEFT JOIN senders s ON s.workspace_id = d.workspace_id
      WHERE d.state = 'open' AND d.lane = ${lane}::text AND d.wake_at <= ${now}::timestamptz AND d.message_id <> ALL(${except}::uuid[])
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
  return turn ?? null;
}

/** Whether something is due in a lane. */
export const isLaneDue = (lane: Lane, now: Date): Sql =>
  sql`EXISTS (SELECT FROM dispatches WHERE state = 'open' AND lane = ${lane}::text AND wake_at <= ${now}::timestamptz)`;

export interface HeldDispatch {
  state: 'open' | 'paused' | 'ended';
  lane: Lane;
}

/** Holds the sending of a message as it is until the transaction ends. Null when there is none. */
export async function lockDispatch(tx: Tx, { workspaceId, messageId }: MessageRef): Promise<HeldDispatch | null> {
  const [held] = await tx.query<HeldDispatch>(sql`
    SELECT state, lane FROM dispatches WHERE workspace_id = ${workspaceId}::uuid AND message_id = ${messageId}::uuid FOR UPDATE`);
  return held ?? null;
}

/** What a turn, or the part of one that came to its end, has to say of its message. */
export interface Report {
  /** How many the server has taken over: with any at all, whatever held it up is over. */
  sent: number;
  /** Why it cannot go on now, and until when. */
  rest: Rest | null;
}

export interface Rest {
  until: Date;
  waitingFor: WaitingFor;
  /** The server's words; null where nothing is wrong, and it only waits for its share of the rate. */
  trouble: string | null;
}

/** How long messages are counted for a figure of how many go out a second. */
const PACE_SECONDS = 10;

/**
 * Writes down how a message stands, for a dispatch that the transaction holds, and when there is something to do next: what is due
 * at a time, and what runs have in hand, are looked for by a statement of its own, which sees what others wrote until it was held.
 * @returns false when nothing is left and nobody has anything in hand: all deliveries have come to an end
 */
export async function settle(tx: Tx, { workspaceId, messageId }: MessageRef, { sent, rest }: Report, now: Date): Promise<boolean> {
  const progress = sent > 0;
  const of = sql`workspace_id = ${workspaceId}::uuid AND message_id = ${messageId}::uuid`;
  const inTrouble = rest !== null && rest.trouble !== null;
  const [next] = await tx.query<{ isLeft: boolean }>(sql`
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

/** Changes the state of a dispatch that the transaction holds. Whatever held it up is forgotten when it opens. */
export async function setState(
  tx: Tx,
  { workspaceId, messageId }: MessageRef,
  state: 'open' | 'paused' | 'ended',
  now: Date,
): Promise<void> {
  await tx.query(sql`
    UPDATE dispatches SET state = ${state}::text
      ${state === 'open' ? sql`, wake_at = ${now}::timestamptz, rest_until = NULL, outage_count = 0, dead_runs = 0, trouble_since = NULL, trouble = NULL` : empty},
      waiting_for = NULL
    WHERE workspace_id = ${workspaceId}::uuid AND message_id = ${messageId}::uuid`);
}

/** A run has ended with its process, or by a mistake of ours, for a dispatch that the transaction holds. */
export async function noteDeadRun(tx: Tx, { workspaceId, messageId }: MessageRef): Promise<void> {
  await tx.query(sql`
    UPDATE dispatches SET dead_runs = dead_runs + 1 WHERE workspace_id = ${workspaceId}::uuid AND message_id = ${messageId}::uuid`);
}
