-- A test is a test for good: what makes mail says so in its row, and every row that follows from it does.
ALTER TABLE api_keys ADD COLUMN test boolean NOT NULL DEFAULT false;
ALTER TABLE messages ADD COLUMN test boolean NOT NULL DEFAULT false;
ALTER TABLE blasts ADD COLUMN test boolean NOT NULL DEFAULT false;
ALTER TABLE flows ADD COLUMN test boolean NOT NULL DEFAULT false;
ALTER TABLE flow_inbox ADD COLUMN test boolean NOT NULL DEFAULT false;
ALTER TABLE flow_memberships ADD COLUMN test boolean NOT NULL DEFAULT false;
ALTER TABLE flow_positions ADD COLUMN test boolean NOT NULL DEFAULT false;
ALTER TABLE flow_segment_changes ADD COLUMN test boolean NOT NULL DEFAULT false;

-- Mail of tests, the newest of each workspace. It outlasts its delivery, as received mail does.
CREATE TABLE test_mails (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  received_at timestamptz(3) NOT NULL,
  sender text NOT NULL,
  recipient text NOT NULL,
  from_header text NOT NULL,
  subject text NOT NULL,
  -- The beginning of its plain text, to be searched.
  body text NOT NULL,
  size_bytes int NOT NULL,
  raw bytea NOT NULL,
  -- When the receiver complains; null: never, or it has.
  complains_at timestamptz(3),
  PRIMARY KEY (workspace_id, id)
);
-- A message that is sent again after a crash is there once.
CREATE UNIQUE INDEX test_mails_delivery ON test_mails (workspace_id, delivery_id);
CREATE INDEX test_mails_complaints ON test_mails (complains_at) WHERE complains_at IS NOT NULL;
-- The sweep of old mail.
CREATE INDEX test_mails_age ON test_mails (received_at);
