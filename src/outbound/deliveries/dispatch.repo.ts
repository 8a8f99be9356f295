import { type Ctx, type Db, empty, type Sql, sql } from '../../platform/db.ts';
import type { DeliveryId, EndpointId, WorkspaceId } from '../../platform/ids.ts';
import { leaseIsOver } from '../../queue/lease.ts';
import { isActive } from '../../queue/suspension.ts';
import type { FeedPosition } from '../feed/feed.repo.ts';

/** Receivers that answer fast have places of their own, and so have those that do not. */
export type Lane = 'fast' | 'slow';

/** An endpoint that a run has in hand. Whatever the run writes counts only while it holds it. */
export interface Dispatch extends FeedPosition {
  workspaceId: WorkspaceId;
  endpointId: EndpointId;
  run: string;
  url: string;
  types: string[];
  secret: Buffer;
  previousSecret: Buffer | null;
  previousSecretUntil: Date | null;
  failures: number;
  failingSince: Date | null;
  recoverFrom: string | null;
  recoverPosition: string | null;
  recoverEventId: string | null;
  recoverUntil: string | null;
}

const isSlow = (lane: Lane): Sql => sql`d.is_slow = ${lane === 'slow'}::boolean`;

/** Endpoints of a lane with something to send. @param from the lowest id of the events that are kept */
const due = (lane: Lane, from: string, now: Date): Sql => sql`
  FROM webhook_dispatches d
  JOIN webhook_endpoints e ON e.workspace_id = d.workspace_id AND e.id = d.endpoint_id AND e.status = 'enabled'
  WHERE ${isSlow(lane)} AND d.wake_at <= ${now}::timestamptz AND ${leaseIsOver(sql`d.lease_until`, now)} AND ${isActive(sql`d.workspace_id`)} AND (
    d.recover_until IS NOT NULL
    OR EXISTS (
      SELECT FROM webhook_deliveries w
      WHERE w.workspace_id = d.workspace_id AND w.endpoint_id = d.endpoint_id AND w.next_attempt_at <= ${now}::timestamptz)
    OR EXISTS (
      SELECT FROM events v
      WHERE v.workspace_id = d.workspace_id AND (v.position, v.id) > (d.position, d.event_id) AND v.position < (SELECT event_horizon())
        AND v.id >= ${from}::uuid))`;

/** Endpoints of a lane as operators see them: those with something to send, and those that do not deliver. */
export const standing = (lane: Lane, from: string, now: Date): Sql => sql`
  SELECT d.workspace_id, d.endpoint_id, CASE WHEN d.failures > 0 THEN 'failed' ELSE 'waiting' END, d.wake_at, d.failures,
    CASE WHEN d.failures > 0 THEN 'The receiver does not take events; its deliveries have more.' END ${due(lane, from, now)}
  UNION ALL
  SELECT d.workspace_id, d.endpoint_id, CASE WHEN d.claimed_by IS NULL THEN 'failed' ELSE 'running' END, d.wake_at, d.failures, NULL
  FROM webhook_dispatches d
  JOIN webhook_endpoints e ON e.workspace_id = d.workspace_id AND e.id = d.endpoint_id AND e.status = 'enabled'
  WHERE ${isSlow(lane)} AND (d.failures > 0 AND d.wake_at > ${now}::timestamptz OR NOT ${leaseIsOver(sql`d.lease_until`, now)})`;

/** A condition: some endpoint of the lane has something to send. */
export const isAnyDue = (lane: Lane, from: string, now: Date): Sql => sql`EXISTS (SELECT ${due(lane, from, now)})`;

/** Claims the endpoint whose turn it is: of the workspace with the fewest runs under way the one that was served longest ago. */
export async function claimEndpoint(
  db: Db,
  { lane, run, from, now, leaseUntil }: { lane: Lane; run: string; from: string; now: Date; leaseUntil: Date },
): Promise<Dispatch | undefined> {
  const [claimed] = await db.query<Dispatch>(sql`
    WITH next AS MATERIALIZED (
      SELECT d.workspace_id, d.endpoint_id ${due(lane, from, now)}
      ORDER BY (
        SELECT count(*) FROM webhook_dispatches r
        WHERE r.workspace_id = d.workspace_id AND r.claimed_by IS NOT NULL AND NOT ${leaseIsOver(sql`r.lease_until`, now)}
      ), d.served_at NULLS FIRST, d.workspace_id, d.endpoint_id
      LIMIT 1 FOR UPDATE OF d SKIP LOCKED
    )
    UPDATE webhook_dispatches d
    SET claimed_by = ${run}::uuid, lease_until = ${leaseUntil}::timestamptz, served_at = ${now}::timestamptz
    FROM next JOIN webhook_endpoints e ON e.workspace_id = next.workspace_id AND e.id = next.endpoint_id
    WHERE d.workspace_id = next.workspace_id AND d.endpoint_id = next.endpoint_id
    RETURNING d.workspace_id::text AS "workspaceId", d.endpoint_id::text AS "endpointId", ${run}::text AS run, e.url, e.event_types AS types,
      e.secret, e.previous_secret AS "previousSecret", e.previous_secret_until AS "previousSecretUntil", d.position::text,
      d.event_id::text AS id, d.failures, d.failing_since AS "failingSince", d.recover_from::text AS "recoverFrom",
      d.recover_position::text AS "recoverPosition", d.recover_event_id::text AS "recoverEventId", d.recover_until::text AS "recoverUntil"`);
  return claimed;
}

