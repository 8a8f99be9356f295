-- concurrently
-- The deliveries of a message in their order: the first turn of each, and the report. And those that are to be tried at a time. Neither
-- holds the status, so that its change rewrites no entry.
CREATE UNIQUE INDEX CONCURRENTLY deliveries_order ON recipients (workspace_id, blast_id, id);
CREATE INDEX CONCURRENTLY deliveries_due ON recipients (workspace_id, blast_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
