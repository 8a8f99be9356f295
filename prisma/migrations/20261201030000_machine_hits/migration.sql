-- The first open and the first click of each link that a machine made, beside those of people in deliveries and delivery_clicks.
CREATE TABLE machine_hits (
  workspace_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  -- Of the link in the message; -1 for an open.
  position int NOT NULL,
  -- Of the delivery, so that a report counts by one index.
  message_id uuid NOT NULL,
  hit_at timestamptz(3) NOT NULL,
  reasons text[] NOT NULL,
  PRIMARY KEY (workspace_id, delivery_id, position),
  FOREIGN KEY (workspace_id, delivery_id) REFERENCES deliveries (workspace_id, id) ON DELETE CASCADE
);
-- The machine counters of a blast.
CREATE INDEX machine_hits_message ON machine_hits (workspace_id, message_id, position);
