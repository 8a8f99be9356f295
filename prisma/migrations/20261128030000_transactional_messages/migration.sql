-- Messages to single people. What one says is a message under the same id, which is also that of the recipient's delivery.
ALTER TABLE messages DROP CONSTRAINT messages_origin;
ALTER TABLE messages ADD CONSTRAINT messages_origin CHECK (origin IN ('blast', 'test', 'flow', 'transactional')) NOT VALID;

CREATE TABLE transactional_messages (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  -- No reference: the message stays when its contact or its email is deleted.
  contact_id uuid,
  email_id uuid,
  email_version int,
  -- The name to show beside the address, where the request has one.
  to_name text,
  -- [{"id": of the delivery, "type": "cc" or "bcc", "email", "name"}]
  copies jsonb NOT NULL DEFAULT '[]',
  -- Values of merge tags. Gone when the message has been sent, unless a tracked link may need them.
  data jsonb,
  -- [[name, value]]; gone when the message has been sent.
  headers jsonb,
  track boolean NOT NULL,
  tags text[] NOT NULL DEFAULT '{}',
  -- The stored file that holds all attachments, and its size, until the message has been sent.
  files_key text,
  files_bytes int,
  scheduled_at timestamptz(3),
  -- Of the free plan's day.
  reserved int,
  reserved_on date,
  cancelled_at timestamptz(3),
  -- Since when nothing of it waits any more.
  ended_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, id) REFERENCES messages ON DELETE CASCADE
);
-- GET /v1/messages, also by contact.
CREATE INDEX transactional_messages_order ON transactional_messages (workspace_id, created_at, id);
CREATE INDEX transactional_messages_contact ON transactional_messages (workspace_id, contact_id, created_at, id)
  WHERE contact_id IS NOT NULL;
-- What a backup has to carry.
CREATE INDEX transactional_messages_files ON transactional_messages (workspace_id) WHERE files_key IS NOT NULL;

CREATE TABLE transactional_tags (
  workspace_id uuid NOT NULL,
  tag text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  message_id uuid NOT NULL,
  PRIMARY KEY (workspace_id, tag, created_at, message_id),
  FOREIGN KEY (workspace_id, message_id) REFERENCES transactional_messages ON DELETE CASCADE
);
CREATE INDEX transactional_tags_message ON transactional_tags (workspace_id, message_id);

CREATE TABLE transactional_attachments (
  workspace_id uuid NOT NULL,
  message_id uuid NOT NULL,
  position int NOT NULL,
  file_name text NOT NULL,
  content_type text NOT NULL,
  content_id text,
  size_bytes int NOT NULL,
  PRIMARY KEY (workspace_id, message_id, position),
  FOREIGN KEY (workspace_id, message_id) REFERENCES transactional_messages ON DELETE CASCADE
);
