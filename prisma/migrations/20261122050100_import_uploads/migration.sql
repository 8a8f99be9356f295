-- An upload knows its session, and nothing of the workspace.
CREATE INDEX contact_import_sessions_upload ON contact_import_sessions (id);
