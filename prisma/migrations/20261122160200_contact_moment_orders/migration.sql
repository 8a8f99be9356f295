-- concurrently
CREATE INDEX CONCURRENTLY contact_moments_updated ON contact_moments (workspace_id, updated_at, contact_id);
CREATE INDEX CONCURRENTLY contact_moments_active ON contact_moments (workspace_id, last_activity_at, contact_id) WHERE last_activity_at IS NOT NULL;

-- Takes the name of the one that goes with the column. Whoever counts reads nothing else.
CREATE INDEX CONCURRENTLY contacts_unsubscribed_members ON contacts (workspace_id, id) INCLUDE (unsubscribed) WHERE unsubscribed IS TRUE;
