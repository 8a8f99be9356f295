import { type Ctx, type Scope, sql, type Tx } from '../../platform/db.ts';
import type { TentId } from '../../platform/ids.ts';

/** Of one tent; the oldest are forgotten. */
const MOST_FORMER = 50;

/** The caller holds the tent. Another tent that was at a path before it loses the path. */
export async function leaveAddresses({ db, workspaceId, now }: Ctx<Tx>, tentId: TentId, paths: readonly string[]): Promise<void> {
  await db.query(sql`
    INSERT INTO former_addresses (workspace_id, path, tent_id, left_at)
    SELECT ${workspaceId}::uuid, path, ${tentId}::uuid, ${now}::timestamptz FROM unnest(${[...paths]}::text[]) AS path
    ON CONFLICT (workspace_id, path) DO UPDATE SET tent_id = excluded.tent_id, left_at = excluded.left_at`);
  await db.query(sql`
    DELETE FROM former_addresses WHERE workspace_id = ${workspaceId}::uuid AND path IN (
      SELECT path FROM former_addresses WHERE workspace_id = ${workspaceId}::uuid AND tent_id = ${tentId}::uuid
      ORDER BY left_at DESC, path OFFSET ${MOST_FORMER}::int)`);
}

/**
 * Lets every process forget what is cached of the tent's former addresses: the tent has moved, or has come up or down.
 * @param noted paths that are announced already
 * @returns all of these paths
 */
export async function noteFormerAddresses(
  { db, workspaceId }: Scope<Tx>,
  tentId: TentId,
  noted: readonly string[] = [],
): Promise<string[]> {
  const former = await db.query<{ path: string }>(sql`
    INSERT INTO page_changes (workspace_id, path)
    SELECT workspace_id, path FROM former_addresses
    WHERE workspace_id = ${workspaceId}::uuid AND tent_id = ${tentId}::uuid AND path <> ALL(${[...noted]}::text[])
    RETURNING path`);
  return [...noted, ...former.map(({ path }) => path)];
}
