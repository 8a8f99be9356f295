-- concurrently
-- Every look for due work passes over these; there are none, or few.
CREATE INDEX CONCURRENTLY workspaces_suspended ON workspaces (id) WHERE suspended_at IS NOT NULL;
