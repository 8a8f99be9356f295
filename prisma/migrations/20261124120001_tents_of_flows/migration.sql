-- Tents that `create_tent` steps wait for, one for a visit. A row is deleted when the member goes on.
CREATE TABLE flow_tents (
  workspace_id uuid NOT NULL,
  member_id uuid NOT NULL,
  visit int NOT NULL,
  flow_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  tent_id uuid NOT NULL,
  generation_id uuid NOT NULL,
  auto_publish boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, member_id, visit),
  FOREIGN KEY (workspace_id, flow_id) REFERENCES flows ON DELETE CASCADE
);
-- By the generation that has ended.
CREATE INDEX flow_tents_generation ON flow_tents (workspace_id, generation_id);
CREATE INDEX flow_tents_flow ON flow_tents (workspace_id, flow_id);
