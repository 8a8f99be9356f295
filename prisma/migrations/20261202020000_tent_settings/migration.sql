-- The settings of a tent outlast its versions.
CREATE TABLE tent_settings (
  workspace_id uuid NOT NULL,
  tent_id uuid NOT NULL,
  meta_title text,
  meta_description text,
  noindex boolean NOT NULL DEFAULT false,
  language text,
  PRIMARY KEY (workspace_id, tent_id),
  FOREIGN KEY (workspace_id, tent_id) REFERENCES documents ON DELETE CASCADE
);
