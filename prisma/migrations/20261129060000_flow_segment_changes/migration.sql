-- Contacts that a write has changed, for each dynamic list that triggers of active flows name. A write only adds rows, of an id of its own, so
-- that it never waits for the look that deletes them, and a change during a look stays.
CREATE TABLE flow_segment_changes (
  workspace_id uuid NOT NULL,
  list_id uuid NOT NULL,
  -- Of one write. Ids grow with time, so the first is looked at first.
  change_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  CONSTRAINT flow_segment_changes_pkey PRIMARY KEY (workspace_id, list_id, change_id, contact_id),
  CONSTRAINT flow_segment_changes_segment FOREIGN KEY (workspace_id, list_id) REFERENCES flow_segments ON DELETE CASCADE
);
