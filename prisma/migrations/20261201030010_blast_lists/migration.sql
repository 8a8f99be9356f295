-- The lists of an audience that has more than one, and those that it leaves out. The first list stays in blasts.audience_list_id; without
-- it none of these counts.
CREATE TABLE blast_lists (
  workspace_id uuid NOT NULL,
  blast_id uuid NOT NULL,
  list_id uuid NOT NULL,
  excluded boolean NOT NULL,
  -- In the order of the request.
  place int NOT NULL,
  PRIMARY KEY (workspace_id, blast_id, list_id),
  FOREIGN KEY (workspace_id, blast_id) REFERENCES blasts ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, list_id) REFERENCES contact_lists ON DELETE CASCADE
);
-- The blasts that use a list.
CREATE INDEX blast_lists_list ON blast_lists (workspace_id, list_id);
