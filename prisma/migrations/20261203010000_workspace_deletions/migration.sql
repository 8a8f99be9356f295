-- The operator deletes a workspace: it is suspended for good, and background work deletes its rows and files, its own row last.
ALTER TABLE workspaces ADD COLUMN deleting_at timestamptz(3);

CREATE TABLE workspace_deletions (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  -- That of the workspace: it is deleted once.
  id uuid NOT NULL CHECK (id = workspace_id),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'processing', 'failed')),
  deleted_rows bigint NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  claimed_by uuid,
  lease_until timestamptz(3),
  served_at timestamptz(3),
  error_message text,
  created_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3),
  PRIMARY KEY (workspace_id, id),
  CHECK ((status = 'failed') = (completed_at IS NOT NULL))
);
CREATE INDEX workspace_deletions_queue ON workspace_deletions (status, workspace_id, created_at, id) WHERE status IN ('pending', 'processing');
