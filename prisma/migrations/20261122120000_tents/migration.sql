-- Tents are documents: pages that can be put on the web.
ALTER TABLE documents
  DROP CONSTRAINT documents_kind,
  DROP CONSTRAINT documents_status,
  ADD CONSTRAINT documents_kind CHECK (kind IN ('email', 'email_template', 'tent_template', 'tent')) NOT VALID,
  -- A tent is a draft or published, everything else a draft or approved.
  ADD CONSTRAINT documents_status CHECK (status = 'draft' OR status = CASE kind WHEN 'tent' THEN 'published' ELSE 'approved' END) NOT VALID;

ALTER TABLE generations
  ADD COLUMN reasoning text NOT NULL DEFAULT 'medium',
  -- Whether the workspace's looks are told to the generator.
  ADD COLUMN with_brand boolean NOT NULL DEFAULT true,
  -- Who of the client's people asked for it; it gives no rights.
  ADD COLUMN requested_by text;

-- Where a workspace's days begin.
ALTER TABLE workspaces ADD COLUMN timezone text NOT NULL DEFAULT 'UTC';

-- All that ever changed a balance: `workspaces.credits` is the sum of the amounts. What is reserved for something is consumed or
-- refunded once.
CREATE TABLE credit_entries (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  amount int NOT NULL,
  -- The generation that a credit was reserved for; it may be gone.
  reference uuid,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT credit_entries_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT credit_entries_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE,
  CONSTRAINT credit_entries_kind CHECK (kind IN ('granted', 'reserved', 'consumed', 'refunded')),
  CONSTRAINT credit_entries_amount CHECK (
    CASE kind WHEN 'granted' THEN reference IS NULL WHEN 'reserved' THEN amount = -1 AND reference IS NOT NULL
      WHEN 'consumed' THEN amount = 0 AND reference IS NOT NULL ELSE amount = 1 AND reference IS NOT NULL END)
);
CREATE UNIQUE INDEX credit_entries_reserved ON credit_entries (workspace_id, reference) WHERE kind = 'reserved';
CREATE UNIQUE INDEX credit_entries_settled ON credit_entries (workspace_id, reference) WHERE kind IN ('consumed', 'refunded');
INSERT INTO credit_entries (workspace_id, id, kind, amount, created_at)
  SELECT id, uuid_v7(created_at), 'granted', credits, created_at FROM workspaces WHERE credits <> 0;

-- What became of the wish to publish a tent, and what of it is live.
CREATE TABLE publications (
  workspace_id uuid NOT NULL,
  tent_id uuid NOT NULL,
  -- The newest wish.
  status text NOT NULL,
  requested_alias text,
  message text,
  -- A wish that waits for a generation, which publishes what it makes.
  awaited_generation_id uuid,
  -- What is live. The path is '/', an alias, or the tent's id; without an alias it is the id.
  path text,
  alias text,
  generation_id uuid,
  version int,
  branded boolean,
  published_at timestamptz(3),
  -- The forms of the live page, as they were found when it was published.
  forms jsonb,
  -- Names the bytes that are served.
  etag text,
  CONSTRAINT publications_pkey PRIMARY KEY (workspace_id, tent_id),
  CONSTRAINT publications_tent FOREIGN KEY (workspace_id, tent_id) REFERENCES documents ON DELETE CASCADE,
  CONSTRAINT publications_status CHECK (status IN ('pending', 'published', 'published_with_warnings', 'failed')),
  CONSTRAINT publications_awaited CHECK ((status = 'pending') = (awaited_generation_id IS NOT NULL)),
  CONSTRAINT publications_live CHECK (num_nonnulls(path, generation_id, version, branded, published_at, forms, etag) IN (0, 7)),
  CONSTRAINT publications_published CHECK (status IN ('pending', 'failed') OR path IS NOT NULL),
  CONSTRAINT publications_alias CHECK (alias IS NULL OR alias = path)
);
-- One page at an address.
CREATE UNIQUE INDEX publications_path ON publications (workspace_id, path) WHERE path IS NOT NULL;

-- A live page as it is served.
CREATE TABLE page_bodies (
  workspace_id uuid NOT NULL,
  tent_id uuid NOT NULL,
  html bytea NOT NULL,
  -- The same, compressed once.
  brotli bytea NOT NULL,
  CONSTRAINT page_bodies_pkey PRIMARY KEY (workspace_id, tent_id),
  CONSTRAINT page_bodies_publication FOREIGN KEY (workspace_id, tent_id) REFERENCES publications ON DELETE CASCADE
);
ALTER TABLE page_bodies ALTER COLUMN html SET STORAGE EXTERNAL, ALTER COLUMN brotli SET STORAGE EXTERNAL;

-- Addresses of a workspace that lead elsewhere than before; whoever serves pages reads what is new and forgets them. No path: all.
CREATE TABLE page_changes (
  workspace_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  path text,
  -- Transactions end in another order than they begin: whoever reads goes by the oldest that is still open.
  changed_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT page_changes_pkey PRIMARY KEY (workspace_id, id)
);
CREATE INDEX page_changes_order ON page_changes (changed_in);

CREATE FUNCTION note_page_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.path, OLD.etag, OLD.alias) IS NOT DISTINCT FROM (NEW.path, NEW.etag, NEW.alias) THEN
    RETURN NULL;
  END IF;
  -- The tent's id leads to the page too.
  INSERT INTO page_changes (workspace_id, path)
  SELECT coalesce(NEW.workspace_id, OLD.workspace_id), path
  FROM unnest(ARRAY[OLD.path, NEW.path, coalesce(NEW.tent_id, OLD.tent_id)::text]) AS path WHERE path IS NOT NULL GROUP BY path;
  RETURN NULL;
END $$;
CREATE TRIGGER publications_changed AFTER INSERT OR UPDATE OR DELETE ON publications
  FOR EACH ROW EXECUTE FUNCTION note_page_changes();