/** Something that is to be sent. */
export interface Item extends FeedPosition {
  type: string;
  occurredAt: Date;
  /** Null for an event that the endpoint does not take, which is passed over. */
  data: unknown;
  /** False: the event is passed over. */
  isWanted: boolean;
  /** The delivery that is tried again; null for the first attempt. */
  deliveryId: DeliveryId | null;
  attempts: number;
}

const columns = (isWanted: Sql): Sql => sql`
  v.position::text, v.id::text, v.type, v.occurred_at AS "occurredAt", CASE WHEN ${isWanted} THEN v.data END AS data, ${isWanted} AS "isWanted",
  NULL::text AS "deliveryId", 0 AS attempts`;

/** A test goes to its endpoint alone, by its delivery. */
const takes = (types: string[]): Sql =>
  types.includes('*') ? sql`v.type <> 'webhook.test'` : sql`(v.type <> 'webhook.test' AND v.type = ANY(${types}::text[]))`;

/** Deliveries that are due again, the one that has waited longest first. One whose event is gone has `isWanted: false`. */
export const readDue = (db: Db, { workspaceId, endpointId }: Dispatch, now: Date, limit: number): Promise<Item[]> =>
  db.query(sql`
    SELECT w.position::text, w.event_id::text AS id, w.event_type AS type, coalesce(v.occurred_at, w.created_at) AS "occurredAt", v.data,
      v.id IS NOT NULL AS "isWanted", w.id::text AS "deliveryId", w.attempts
    FROM (
      SELECT * FROM webhook_deliveries
      WHERE workspace_id = ${workspaceId}::uuid AND endpoint_id = ${endpointId}::uuid AND next_attempt_at <= ${now}::timestamptz
      ORDER BY next_attempt_at LIMIT ${limit}::int
    ) AS w LEFT JOIN events v ON v.workspace_id = w.workspace_id AND v.position = w.position AND v.id = w.event_id
    ORDER BY w.next_attempt_at`);

/** Events behind the cursor, those that the endpoint does not take included. */
export const readNew = (db: Db, { workspaceId, position, id, types }: Dispatch, from: string, limit: number): Promise<Item[]> =>
  db.query(sql`
    SELECT ${columns(takes(types))} FROM events v
    WHERE v.workspace_id = ${workspaceId}::uuid AND (v.position, v.id) > (${position}::bigint, ${id}::uuid)
      AND v.position < (SELECT event_horizon()) AND v.id >= ${from}::uuid
    ORDER BY v.position, v.id LIMIT ${limit}::int`);

/** Old events of a recovery, those that were delivered or are still tried included. */
export const readRecovered = (db: Db, dispatch: Dispatch, limit: number): Promise<Item[]> => {
  const { workspaceId, endpointId, types, recoverFrom, recoverPosition, recoverEventId, recoverUntil } = dispatch;
  const isMissing = sql`(${takes(types)} AND NOT EXISTS (
    SELECT FROM webhook_deliveries w
    WHERE w.workspace_id = v.workspace_id AND w.endpoint_id = ${endpointId}::uuid AND w.event_id = v.id AND w.status <> 'failed'))`;
  return db.query(sql`
    SELECT ${columns(isMissing)} FROM events v
    WHERE v.workspace_id = ${workspaceId}::uuid AND (v.position, v.id) > (${recoverPosition}::bigint, ${recoverEventId}::uuid)
      AND v.position <= ${recoverUntil}::bigint AND v.id >= ${recoverFrom}::uuid
    ORDER BY v.position, v.id LIMIT ${limit}::int`);
};

