-- Tests of emails. What a test says is a message, under the same id; to whom it went are deliveries.
CREATE TABLE email_tests (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  email_id uuid NOT NULL,
  version int NOT NULL,
  -- Of the free plan's day.
  reserved int,
  reserved_on date,
  -- Why it could not go out.
  error text,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, id) REFERENCES messages ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, email_id) REFERENCES documents ON DELETE CASCADE
);
CREATE INDEX email_tests_email ON email_tests (workspace_id, email_id);
-- Those that are old go, also when their email is gone.
CREATE INDEX messages_tests ON messages (created_at) WHERE origin = 'test';
