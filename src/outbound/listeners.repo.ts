import { type Scope, sql, type Tx } from '../platform/db.ts';

/**
 * Brings the types that are written in step with what the feed and the enabled endpoints take. The workspace's row is held first, so that
 * of two changes the second sees the first.
 */
export async function updateListeners({ db, workspaceId }: Scope<Tx>): Promise<void> {
  await db.query(sql`SELECT 1 AS held FROM workspaces WHERE id = ${workspaceId}::uuid FOR NO KEY UPDATE`);
  await db.query(sql`
    WITH wanted AS MATERIALIZED (
      SELECT unnest(event_types) AS type FROM workspaces WHERE id = ${workspaceId}::uuid AND event_feed
      UNION
      SELECT unnest(event_types) FROM webhook_endpoints WHERE workspace_id = ${workspaceId}::uuid AND status = 'enabled'
    ), gone AS (
      DELETE FROM event_listeners WHERE workspace_id = ${workspaceId}::uuid AND type NOT IN (SELECT type FROM wanted)
    )
    INSERT INTO event_listeners (workspace_id, type) SELECT ${workspaceId}::uuid, type FROM wanted ON CONFLICT DO NOTHING`);
}
