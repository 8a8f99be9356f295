-- concurrently
CREATE INDEX CONCURRENTLY contact_lists_deleted ON contact_lists (workspace_id, id) WHERE kind = 'deleted';
