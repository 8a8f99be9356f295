-- Since when a flow has listened by a trigger: what changed before does not count. Rows are there while the flow is active.
ALTER TABLE flow_triggers ADD COLUMN heard_at timestamptz(3);

-- Dynamic lists that triggers of active flows name. Who fits them is looked at time and again, from the first contact to the last.
CREATE TABLE flow_segments (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  list_id uuid NOT NULL,
  -- When the next pass begins; while one is under way, when it had its last turn.
  due_at timestamptz(3) NOT NULL,
  cursor uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  -- The rules of the pass under way, or of the last one. Others begin anew.
  rules jsonb,
  started_at timestamptz(3),
  -- Of the whole pass before, by the same rules. NULL: this one only records who fits.
  previous_started_at timestamptz(3),
  CONSTRAINT flow_segments_pkey PRIMARY KEY (workspace_id, list_id)
);
CREATE INDEX flow_segments_due ON flow_segments (due_at);

-- Who fitted at the last look.
CREATE TABLE flow_segment_members (
  workspace_id uuid NOT NULL,
  list_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  CONSTRAINT flow_segment_members_pkey PRIMARY KEY (workspace_id, list_id, contact_id),
  CONSTRAINT flow_segment_members_segment FOREIGN KEY (workspace_id, list_id) REFERENCES flow_segments ON DELETE CASCADE
);
