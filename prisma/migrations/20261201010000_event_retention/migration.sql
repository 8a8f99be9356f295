-- Days for which a workspace keeps its events. src/outbound/retention.ts deletes those of workspaces that keep fewer than partitions do.
ALTER TABLE workspaces ADD COLUMN event_days integer NOT NULL DEFAULT 30;
