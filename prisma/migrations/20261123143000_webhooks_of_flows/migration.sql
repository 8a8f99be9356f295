-- By flow, so that requests of one that is paused, or of a workspace whose server is slow, are no crowd that others stand behind.
DROP INDEX flow_webhooks_due;
CREATE INDEX flow_webhooks_due ON flow_webhooks (workspace_id, flow_id, next_attempt_at, member_id) WHERE next_attempt_at IS NOT NULL;
