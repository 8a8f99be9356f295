-- What the law of many countries wants at the end of marketing mail, and the language of pages for people without one.
ALTER TABLE workspaces
  ADD COLUMN legal_name text,
  ADD COLUMN postal_address text,
  ADD COLUMN website text,
  ADD COLUMN default_language text;
