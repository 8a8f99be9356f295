import { sql } from '../../platform/db.ts';
import type { Retained } from '../../workspaces/retention.ts';

/** Jobs of many tents with their items, once each item has its outcome. The tents stay. */
export const keptBulkJobs: Retained = {
  name: 'bulk-job-retention',
  days: 'result_days',
  async purge({ db, workspaceId }, { before, most }) {
    // Each has up to some hundred items.
    const jobs = Math.ceil(most / 100);
    const [gone] = await db.query<{ count: number }>(sql`
      WITH old AS MATERIALIZED (
        SELECT j.id FROM bulk_jobs j
        WHERE j.workspace_id = ${workspaceId}::uuid AND j.created_at < ${before}::timestamptz AND NOT EXISTS (
          SELECT FROM bulk_items i WHERE i.workspace_id = j.workspace_id AND i.job_id = j.id
            AND (i.outcome IS NULL OR i.settled_at >= ${before}::timestamptz))
        ORDER BY j.id LIMIT ${jobs}::int
      ), gone AS (
        DELETE FROM bulk_jobs j USING old WHERE j.workspace_id = ${workspaceId}::uuid AND j.id = old.id RETURNING 1
      )
      SELECT count(*)::int AS count FROM gone`);
    return gone?.count === jobs ? '' : null;
  },
};
