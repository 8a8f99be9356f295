-- Held against deletion alone, so that nobody else waits who reads or writes contacts. Who is written meanwhile is here already.
INSERT INTO contact_moments (workspace_id, contact_id, updated_at, last_activity_at)
SELECT workspace_id, id, updated_at, last_activity_at FROM contacts ORDER BY workspace_id, id FOR KEY SHARE
ON CONFLICT DO NOTHING;

ANALYZE contact_moments;
