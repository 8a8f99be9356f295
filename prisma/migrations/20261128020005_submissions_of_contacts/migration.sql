-- concurrently
-- What a contact has sent, for whom it is merged with.
CREATE INDEX CONCURRENTLY submissions_contact ON submissions (workspace_id, contact_id) WHERE contact_id IS NOT NULL;
