-- Of a page whose newest wish waits or has failed, only that it is live is known, and where.
UPDATE publications p SET
  attempted_at = CASE WHEN p.status LIKE 'published%' THEN p.published_at ELSE d.updated_at END,
  live_status = CASE WHEN p.status LIKE 'published%' THEN p.status WHEN p.path IS NOT NULL THEN 'published' END,
  live_requested_alias = CASE WHEN p.status LIKE 'published%' THEN p.requested_alias ELSE p.alias END,
  live_message = CASE WHEN p.status LIKE 'published%' THEN p.message END
FROM documents d
WHERE d.workspace_id = p.workspace_id AND d.id = p.tent_id AND p.live_status IS NULL;
ALTER TABLE publications VALIDATE CONSTRAINT publications_live_status;
