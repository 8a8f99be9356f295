-- concurrently
-- GET /v1/tents/{id}/submissions: all of them, those of one form, and those with a text.
CREATE INDEX CONCURRENTLY submissions_order ON submissions (workspace_id, tent_id, submitted_at, id);
CREATE INDEX CONCURRENTLY submissions_of_form ON submissions (workspace_id, tent_id, form_id, submitted_at, id);
CREATE INDEX CONCURRENTLY submissions_search ON submissions USING gin (submission_text(fields) gin_trgm_ops);
