-- Blasts of any size: an audience is written, ended and deleted a part at a time. And the links in mail that was sent outlive its report.

-- How far the preparation of a blast is. The audience is read in the order of contact ids: those up to `cursor` are done.
CREATE TABLE blast_preparations (
  workspace_id uuid NOT NULL,
  blast_id uuid NOT NULL,
  cursor uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  -- The last contact that there was when it began: contacts that are created later are not in the audience.
  last_id uuid NOT NULL,
  processed_count int NOT NULL DEFAULT 0,
  mailable_count int NOT NULL DEFAULT 0,
  -- Members of a static list when it began; NULL where only reading the audience tells.
  total_count int,
  truncated boolean NOT NULL DEFAULT false,
  -- The run that has the next part, and how often that part was begun.
  run uuid,
  attempts int NOT NULL DEFAULT 0,
  error text,
  started_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3),
  PRIMARY KEY (workspace_id, blast_id),
  FOREIGN KEY (workspace_id, blast_id) REFERENCES blasts ON DELETE CASCADE
) WITH (fillfactor = 50);

-- What is left to do with the deliveries of a message, a part at a time.
CREATE TABLE message_chores (
  workspace_id uuid NOT NULL,
  message_id uuid NOT NULL,
  -- end: cancels those that wait. purge: deletes all of them, and then the message.
  kind text NOT NULL CHECK (kind IN ('end', 'purge')),
  cursor uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  PRIMARY KEY (workspace_id, message_id, kind),
  FOREIGN KEY (workspace_id, message_id) REFERENCES messages ON DELETE CASCADE
);

-- The message of a deleted blast has no blast, and goes when its deliveries have gone.
ALTER TABLE messages DROP CONSTRAINT messages_blast;
ALTER TABLE messages ADD CONSTRAINT messages_blast CHECK (blast_id IS NULL OR (origin = 'blast' AND blast_id = id)) NOT VALID;

-- Links stay when their message is deleted.
ALTER TABLE message_links DROP CONSTRAINT message_links_workspace_id_message_id_fkey;
ALTER TABLE message_links
  ADD CONSTRAINT message_links_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE NOT VALID;

-- Of deliveries that are deleted: the contact that merge tags in their links speak of. Only for messages that have such links.
CREATE TABLE link_recipients (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  delivery_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  -- The values of the flow, where the mail is a flow's.
  campaign jsonb,
  PRIMARY KEY (workspace_id, delivery_id)
);
