-- Bulk jobs on contacts: work while they run, and their result afterwards.
CREATE TABLE contact_jobs (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  id uuid NOT NULL,
  action text NOT NULL CHECK (action IN ('update', 'delete', 'add_to_list', 'remove_from_list', 'enrol', 'erase')),
  -- The selection: one of the two. The list may be deleted while the job waits.
  rules jsonb,
  list_id uuid,
  -- The values of the action.
  parameters jsonb NOT NULL,
  dry_run boolean NOT NULL,
  requested_by text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'processing', 'completed', 'failed', 'cancelled')),
  -- Contacts are handled by id: those up to the cursor are done, and those after the last one came later than the job.
  cursor uuid NOT NULL,
  last_id uuid NOT NULL,
  total_count integer,
  examined_count integer NOT NULL DEFAULT 0,
  matched_count integer NOT NULL DEFAULT 0,
  changed_count integer NOT NULL DEFAULT 0,
  unchanged_count integer NOT NULL DEFAULT 0,
  failed_count integer NOT NULL DEFAULT 0,
  failures jsonb NOT NULL DEFAULT '[]',
  sample uuid[] NOT NULL DEFAULT '{}',
  attempts integer NOT NULL DEFAULT 0,
  claimed_by uuid,
  lease_until timestamptz(3),
  served_at timestamptz(3),
  error_message text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3),
  PRIMARY KEY (workspace_id, id),
  CHECK ((rules IS NULL) <> (list_id IS NULL)),
  CHECK ((status IN ('completed', 'failed', 'cancelled')) = (completed_at IS NOT NULL))
);
CREATE INDEX contact_jobs_queue ON contact_jobs (status, workspace_id, created_at, id) WHERE status IN ('pending', 'processing');
CREATE INDEX contact_jobs_served ON contact_jobs (workspace_id, served_at);
CREATE INDEX contact_jobs_failed ON contact_jobs (completed_at) WHERE status = 'failed';
