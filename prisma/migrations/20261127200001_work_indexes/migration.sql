-- concurrently
-- Which row of a ledger is next (src/queue/ledger.ts): the same index on each.
CREATE INDEX CONCURRENTLY exports_queue ON exports (status, workspace_id, created_at, id) WHERE status IN ('pending', 'processing');
CREATE INDEX CONCURRENTLY exports_served ON exports (workspace_id, served_at) WHERE served_at IS NOT NULL;
CREATE INDEX CONCURRENTLY contact_import_runs_queue ON contact_import_runs (status, workspace_id, created_at, id)
  WHERE status IN ('queued', 'running');
DROP INDEX CONCURRENTLY exports_open;
DROP INDEX CONCURRENTLY contact_import_runs_open;
-- What operators look at.
CREATE INDEX CONCURRENTLY exports_failed ON exports (completed_at) WHERE status = 'failed';
CREATE INDEX CONCURRENTLY contact_import_runs_failed ON contact_import_runs (completed_at) WHERE status = 'failed';
CREATE INDEX CONCURRENTLY generations_failed ON generations (completed_at) WHERE status = 'failed';
CREATE INDEX CONCURRENTLY blasts_failed ON blasts (updated_at) WHERE status = 'failed';
