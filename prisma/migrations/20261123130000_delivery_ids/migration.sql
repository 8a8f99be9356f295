-- concurrently
-- What comes back of a message names its delivery, and not its workspace.
CREATE UNIQUE INDEX CONCURRENTLY deliveries_id ON deliveries (id, workspace_id);
