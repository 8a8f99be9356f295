-- Before there was a table of submissions, only the timelines of contacts had them. The moment of an entry may be a little later than that
-- of its submission.
INSERT INTO submissions (workspace_id, tent_id, id, form_id, fields, contact_id, submitted_at)
SELECT a.workspace_id, d.id,
       -- A version 7 UUID of that moment: its other digits are those of a random one.
       (lpad(to_hex(floor(extract(epoch FROM a.occurred_at) * 1000)::bigint), 12, '0') || '7' || substr(r.digits, 14))::uuid,
       a.metadata ->> 'form_id', a.metadata -> 'fields', a.contact_id, a.occurred_at
FROM contact_activities a
JOIN documents d ON d.workspace_id = a.workspace_id AND d.id::text = a.metadata ->> 'tent_id' AND d.kind = 'tent'
CROSS JOIN LATERAL (SELECT replace(gen_random_uuid()::text, '-', '') AS digits WHERE a.contact_id IS NOT NULL) AS r
WHERE a.type = 'form_submission' AND a.metadata ? 'form_id' AND jsonb_typeof(a.metadata -> 'fields') = 'object'
  AND NOT EXISTS (
    SELECT FROM submissions s
    WHERE s.workspace_id = a.workspace_id AND s.contact_id = a.contact_id AND s.tent_id = d.id AND s.form_id = a.metadata ->> 'form_id'
      AND s.fields = a.metadata -> 'fields' AND s.submitted_at BETWEEN a.occurred_at - interval '1 minute' AND a.occurred_at);
