-- An empty list allows everything, as for the keys of earlier versions.
ALTER TABLE api_keys
  ADD COLUMN scopes text[] NOT NULL DEFAULT '{}',
  ADD COLUMN allowed_networks text[] NOT NULL DEFAULT '{}',
  ADD COLUMN last_used_at timestamptz(3);
