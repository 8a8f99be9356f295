-- What all processes on this database must share. The first start after this migration fills the one row; a backup leaves it out.
CREATE TABLE installation (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Also the content of the object "installation" in the store of files.
  id uuid NOT NULL,
  secret_fingerprint text NOT NULL,
  -- Whether a store of files has that object.
  has_storage boolean NOT NULL DEFAULT false
);
