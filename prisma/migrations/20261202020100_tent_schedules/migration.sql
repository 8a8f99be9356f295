-- When a tent goes live or is taken down by itself, and where its visitors go then.
CREATE TABLE tent_schedules (
  workspace_id uuid NOT NULL,
  tent_id uuid NOT NULL,
  publish_at timestamptz(3),
  publish_alias text,
  publish_remove_branding boolean,
  unpublish_at timestamptz(3),
  expired_redirect_url text,
  -- Set while the tent is down because its time was over.
  expired_at timestamptz(3),
  -- The earlier of both times, or later after a fault. Null: nothing is due.
  due_at timestamptz(3),
  PRIMARY KEY (workspace_id, tent_id),
  FOREIGN KEY (workspace_id, tent_id) REFERENCES documents ON DELETE CASCADE
);
CREATE INDEX tent_schedules_due ON tent_schedules (due_at) WHERE due_at IS NOT NULL;

-- Addresses at which a tent was live. They lead to the tent, wherever it is now.
CREATE TABLE former_addresses (
  workspace_id uuid NOT NULL,
  path text NOT NULL,
  tent_id uuid NOT NULL,
  left_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, path),
  FOREIGN KEY (workspace_id, tent_id) REFERENCES documents ON DELETE CASCADE
);
CREATE INDEX former_addresses_tent ON former_addresses (workspace_id, tent_id, left_at);

-- Paths that lead where the workspace says.
CREATE TABLE page_redirects (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  id uuid NOT NULL,
  path text NOT NULL,
  target text NOT NULL,
  status int NOT NULL CHECK (status IN (301, 302)),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE UNIQUE INDEX page_redirects_path ON page_redirects (workspace_id, path);
