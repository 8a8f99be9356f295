import { type Sql, sql } from '../platform/db.ts';

/** A condition: background work of this workspace may run. That of a suspended one waits. @param workspaceId its column */
export const isActive = (workspaceId: Sql): Sql =>
  sql`NOT EXISTS (SELECT FROM workspaces suspended WHERE suspended.id = ${workspaceId} AND suspended.suspended_at IS NOT NULL)`;

/** A condition: the workspace is not being deleted, which suspends it too. @param workspaceId its column */
export const isKept = (workspaceId: Sql): Sql =>
  sql`NOT EXISTS (SELECT FROM workspaces leaving WHERE leaving.id = ${workspaceId} AND leaving.suspended_at IS NOT NULL AND leaving.deleting_at IS NOT NULL)`;