/** What an attempt came to. */
export interface Outcome extends FeedPosition {
  type: string;
  deliveryId: DeliveryId | null;
  attempts: number;
  status: 'pending' | 'delivered' | 'failed';
  nextAttemptAt: Date | null;
  responseStatus: number | null;
  responseBody: string | null;
  error: string | null;
}

export interface Progress {
  /** Where the sending is. */
  cursor?: FeedPosition | undefined;
  /** Where the recovery is; null when it is over. */
  recovery?: FeedPosition | null | undefined;
  leaseUntil: Date;
}

/**
 * Writes what attempts came to, and how far the sending has come, in one statement. The attempts of a run that has lost its endpoint, or
 * died before, are made again: a receiver gets an event at least once.
 * @returns false when the run does not hold the endpoint any more
 */
export async function recordOutcomes(
  { db, workspaceId, now }: Ctx,
  { endpointId, run }: Dispatch,
  outcomes: readonly Outcome[],
  { cursor, recovery, leaseUntil }: Progress,
): Promise<boolean> {
  const rows = await db.query(sql`
    WITH held AS (
      UPDATE webhook_dispatches SET lease_until = ${leaseUntil}::timestamptz
        ${cursor ? sql`, position = ${cursor.position}::bigint, event_id = ${cursor.id}::uuid` : empty}
        ${recovery ? sql`, recover_position = ${recovery.position}::bigint, recover_event_id = ${recovery.id}::uuid` : empty}
        ${recovery === null ? sql`, recover_from = NULL, recover_position = NULL, recover_event_id = NULL, recover_until = NULL` : empty}
      WHERE workspace_id = ${workspaceId}::uuid AND endpoint_id = ${endpointId}::uuid AND claimed_by = ${run}::uuid
      RETURNING 1 AS held
    ), outcome AS MATERIALIZED (
      SELECT * FROM unnest(
        ${outcomes.map(({ deliveryId }) => deliveryId)}::uuid[], ${outcomes.map(({ position }) => position)}::bigint[],
        ${outcomes.map(({ id }) => id)}::uuid[], ${outcomes.map(({ type }) => type)}::text[],
        ${outcomes.map(({ attempts }) => attempts)}::int[], ${outcomes.map(({ status }) => status)}::text[],
        ${outcomes.map(({ nextAttemptAt }) => nextAttemptAt)}::timestamptz[],
        ${outcomes.map(({ responseStatus }) => responseStatus)}::int[], ${outcomes.map(({ responseBody }) => responseBody)}::text[],
        ${outcomes.map(({ error }) => error)}::text[])
        AS o (delivery_id, position, event_id, type, attempts, status, next_attempt_at, response_status, response_body, error)
      WHERE EXISTS (SELECT FROM held)
    ), tried_again AS (
      UPDATE webhook_deliveries w
      SET status = o.status, attempts = o.attempts, last_attempt_at = ${now}::timestamptz, next_attempt_at = o.next_attempt_at,
        response_status = o.response_status, response_body = o.response_body, error = o.error
      FROM outcome o WHERE w.workspace_id = ${workspaceId}::uuid AND w.id = o.delivery_id
    ), first_tried AS (
      INSERT INTO webhook_deliveries (workspace_id, id, endpoint_id, position, event_id, event_type, status, attempts, created_at,
        last_attempt_at, next_attempt_at, response_status, response_body, error)
      SELECT ${workspaceId}::uuid, uuid_v7(${now}::timestamptz), ${endpointId}::uuid, position, event_id, type, status, attempts,
        ${now}::timestamptz, ${now}::timestamptz, next_attempt_at, response_status, response_body, error
      FROM outcome WHERE delivery_id IS NULL
    )
    SELECT held FROM held`);
  return rows.length > 0;
}

/** Lets go of an endpoint, and says how its circuit stands. */
export async function releaseEndpoint(
  { db, workspaceId }: Ctx,
  { endpointId, run }: Dispatch,
  { wakeAt, failures, failingSince, isSlow }: { wakeAt: Date; failures: number; failingSince: Date | null; isSlow: boolean | undefined },
): Promise<void> {
  await db.query(sql`
    UPDATE webhook_dispatches
    SET claimed_by = NULL, lease_until = NULL, wake_at = ${wakeAt}::timestamptz, failures = ${failures}::int,
      failing_since = ${failingSince}::timestamptz ${isSlow === undefined ? empty : sql`, is_slow = ${isSlow}::boolean`}
    WHERE workspace_id = ${workspaceId}::uuid AND endpoint_id = ${endpointId}::uuid AND claimed_by = ${run}::uuid`);
}
