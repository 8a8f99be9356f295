-- The fields that a workspace gives its contacts. Values lie in contacts.custom_fields, keyed by api_name, which never changes;
-- an archived field keeps its name and its values.
CREATE TABLE contact_field_definitions (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  id uuid NOT NULL,
  api_name text NOT NULL,
  display_name text NOT NULL,
  value_type text NOT NULL CHECK (value_type IN ('string', 'number', 'boolean', 'date')),
  description text,
  show_in_people_list_default boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  created_by_name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE UNIQUE INDEX contact_field_definitions_api_name ON contact_field_definitions (workspace_id, api_name);
