-- Imports: a session holds the rows or waits for their file, a run brings them in, and each row has its result.

CREATE TABLE contact_import_sessions (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  id uuid NOT NULL,
  source text NOT NULL CHECK (source IN ('upload', 'rows')),
  file_name text,
  -- What the upload is announced as; inline rows have none.
  content_type text,
  -- Inline rows: the headers, and an array of texts for each row. An uploaded file is in the store, not here.
  headers text[],
  rows jsonb,
  -- Set when the session is executed. From then on its file belongs to the run.
  run_id uuid,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id),
  CHECK ((source = 'upload') = (content_type IS NOT NULL)),
  CHECK ((source = 'rows') = (rows IS NOT NULL AND headers IS NOT NULL))
);
CREATE INDEX contact_import_sessions_expiry ON contact_import_sessions (expires_at);
-- An upload knows its session, and nothing of the workspace.
CREATE INDEX contact_import_sessions_upload ON contact_import_sessions (id);

-- The row is the ledger of a run. A worker owns it by a lease for some seconds at a time; where the next chunk begins moves
-- in the transaction that writes a chunk, so that whoever takes over goes on exactly there.
CREATE TABLE contact_import_runs (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  id uuid NOT NULL,
  -- Sessions are forgotten after a day, runs stay.
  session_id uuid NOT NULL,
  source text NOT NULL CHECK (source IN ('upload', 'rows')),
  file_name text,
  headers text[] NOT NULL,
  mappings jsonb NOT NULL,
  duplicate_strategy text NOT NULL CHECK (duplicate_strategy IN ('update', 'skip')),
  list_ids uuid[] NOT NULL,
  created_field_definition_ids uuid[] NOT NULL,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'completed', 'failed')),
  created_count int NOT NULL DEFAULT 0,
  updated_count int NOT NULL DEFAULT 0,
  skipped_count int NOT NULL DEFAULT 0,
  error_count int NOT NULL DEFAULT 0,
  total_rows int,
  completed_chunks int NOT NULL DEFAULT 0,
  -- Where the next record begins: its byte in the file (inline rows: its index), and its line.
  next_offset bigint NOT NULL DEFAULT 0,
  next_line int NOT NULL DEFAULT 1,
  error_message text,
  -- Runs without progress, those that died among them: a file that kills its worker must not do so for ever.
  attempts int NOT NULL DEFAULT 0,
  claimed_by uuid,
  lease_until timestamptz(3),
  -- When a worker last took it up; who has waited longest is next.
  served_at timestamptz(3),
  -- The uploaded file, until it is deleted after the end. Inline rows stay with their session, which waits for the run.
  file_key text,
  created_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  PRIMARY KEY (workspace_id, id),
  CHECK (status <> 'failed' OR error_message IS NOT NULL),
  CHECK ((status IN ('completed', 'failed')) = (completed_at IS NOT NULL))
);
CREATE INDEX contact_import_runs_open ON contact_import_runs (workspace_id, lease_until) WHERE status IN ('queued', 'running');
CREATE INDEX contact_import_runs_served ON contact_import_runs (workspace_id, served_at);
CREATE INDEX contact_import_runs_files ON contact_import_runs (file_key) WHERE file_key IS NOT NULL AND completed_at IS NOT NULL;

-- One for each row, written with the contact. Runs are never deleted but with their workspace, so a foreign key to them would
-- only cost a check for every one of millions of rows.
CREATE TABLE contact_import_results (
  workspace_id uuid NOT NULL,
  run_id uuid NOT NULL,
  row_number int NOT NULL,
  status text NOT NULL CHECK (status IN ('created', 'updated', 'skipped', 'failed')),
  contact_id uuid,
  field_issues jsonb,
  -- The cells as they came, of skipped and failed rows.
  cells jsonb,
  PRIMARY KEY (workspace_id, run_id, row_number)
);
-- Which earlier row was about the same contact.
CREATE INDEX contact_import_results_contact ON contact_import_results (workspace_id, run_id, contact_id, row_number) WHERE contact_id IS NOT NULL;
CREATE INDEX contact_import_results_attention ON contact_import_results (workspace_id, run_id, status, row_number) WHERE status IN ('skipped', 'failed');

-- The rows of the chunk that a worker is about to merge, under the worker's claim. They are copied in, merged, and gone; what
-- a worker leaves behind when it dies is read again from the file, so nothing here has to survive a crash.
CREATE UNLOGGED TABLE contact_import_staging (
  workspace_id uuid NOT NULL,
  claim_id uuid NOT NULL,
  row_number int NOT NULL,
  -- The id that the contact gets if the row makes one, and the name if the row gives none.
  contact_id uuid NOT NULL,
  default_name text,
  email text,
  email_domain text,
  phone text,
  display_name text,
  first_name text,
  last_name text,
  company text,
  job_title text,
  address text,
  address2 text,
  city text,
  state text,
  country text,
  zip_code text,
  lead_status text,
  lifecycle_stage text,
  service_score double precision,
  unsubscribed boolean,
  marketing_email_subscribed boolean,
  marketing_sms_subscribed boolean,
  -- Values to lay over those that are there, and values that only fill what is empty.
  custom_over jsonb,
  custom_under jsonb,
  -- Why the row fails before it has met a contact.
  field_issues jsonb,
  cells jsonb NOT NULL,
  PRIMARY KEY (workspace_id, claim_id, row_number)
);
