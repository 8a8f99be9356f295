-- Whoever is concerned is held until the end, so that nobody's row is copied who is just subscribing again: their change waits. Readers
-- and everybody else wait for nobody. Who is written meanwhile is here already.
WITH held AS MATERIALIZED (
  SELECT workspace_id, id, email, unsubscribed, email_bounced_at, email_complained_at FROM contacts
  WHERE email IS NOT NULL AND (unsubscribed OR email_bounced_at IS NOT NULL OR email_complained_at IS NOT NULL)
  ORDER BY workspace_id, id FOR SHARE
)
INSERT INTO suppressions (workspace_id, address, reason, source, since)
SELECT held.workspace_id, held.email, said.reason, said.source, said.since
FROM held JOIN contact_moments t ON t.workspace_id = held.workspace_id AND t.contact_id = held.id
CROSS JOIN LATERAL (VALUES
  -- Nobody has written down when it was said; it was then at the latest.
  ('unsubscribed', 'contact', CASE WHEN held.unsubscribed THEN t.updated_at END),
  ('bounced', 'smtp', held.email_bounced_at),
  ('complained', 'contact', held.email_complained_at)
) AS said (reason, source, since)
WHERE said.since IS NOT NULL
ORDER BY held.workspace_id, held.email, said.reason
ON CONFLICT DO NOTHING;

ANALYZE suppressions;
