-- concurrently
CREATE INDEX CONCURRENTLY contacts_terms ON contacts USING gin (contact_terms(workspace_id, city, email_domain, custom_fields))
  WITH (gin_pending_list_limit = 32768);
DROP INDEX CONCURRENTLY contacts_field_terms;
DROP INDEX CONCURRENTLY contacts_city;
DROP INDEX CONCURRENTLY contacts_email_domain;

-- What an order is worked out of is in its index, too: PostgreSQL passes over the contacts before a far page without reading them
-- only when it finds every column there.
CREATE INDEX CONCURRENTLY contacts_original_source ON contacts (workspace_id, original_source, id);
CREATE INDEX CONCURRENTLY contacts_display_name_whole ON contacts (workspace_id, lower(display_name), id) INCLUDE (display_name);
DROP INDEX CONCURRENTLY contacts_display_name;
CREATE INDEX CONCURRENTLY contacts_first_name_whole ON contacts (workspace_id, nullif(lower(first_name), ''), id) INCLUDE (first_name);
DROP INDEX CONCURRENTLY contacts_first_name;
CREATE INDEX CONCURRENTLY contacts_last_name_whole ON contacts (workspace_id, nullif(lower(last_name), ''), id) INCLUDE (last_name);
DROP INDEX CONCURRENTLY contacts_last_name;
CREATE UNIQUE INDEX CONCURRENTLY contacts_email_whole ON contacts (workspace_id, email) INCLUDE (id) WHERE email IS NOT NULL;
DROP INDEX CONCURRENTLY contacts_email;
