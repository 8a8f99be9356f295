-- concurrently
-- A list is of one kind.
CREATE UNIQUE INDEX CONCURRENTLY versions_number ON versions (workspace_id, document_id, version);
CREATE INDEX CONCURRENTLY documents_updated ON documents (workspace_id, kind, updated_at, id);
CREATE INDEX CONCURRENTLY documents_created ON documents (workspace_id, kind, created_at, id);
CREATE INDEX CONCURRENTLY documents_name ON documents (workspace_id, kind, name, id);
DROP INDEX CONCURRENTLY generations_version;
DROP INDEX CONCURRENTLY emails_updated;
DROP INDEX CONCURRENTLY emails_created;
DROP INDEX CONCURRENTLY emails_name;
