import { sql } from '../../platform/db.ts';
import type { Retained } from '../../workspaces/retention.ts';

/** The results of imports row by row. The run and its figures stay. */
export const keptImportResults: Retained = {
  name: 'import-result-retention',
  days: 'result_days',
  async purge({ db, workspaceId }, { before, most }) {
    const [gone] = await db.query<{ count: number }>(sql`
      WITH old AS MATERIALIZED (
        SELECT r.workspace_id, r.run_id, r.row_number FROM contact_import_runs u
        CROSS JOIN LATERAL (
          SELECT workspace_id, run_id, row_number FROM contact_import_results
          WHERE workspace_id = u.workspace_id AND run_id = u.id ORDER BY row_number LIMIT ${most}::int
        ) AS r
        WHERE u.workspace_id = ${workspaceId}::uuid AND u.completed_at < ${before}::timestamptz AND u.claimed_by IS NULL
        LIMIT ${most}::int
      ), gone AS (
        DELETE FROM contact_import_results r USING old
        WHERE r.workspace_id = old.workspace_id AND r.run_id = old.run_id AND r.row_number = old.row_number RETURNING 1
      )
      SELECT count(*)::int AS count FROM gone`);
    return gone?.count === most ? '' : null;
  },
};
