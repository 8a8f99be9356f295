-- concurrently
-- Names sort by their letters, upper and lower case alike, as everywhere else.
CREATE INDEX CONCURRENTLY documents_name_letters ON documents (workspace_id, kind, lower(name), id);
DROP INDEX CONCURRENTLY documents_name;
