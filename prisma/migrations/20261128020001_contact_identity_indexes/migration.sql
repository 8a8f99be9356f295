-- concurrently
CREATE UNIQUE INDEX CONCURRENTLY contacts_external_id ON contacts (workspace_id, external_id) INCLUDE (id) WHERE external_id IS NOT NULL;
CREATE INDEX CONCURRENTLY contacts_terms_whole ON contacts USING gin (contact_terms(workspace_id, city, email_domain, tags, custom_fields))
  WITH (gin_pending_list_limit = 32768);
DROP INDEX CONCURRENTLY contacts_terms;
-- What of a blast did somebody do: entries of blasts alone, as those of flows have theirs.
CREATE INDEX CONCURRENTLY contact_activities_blast ON contact_activities (workspace_id, (metadata->>'blast_id'), type, contact_id)
  WHERE metadata ? 'blast_id';
