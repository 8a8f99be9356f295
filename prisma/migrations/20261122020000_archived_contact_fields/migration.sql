-- Every read of a contact asks which names to keep out of sight; mostly there are none.
CREATE INDEX contact_field_definitions_archived ON contact_field_definitions (workspace_id) INCLUDE (api_name) WHERE status = 'archived';
