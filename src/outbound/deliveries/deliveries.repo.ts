import { type Ctx, empty, type Scope, sql, type Tx } from '../../platform/db.ts';
import type { EndpointId } from '../../platform/ids.ts';
import type { Position } from '../../shared/cursor.ts';

export interface DeliveryRow {
  id: string;
  eventId: string;
  type: string;
  status: string;
  attempts: number;
  responseStatus: number | null;
  responseBody: string | null;
  error: string | null;
  lastAttemptAt: Date | null;
  nextAttemptAt: Date | null;
  createdAt: Date;
}

const COLUMNS = sql`
  id::text, event_id::text AS "eventId", event_type AS type, status, attempts, response_status AS "responseStatus",
  response_body AS "responseBody", error, last_attempt_at AS "lastAttemptAt", next_attempt_at AS "nextAttemptAt", created_at AS "createdAt"`;

export interface DeliveryQuery {
  status: string | undefined;
  after: Position | undefined;
  most: number;
  /** The lowest id that is shown. */
  from: string;
}

/** Deliveries of an endpoint, the latest first. */
export const listDeliveries = (
  { db, workspaceId }: Scope,
  endpointId: EndpointId,
  { status, after, most, from }: DeliveryQuery,
): Promise<DeliveryRow[]> =>
  db.query(sql`
    SELECT ${COLUMNS} FROM webhook_deliveries
    WHERE workspace_id = ${workspaceId}::uuid AND endpoint_id = ${endpointId}::uuid AND id >= ${from}::uuid
      ${after ? sql`AND id < ${after.id}::uuid` : empty} ${status === undefined ? empty : sql`AND status = ${status}::text`}
    ORDER BY id DESC LIMIT ${most}::int`);

/** Has a delivery attempted once more, at once. @returns undefined when there is none, or its event is not kept any more */
export async function redeliver({ db, workspaceId, now }: Ctx<Tx>, endpointId: EndpointId, id: string): Promise<DeliveryRow | undefined> {
  const [row] = await db.query<DeliveryRow>(sql`
    UPDATE webhook_deliveries SET status = 'pending', attempts = 0, next_attempt_at = ${now}::timestamptz
    WHERE workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid AND endpoint_id = ${endpointId}::uuid
    RETURNING ${COLUMNS}`);
  return row;
}

/** Writes an event for one endpoint alone, with its delivery. */
export async function addTest({ db, workspaceId, now }: Ctx<Tx>, endpointId: EndpointId, eventId: string): Promise<DeliveryRow> {
  const [row] = await db.query<DeliveryRow>(sql`
    WITH event AS (
      INSERT INTO events (workspace_id, position, id, type, occurred_at, data)
      VALUES (${workspaceId}::uuid, event_position(), ${eventId}::uuid, 'webhook.test', ${now}::timestamptz,
        jsonb_build_object('endpoint_id', ${endpointId}::uuid))
      RETURNING position, id
    )
    INSERT INTO webhook_deliveries (workspace_id, id, endpoint_id, position, event_id, event_type, status, attempts, created_at, next_attempt_at)
    SELECT ${workspaceId}::uuid, uuid_v7(${now}::timestamptz), ${endpointId}::uuid, position, id, 'webhook.test', 'pending', 0, ${now}::timestamptz,
      ${now}::timestamptz
    FROM event RETURNING ${COLUMNS}`);
  return row as DeliveryRow;
}
