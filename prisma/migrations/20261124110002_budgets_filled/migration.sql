-- What is stored already. Lengths are read without the texts themselves.
INSERT INTO budget_usage (workspace_id, resource, period, amount)
SELECT workspace_id, 'stored_bytes', DATE '1970-01-01', sum(bytes)
FROM (
  SELECT workspace_id, octet_length(html) + coalesce(octet_length(plain_text), 0) AS bytes FROM versions
  UNION ALL
  SELECT workspace_id, max(size_bytes) FROM assets GROUP BY workspace_id, storage_key
) stored
JOIN workspaces w ON w.id = workspace_id
GROUP BY workspace_id;
