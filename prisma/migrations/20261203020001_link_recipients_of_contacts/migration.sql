-- concurrently
-- Erasing a person empties the values that links in their mail may need.
CREATE INDEX CONCURRENTLY link_recipients_contact ON link_recipients (workspace_id, contact_id) WHERE campaign IS NOT NULL OR data IS NOT NULL;
