-- What happened on the days of a tent, and of all tents of a workspace. A day is one of the workspace's time zone as it was set then.
CREATE TABLE tent_days (
  workspace_id uuid NOT NULL,
  -- No foreign key: its check would wait for whoever holds the tent, as publishing does for a while.
  tent_id uuid NOT NULL,
  day date NOT NULL,
  views int NOT NULL DEFAULT 0,
  unique_visitors int NOT NULL DEFAULT 0,
  submissions int NOT NULL DEFAULT 0,
  CONSTRAINT tent_days_pkey PRIMARY KEY (workspace_id, tent_id, day)
);
-- The figures of all tents in a time.
CREATE INDEX tent_days_order ON tent_days (workspace_id, day);

CREATE TABLE workspace_days (
  workspace_id uuid NOT NULL,
  day date NOT NULL,
  views int NOT NULL DEFAULT 0,
  unique_visitors int NOT NULL DEFAULT 0,
  submissions int NOT NULL DEFAULT 0,
  CONSTRAINT workspace_days_pkey PRIMARY KEY (workspace_id, day),
  CONSTRAINT workspace_days_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
);

-- Where the views of a day came from, by host; the empty text for those that name none.
CREATE TABLE tent_referrers (
  workspace_id uuid NOT NULL,
  tent_id uuid NOT NULL,
  day date NOT NULL,
  referrer text NOT NULL,
  views int NOT NULL,
  CONSTRAINT tent_referrers_pkey PRIMARY KEY (workspace_id, tent_id, day, referrer)
);

-- What makes visitors of a day unlike those of any other. It goes with the hashes that were made with it when the day is over.
CREATE TABLE visitor_salts (
  workspace_id uuid NOT NULL,
  day date NOT NULL,
  salt uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT visitor_salts_pkey PRIMARY KEY (workspace_id, day),
  CONSTRAINT visitor_salts_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
);
CREATE TABLE tent_visitors (
  workspace_id uuid NOT NULL,
  day date NOT NULL,
  tent_id uuid NOT NULL,
  visitor uuid NOT NULL,
  CONSTRAINT tent_visitors_pkey PRIMARY KEY (workspace_id, day, tent_id, visitor)
);
CREATE TABLE workspace_visitors (
  workspace_id uuid NOT NULL,
  day date NOT NULL,
  visitor uuid NOT NULL,
  CONSTRAINT workspace_visitors_pkey PRIMARY KEY (workspace_id, day, visitor)
);

-- A tent takes its figures with it; those of the workspace stay. In the order in which views are written.
CREATE FUNCTION forget_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM tent_visitors f USING gone WHERE gone.kind = 'tent' AND f.workspace_id = gone.workspace_id AND f.tent_id = gone.id
    AND f.day IN (SELECT s.day FROM visitor_salts s WHERE s.workspace_id = gone.workspace_id);
  DELETE FROM tent_days f USING gone WHERE gone.kind = 'tent' AND f.workspace_id = gone.workspace_id AND f.tent_id = gone.id;
  DELETE FROM tent_referrers f USING gone WHERE gone.kind = 'tent' AND f.workspace_id = gone.workspace_id AND f.tent_id = gone.id;
  RETURN NULL;
END $$;
CREATE TRIGGER documents_gone_figures AFTER DELETE ON documents REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION forget_figures();
