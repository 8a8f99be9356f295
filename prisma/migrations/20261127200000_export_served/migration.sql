-- When an export was last taken up: workspaces take turns.
ALTER TABLE exports ADD COLUMN served_at timestamptz(3);
