-- Days for which a workspace keeps data; null: without end. src/workspaces/retention.ts deletes what is older.
ALTER TABLE workspaces
  ADD COLUMN activity_days integer,
  ADD COLUMN delivery_days integer,
  ADD COLUMN visit_days integer,
  ADD COLUMN result_days integer,
  ADD COLUMN version_days integer;

-- The figures of a message whose deliveries are deleted: reports add them to those of the deliveries that are left.
CREATE TABLE kept_figures (
  workspace_id uuid NOT NULL,
  message_id uuid NOT NULL,
  -- A count of deliveries, of machines, or of the clicks of a link.
  kind text NOT NULL,
  -- The reason of a machine, or the address of a link; otherwise empty.
  subject text NOT NULL DEFAULT '',
  count int NOT NULL,
  PRIMARY KEY (workspace_id, message_id, kind, subject),
  FOREIGN KEY (workspace_id, message_id) REFERENCES messages ON DELETE CASCADE
);

-- Links in messages to one person may name the values of the message, and the person may have no contact.
ALTER TABLE link_recipients ADD COLUMN data jsonb, ALTER COLUMN contact_id DROP NOT NULL;
