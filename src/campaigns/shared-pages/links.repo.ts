import type { Kind } from '../../content/documents/kinds.ts';
import { type Scope, type Sql, sql } from '../../platform/db.ts';

export type ReportKind = 'blast' | 'flow' | 'tent' | 'import';

/** @returns how often they have been revoked now, or undefined without such a document */
export const revokePreviews = ({ db, workspaceId }: Scope, kind: Kind['name'], id: string): Promise<number | undefined> =>
  revoked(
    db.query(sql`
      UPDATE documents SET preview_revocations = preview_revocations + 1
      WHERE workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid AND kind = ${kind}::text RETURNING preview_revocations AS revocations`),
  );

const REPORTED: Record<ReportKind, { table: Sql; only: Sql }> = {
  blast: { table: sql`blasts`, only: sql`true` },
  flow: { table: sql`flows`, only: sql`status <> 'deleted'` },
  tent: { table: sql`documents`, only: sql`kind = 'tent'` },
  import: { table: sql`contact_import_runs`, only: sql`true` },
};

/** @returns as above */
export const revokeReports = ({ db, workspaceId }: Scope, kind: ReportKind, id: string): Promise<number | undefined> =>
  revoked(
    db.query(sql`
      UPDATE ${REPORTED[kind].table} SET report_revocations = report_revocations + 1
      WHERE workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid AND ${REPORTED[kind].only} RETURNING report_revocations AS revocations`),
  );

async function revoked(rows: Promise<{ revocations: number }[]>): Promise<number | undefined> {
  return (await rows)[0]?.revocations;
}
