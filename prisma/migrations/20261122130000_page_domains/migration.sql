-- Hosts of their own at which workspaces have their pages.
CREATE TABLE page_domains (
  workspace_id uuid NOT NULL,
  -- In ASCII and lower case. It belongs to one workspace.
  domain text NOT NULL,
  verification_token text NOT NULL,
  -- Pages are served there from then on.
  verified_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT page_domains_pkey PRIMARY KEY (workspace_id, domain),
  CONSTRAINT page_domains_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
);
CREATE UNIQUE INDEX page_domains_domain ON page_domains (domain);

-- When it was first seen by whoever takes old ones away: it could be read from then on at the latest.
ALTER TABLE page_changes ADD COLUMN seen_at timestamptz(3);

-- A host leads to another workspace than before, or to one at all.
CREATE FUNCTION note_host_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO page_changes (workspace_id)
  VALUES ((to_jsonb(coalesce(NEW, OLD)) ->> CASE TG_TABLE_NAME WHEN 'workspaces' THEN 'id' ELSE 'workspace_id' END)::uuid);
  RETURN NULL;
END $$;
CREATE TRIGGER workspaces_moved AFTER INSERT OR DELETE OR UPDATE OF slug ON workspaces
  FOR EACH ROW EXECUTE FUNCTION note_host_changes();
CREATE TRIGGER page_domains_changed AFTER INSERT OR UPDATE OR DELETE ON page_domains
  FOR EACH ROW EXECUTE FUNCTION note_host_changes();
