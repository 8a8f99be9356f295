-- What each workspace has used of what is counted: in a day of UTC, or, for what is stored, in all (period 1970-01-01).
CREATE TABLE budget_usage (
  workspace_id uuid NOT NULL,
  resource text NOT NULL,
  period date NOT NULL,
  amount double precision NOT NULL,
  CONSTRAINT budget_usage_pkey PRIMARY KEY (workspace_id, resource, period),
  CONSTRAINT budget_usage_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE,
  CONSTRAINT budget_usage_amount CHECK (amount >= 0)
);
-- The sums of all workspaces, and the periods that are over. `amount` is in no index, so that an update stays within its page.
CREATE INDEX budget_usage_period ON budget_usage (period, resource);

-- What an operator allows a workspace instead of its plan's limit; null: no limit.
CREATE TABLE budget_limits (
  workspace_id uuid NOT NULL,
  resource text NOT NULL,
  amount double precision,
  CONSTRAINT budget_limits_pkey PRIMARY KEY (workspace_id, resource),
  CONSTRAINT budget_limits_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE,
  CONSTRAINT budget_limits_amount CHECK (amount >= 0)
);

-- How many bytes are given back when these files go.
ALTER TABLE loose_files ADD COLUMN size_bytes int;
ALTER TABLE contact_import_sessions ADD COLUMN stored_bytes bigint NOT NULL DEFAULT 0;
ALTER TABLE exports ADD COLUMN size_bytes bigint;

CREATE OR REPLACE FUNCTION note_loose_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO loose_files (workspace_id, storage_key, due_at, size_bytes)
  SELECT DISTINCT workspace_id, storage_key, '-infinity'::timestamptz, size_bytes FROM gone;
  RETURN NULL;
END $$;
