-- Emails become one kind of document, and what was one row for the making of a version and for the version becomes two: the
-- HTML stays where it is, under a new name, and what tells how it came about moves out. No HTML is copied.

-- From here on nobody makes a version, so that none is missed; everybody reads.
LOCK TABLE generations IN SHARE MODE;

-- One making of a version: by a generator, which takes its time, or complete from the start.
CREATE TABLE makings (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  document_id uuid NOT NULL,
  -- Counted from 1 for each document, in the order in which they began.
  number int NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  -- What a generator was asked for.
  message_id uuid,
  prompt text,
  facts jsonb NOT NULL DEFAULT '{}',
  asset_ids uuid[] NOT NULL DEFAULT '{}',
  -- What a first draft begins with: the template that it is from may change or go before its turn comes.
  start_html text,
  -- Runs that were not merely asked to stop, this one included.
  attempts int NOT NULL DEFAULT 0,
  claimed_by uuid,
  -- While it is being written: when its run is taken for dead. While it waits: not before.
  lease_until timestamptz(3),
  error_message text,
  created_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  completed_at timestamptz(3)
);
INSERT INTO makings (workspace_id, id, document_id, number, type, status, created_at, completed_at)
  SELECT g.workspace_id, g.id, g.subject_id, g.version, g.type, g.status, g.created_at, g.completed_at
  FROM generations g JOIN emails e ON e.workspace_id = g.workspace_id AND e.id = g.subject_id
  WHERE g.status = 'completed';
-- Nothing that was released has left another.
DELETE FROM generations g WHERE NOT EXISTS (SELECT FROM makings m WHERE m.workspace_id = g.workspace_id AND m.id = g.id);

ALTER TABLE makings
  ADD CONSTRAINT makings_pkey PRIMARY KEY (workspace_id, id),
  ADD CONSTRAINT generations_document FOREIGN KEY (workspace_id, document_id) REFERENCES emails ON DELETE CASCADE,
  ADD CONSTRAINT generations_status CHECK (status IN ('pending', 'generating', 'completed', 'failed')),
  ADD CONSTRAINT generations_claimed CHECK ((status = 'generating') = (claimed_by IS NOT NULL));
CREATE UNIQUE INDEX generations_number ON makings (workspace_id, document_id, number);
CREATE UNIQUE INDEX generations_one_running ON makings (workspace_id, document_id) WHERE status IN ('pending', 'generating');
-- Whose turn it is: what waits, how many of a workspace run, and when it last had a turn.
CREATE INDEX generations_open ON makings (status, workspace_id, created_at, id) WHERE status IN ('pending', 'generating');
CREATE INDEX generations_started ON makings (workspace_id, started_at) WHERE started_at IS NOT NULL;

-- From here on nobody reads either, for a moment.
ALTER TABLE generations RENAME TO versions;
ALTER TABLE versions RENAME COLUMN subject_id TO document_id;
ALTER TABLE versions RENAME CONSTRAINT generations_pkey TO versions_pkey;
ALTER TABLE versions RENAME CONSTRAINT generations_plain_text_source_check TO versions_plain_text_source;
-- What a making has taken over; their checks and the index of what runs go with the columns.
ALTER TABLE versions
  DROP COLUMN type,
  DROP COLUMN status,
  DROP COLUMN error_code,
  DROP COLUMN error_message,
  DROP COLUMN created_at,
  DROP COLUMN completed_at,
  DROP CONSTRAINT generations_workspace_id_fkey,
  ADD CONSTRAINT versions_whole CHECK (version IS NOT NULL AND html IS NOT NULL) NOT VALID,
  ADD CONSTRAINT versions_generation FOREIGN KEY (workspace_id, id) REFERENCES makings ON DELETE CASCADE NOT VALID;
ALTER TABLE makings RENAME TO generations;
ALTER TABLE generations RENAME CONSTRAINT makings_pkey TO generations_pkey;

ALTER TABLE emails RENAME TO documents;
ALTER TABLE documents RENAME CONSTRAINT emails_pkey TO documents_pkey;
ALTER TABLE documents RENAME CONSTRAINT emails_workspace_id_fkey TO documents_workspace;
ALTER TABLE documents RENAME CONSTRAINT emails_status_check TO documents_status;
ALTER TABLE documents
  ADD COLUMN kind text NOT NULL DEFAULT 'email',
  -- What a template was taken from; it may be gone.
  ADD COLUMN source_id uuid,
  -- A draft may keep its approved version, which flows go on sending.
  DROP CONSTRAINT emails_check,
  ADD CONSTRAINT documents_approved CHECK (status <> 'approved' OR approved_version IS NOT NULL) NOT VALID,
  ADD CONSTRAINT documents_kind CHECK (kind IN ('email', 'email_template', 'tent_template')) NOT VALID;
ALTER TABLE documents ALTER COLUMN kind DROP DEFAULT;
