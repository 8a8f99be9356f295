-- Values that are put into a generated document in the place of placeholders, kept until it is written.
ALTER TABLE generations ADD COLUMN fills jsonb;
