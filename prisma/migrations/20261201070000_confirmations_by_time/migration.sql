-- concurrently
-- POST /v1/contacts/{contact_id}/confirmations, and forms: the requests of the last hour.
CREATE INDEX CONCURRENTLY consent_confirmations_by_time ON consent_confirmations (workspace_id, created_at);
