import { FIRST_ID } from '../../platform/chunks.ts';
import { type Ctx, sql, type Tx } from '../../platform/db.ts';
import { giveBack } from '../../workspaces/budget/budget.ts';
import type { Retained } from '../../workspaces/retention.ts';
import { bytes } from './versions.repo.ts';

/**
 * Superseded versions, with the generations that have made them: neither the current nor the approved one of their document, nor one
 * that is live or about to be, or that a blast has been released with. Flows and schedules of tents take one of these when they act.
 */
export const keptVersions: Retained = {
  name: 'version-retention',
  days: 'version_days',
  async purge(tx, { before, cursor, most }) {
    const { db, workspaceId } = tx;
    const [walked] = await db.query<{ last: string | null; count: number; found: string | null }>(sql`
      WITH next AS MATERIALIZED (
        SELECT d.id, d.current_version FROM documents d
        WHERE d.workspace_id = ${workspaceId}::uuid AND d.id > ${cursor ?? FIRST_ID}::uuid ORDER BY d.id LIMIT ${most}::int
      )
      SELECT (SELECT id FROM next ORDER BY id DESC LIMIT 1) AS last, (SELECT count(*)::int FROM next) AS count, (
        SELECT n.id FROM next n
        WHERE EXISTS (
          SELECT FROM versions v
          WHERE v.workspace_id = ${workspaceId}::uuid AND v.document_id = n.id AND v.version < n.current_version)
        ORDER BY n.id LIMIT 1) AS found`);
    if (!walked?.found) return walked?.count === most ? walked.last : null;
    await deleteSuperseded(tx, walked.found, before);
    return walked.found;
  },
};

/** The document is held, as by all that change its versions. */
async function deleteSuperseded(tx: Ctx<Tx>, documentId: string, before: Date): Promise<void> {
  const { db, workspaceId } = tx;
  await db.query(sql`SELECT 1 AS held FROM documents WHERE workspace_id = ${workspaceId}::uuid AND id = ${documentId}::uuid FOR UPDATE`);
  const [gone] = await db.query<{ bytes: number }>(sql`
    WITH old AS MATERIALIZED (
      SELECT g.id, ${bytes} AS bytes
      FROM documents d
      JOIN generations g ON g.workspace_id = d.workspace_id AND g.document_id = d.id
      JOIN versions v ON v.workspace_id = g.workspace_id AND v.id = g.id
      WHERE d.workspace_id = ${workspaceId}::uuid AND d.id = ${documentId}::uuid
        AND v.version < d.current_version AND v.version IS DISTINCT FROM d.approved_version
        -- Superseded for so long: an older version that was replaced yesterday can still be brought back.
        AND EXISTS (
          SELECT FROM versions n JOIN generations m ON m.workspace_id = n.workspace_id AND m.id = n.id
          WHERE n.workspace_id = d.workspace_id AND n.document_id = d.id AND n.version > v.version
            AND m.completed_at < ${before}::timestamptz)
        AND NOT EXISTS (
          SELECT FROM publications p WHERE p.workspace_id = d.workspace_id AND p.tent_id = d.id
            AND (p.generation_id = g.id OR p.awaited_generation_id = g.id))
        AND NOT EXISTS (
          SELECT FROM blasts b WHERE b.workspace_id = d.workspace_id AND b.email_id = d.id AND b.approved_email_version = v.version)
        -- A later generation begins with the page that an earlier one brought along.
        AND (g.start_html IS NULL OR EXISTS (
          SELECT FROM generations n
          WHERE n.workspace_id = d.workspace_id AND n.document_id = d.id AND n.number > g.number AND n.start_html IS NOT NULL))
    ), gone AS (
      DELETE FROM generations g USING old WHERE g.workspace_id = ${workspaceId}::uuid AND g.id = old.id
    )
    SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM old`);
  if (gone && gone.bytes > 0) await giveBack(tx, 'stored_bytes', gone.bytes);
}
