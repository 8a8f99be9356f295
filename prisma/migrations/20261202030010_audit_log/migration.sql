-- Who changed what: an entry for each write that is about more than data, in its transaction.
CREATE TABLE audit_entries (
  workspace_id uuid NOT NULL,
  -- Of the time of the entry.
  id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  action text NOT NULL,
  -- The id of a key, or 'cli' or 'platform'.
  actor text NOT NULL,
  actor_name text,
  target_id text,
  request_id text,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT audit_entries_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
);
-- GET /v1/audit-log by action and by actor.
CREATE INDEX audit_entries_action ON audit_entries (workspace_id, action, id);
CREATE INDEX audit_entries_actor ON audit_entries (workspace_id, actor, id);

ALTER TABLE workspaces ADD COLUMN audit_days int NOT NULL DEFAULT 400;
