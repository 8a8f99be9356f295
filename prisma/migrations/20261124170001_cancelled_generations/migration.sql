-- A generation that was called off has failed, and says so.
ALTER TABLE generations ADD COLUMN cancelled boolean NOT NULL DEFAULT false;
