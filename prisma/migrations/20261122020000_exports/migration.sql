-- Files that are made from a list or a blast. The row is the ledger: a run owns it by a lease, so that a run that died is
-- followed by another, and one that comes too late changes nothing. The subject may be gone while its file is still there.
CREATE TABLE exports (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  id uuid NOT NULL,
  subject_kind text NOT NULL CHECK (subject_kind IN ('contact_list', 'email_blast')),
  subject_id uuid NOT NULL,
  -- What the subject's own export asks for, a category of recipients say.
  parameters jsonb NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
  file_name text NOT NULL,
  storage_key text,
  row_count int,
  error_message text,
  attempts int NOT NULL DEFAULT 0,
  claimed_by uuid,
  lease_until timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3),
  PRIMARY KEY (workspace_id, id),
  CHECK (status <> 'completed' OR (storage_key IS NOT NULL AND row_count IS NOT NULL)),
  CHECK (status <> 'failed' OR error_message IS NOT NULL),
  CHECK ((status IN ('completed', 'failed')) = (completed_at IS NOT NULL))
);
-- What the sweep looks for: open ones that nobody works on.
CREATE INDEX exports_open ON exports (subject_kind, lease_until NULLS FIRST) WHERE status IN ('pending', 'processing');
