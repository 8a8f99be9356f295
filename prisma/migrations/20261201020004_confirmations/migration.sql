-- Requests to confirm topics, by mail. They stay after their time as a part of the proof, and go with the contact.
CREATE TABLE consent_confirmations (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  contact_id uuid NOT NULL,
  topic_ids uuid[] NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts ON DELETE CASCADE
);
-- How many a contact got in the last 24 hours.
CREATE INDEX consent_confirmations_contact ON consent_confirmations (workspace_id, contact_id, created_at);
