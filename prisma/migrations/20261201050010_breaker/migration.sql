-- What became of the mail of blasts and flows, a row for each group that was written. The latest thousand deliveries of a workspace pause
-- its blasts where too many bounce or are called spam; a sweep deletes what lies behind them.
CREATE TABLE send_results (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz(3) NOT NULL,
  -- Mail that a server took, and mail that bounced at once.
  delivered int NOT NULL,
  bounced int NOT NULL,
  complained int NOT NULL,
  PRIMARY KEY (workspace_id, id)
);

-- Why the service paused it; NULL where a client did.
ALTER TABLE blasts ADD COLUMN paused_reason text;
