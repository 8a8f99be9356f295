-- Into which contact another was merged. Links in mail that was sent name the old one, and unsubscribe the kept one.
CREATE TABLE contact_merges (
  workspace_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  kept_id uuid NOT NULL,
  merged_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, contact_id),
  FOREIGN KEY (workspace_id, kept_id) REFERENCES contacts ON DELETE CASCADE
);
CREATE INDEX contact_merges_kept ON contact_merges (workspace_id, kept_id);
