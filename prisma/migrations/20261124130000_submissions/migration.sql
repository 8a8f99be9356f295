-- What visitors have sent by the forms of pages, as they typed it, whether a contact could be made of it or not.
CREATE TABLE submissions (
  workspace_id uuid NOT NULL,
  -- No foreign key: its check would wait for whoever holds the tent, as publishing does for a while. A sweep follows deleted tents.
  tent_id uuid NOT NULL,
  id uuid NOT NULL,
  form_id text NOT NULL,
  -- By the names of the form's fields.
  fields jsonb NOT NULL,
  -- Null when there is no email and no phone that can be read. The contact may be gone.
  contact_id uuid,
  submitted_at timestamptz(3) NOT NULL,
  CONSTRAINT submissions_pkey PRIMARY KEY (workspace_id, tent_id, id),
  CONSTRAINT submissions_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
);
