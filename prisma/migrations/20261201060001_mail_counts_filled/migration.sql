-- Mail that is under way, and mail of flows, whose steps name the email.
UPDATE messages m SET email_id = b.email_id FROM blasts b
WHERE b.workspace_id = m.workspace_id AND b.id = m.blast_id AND b.email_id IS NOT NULL;
UPDATE messages m SET email_id = (step ->> 'email_id')::uuid
FROM flow_messages f
JOIN flows w ON w.workspace_id = f.workspace_id AND w.id = f.flow_id
CROSS JOIN LATERAL jsonb_array_elements(w.steps) AS step
WHERE m.workspace_id = f.workspace_id AND m.id = f.message_id AND step ->> 'step_id' = f.step_id AND step ->> 'email_id' IS NOT NULL;

-- A workspace at a time, so that the sorting needs little memory.
DO $$
DECLARE
  workspace uuid;
BEGIN
  FOR workspace IN SELECT id FROM workspaces LOOP
    INSERT INTO mail_counts (workspace_id, subject_id, at, id, sent, delivered, opened, clicked, bounced, complained, unsubscribed,
      machine_opened, machine_clicked)
    SELECT workspace, s.subject_id, h.at, 0, sum(h.sent), sum(h.delivered), sum(h.opened), sum(h.clicked), sum(h.bounced), sum(h.complained),
      sum(h.unsubscribed), sum(h.machine_opened), sum(h.machine_clicked)
    FROM (
      SELECT d.message_id, date_bin('15 minutes', k.at, TIMESTAMPTZ '2000-01-01 00:00:00+00') AS at,
        count(*) FILTER (WHERE k.kind = 'sent') AS sent, count(*) FILTER (WHERE k.kind = 'delivered') AS delivered,
        count(*) FILTER (WHERE k.kind = 'opened') AS opened, count(*) FILTER (WHERE k.kind = 'clicked') AS clicked,
        count(*) FILTER (WHERE k.kind = 'bounced') AS bounced, count(*) FILTER (WHERE k.kind = 'complained') AS complained,
        count(*) FILTER (WHERE k.kind = 'unsubscribed') AS unsubscribed, count(*) FILTER (WHERE k.kind = 'machine_opened') AS machine_opened,
        count(*) FILTER (WHERE k.kind = 'machine_clicked') AS machine_clicked
      FROM deliveries d
      LEFT JOIN (
        SELECT delivery_id, min(hit_at) FILTER (WHERE position < 0) AS opened_at, min(hit_at) FILTER (WHERE position >= 0) AS clicked_at
        FROM machine_hits WHERE workspace_id = workspace GROUP BY delivery_id
      ) x ON x.delivery_id = d.id
      CROSS JOIN LATERAL (VALUES
        ('sent', d.sent_at), ('delivered', d.delivered_at), ('opened', d.opened_at), ('clicked', d.clicked_at), ('bounced', d.bounced_at),
        ('complained', d.complained_at), ('unsubscribed', d.unsubscribed_at), ('machine_opened', x.opened_at), ('machine_clicked', x.clicked_at)
      ) AS k (kind, at)
      WHERE d.workspace_id = workspace AND k.at IS NOT NULL AND (d.contact_id IS NOT NULL OR d.id = d.message_id)
      GROUP BY 1, 2
    ) h
    JOIN messages m ON m.workspace_id = workspace AND m.id = h.message_id AND m.origin <> 'test'
    LEFT JOIN flow_messages f ON f.workspace_id = workspace AND f.message_id = m.id
    LEFT JOIN transactional_messages t ON t.workspace_id = workspace AND t.id = m.id
    CROSS JOIN LATERAL unnest(ARRAY[
      '00000000-0000-0000-0000-000000000000', m.blast_id, f.flow_id, coalesce(m.email_id, t.email_id), m.topic_id]) AS s (subject_id)
    WHERE s.subject_id IS NOT NULL
    GROUP BY s.subject_id, h.at;
  END LOOP;
END $$;
