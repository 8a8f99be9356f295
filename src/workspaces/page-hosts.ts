import { type Scope, sql, type Tx } from '../platform/db.ts';

/** Lets every process forget what is cached of the workspace's pages: its hosts change, or it comes or goes. */
export async function noteHosts({ db, workspaceId }: Scope<Tx>): Promise<void> {
  await db.query(sql`INSERT INTO page_changes (workspace_id) VALUES (${workspaceId}::uuid)`);
}
