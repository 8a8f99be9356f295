import type { WebhookEndpoint } from '../../../generated/prisma/client.ts';
import { type Ctx, type Scope, sql, type Tx } from '../../platform/db.ts';
import type { EndpointId } from '../../platform/ids.ts';
import type { Position } from '../../shared/cursor.ts';
import { LAST_ID } from '../feed/feed.repo.ts';

/** An endpoint, and how its sending stands. */
export interface EndpointRow {
  endpoint: WebhookEndpoint;
  failingSince: Date | null;
  /** The lowest id of the events that are sent again; null when none are. */
  recoverFrom: string | null;
}

interface Standing {
  id: string;
  failingSince: Date | null;
  recoverFrom: string | null;
}

async function withStandings({ db, workspaceId }: Scope, endpoints: WebhookEndpoint[]): Promise<EndpointRow[]> {
  const standings = await db.query<Standing>(sql`
    SELECT endpoint_id::text AS id, failing_since AS "failingSince", recover_from::text AS "recoverFrom"
    FROM webhook_dispatches WHERE workspace_id = ${workspaceId}::uuid AND endpoint_id = ANY(${endpoints.map(({ id }) => id)}::uuid[])`);
  const found = new Map(standings.map((row) => [row.id, row]));
  return endpoints.map((endpoint) => {
    const { failingSince = null, recoverFrom = null } = found.get(endpoint.id) ?? {};
    return { endpoint, failingSince, recoverFrom };
  });
}

export async function readEndpoint(ctx: Scope, id: string): Promise<EndpointRow | undefined> {
  const endpoint = await ctx.db.prisma.webhookEndpoint.findFirst({ where: { workspaceId: ctx.workspaceId, id } });
  return endpoint ? (await withStandings(ctx, [endpoint]))[0] : undefined;
}

/** Holds an endpoint, so that what is decided about it is so until the end of the transaction. */
export async function holdEndpoint(tx: Scope<Tx>, id: string): Promise<EndpointRow | undefined> {
  await tx.db.query(sql`SELECT 1 AS held FROM workspaces WHERE id = ${tx.workspaceId}::uuid FOR NO KEY UPDATE`);
  await tx.db.query(
    sql`SELECT 1 AS held FROM webhook_endpoints WHERE workspace_id = ${tx.workspaceId}::uuid AND id = ${id}::uuid FOR UPDATE`,
  );
  return readEndpoint(tx, id);
}

export async function listEndpoints(ctx: Scope, after: Position | undefined, most: number): Promise<EndpointRow[]> {
  const { db, workspaceId } = ctx;
  const where = { workspaceId, ...(after && { id: { gt: after.id } }) };
  return withStandings(ctx, await db.prisma.webhookEndpoint.findMany({ where, orderBy: { id: 'asc' }, take: most }));
}

export const countEndpoints = ({ db, workspaceId }: Scope): Promise<number> => db.prisma.webhookEndpoint.count({ where: { workspaceId } });

/** Begins the sending with the events of later transactions. */
export async function startDispatch({ db, workspaceId, now }: Ctx<Tx>, endpointId: EndpointId): Promise<void> {
  await db.query(sql`
    INSERT INTO webhook_dispatches AS d (workspace_id, endpoint_id, position, event_id, wake_at)
    VALUES (${workspaceId}::uuid, ${endpointId}::uuid, event_position(), ${LAST_ID}::uuid, ${now}::timestamptz)
    ON CONFLICT (workspace_id, endpoint_id) DO UPDATE
    SET position = excluded.position, event_id = excluded.event_id, wake_at = excluded.wake_at, claimed_by = NULL, lease_until = NULL,
      failures = 0, failing_since = NULL, recover_from = NULL, recover_position = NULL, recover_event_id = NULL, recover_until = NULL`);
}

/** Gives a receiver whose circuit is open another chance at once. */
export async function closeCircuit({ db, workspaceId, now }: Ctx<Tx>, endpointId: EndpointId): Promise<void> {
  await db.query(sql`
    UPDATE webhook_dispatches SET wake_at = ${now}::timestamptz, failures = 0, failing_since = NULL
    WHERE workspace_id = ${workspaceId}::uuid AND endpoint_id = ${endpointId}::uuid`);
}

/** Has the events from an id on sent again where they were not delivered, up to where the sending is. */
export async function beginRecovery({ db, workspaceId, now }: Ctx<Tx>, endpointId: EndpointId, from: string): Promise<void> {
  await db.query(sql`
    UPDATE webhook_dispatches
    SET recover_from = ${from}::uuid, recover_position = 0, recover_event_id = ${from}::uuid, recover_until = position,
      wake_at = ${now}::timestamptz
    WHERE workspace_id = ${workspaceId}::uuid AND endpoint_id = ${endpointId}::uuid`);
}
