-- Files that are attached to documents. Copies of a document share the files themselves.
CREATE TABLE assets (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  document_id uuid NOT NULL,
  storage_key text NOT NULL,
  file_name text NOT NULL,
  content_type text NOT NULL,
  size_bytes int NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT assets_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT assets_document FOREIGN KEY (workspace_id, document_id) REFERENCES documents ON DELETE CASCADE
);
-- What a document has, in the order in which it came.
CREATE INDEX assets_document_order ON assets (workspace_id, document_id, id);
-- Whoever asks for a file names it by its key alone; and a file goes when the last that needs it has gone.
CREATE INDEX assets_storage_key ON assets (storage_key);

-- Stored files to look at, from `due_at` on: those that nothing needs are deleted. One is noted here before its first byte is
-- written, and by whatever deletes an asset, so that no crash leaves a file that nobody knows of.
CREATE TABLE loose_files (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  storage_key text NOT NULL,
  due_at timestamptz(3) NOT NULL,
  CONSTRAINT loose_files_pkey PRIMARY KEY (workspace_id, id)
);
CREATE INDEX loose_files_due ON loose_files (due_at);

CREATE FUNCTION note_loose_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO loose_files (workspace_id, storage_key, due_at)
  SELECT DISTINCT workspace_id, storage_key, '-infinity'::timestamptz FROM gone;
  RETURN NULL;
END $$;
CREATE TRIGGER assets_gone AFTER DELETE ON assets REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION note_loose_files();
