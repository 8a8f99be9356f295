-- The operator suspends a workspace: its requests are refused, and its background work waits.
ALTER TABLE workspaces ADD COLUMN suspended_at timestamptz(3);
