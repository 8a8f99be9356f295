-- Runs may be cancelled. The rows that are there keep to the old rules, so they are checked in a migration of its own, without a lock.
ALTER TABLE contact_import_runs
  DROP CONSTRAINT contact_import_runs_status_check,
  DROP CONSTRAINT contact_import_runs_check1,
  ADD CONSTRAINT contact_import_runs_status CHECK (status IN ('queued', 'running', 'completed', 'failed', 'cancelled')) NOT VALID,
  ADD CONSTRAINT contact_import_runs_ended CHECK ((status NOT IN ('queued', 'running')) = (completed_at IS NOT NULL)) NOT VALID;
