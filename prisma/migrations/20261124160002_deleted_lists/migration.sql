-- A list with many members is deleted a part at a time: it is 'deleted' until the last of them is gone.
ALTER TABLE contact_lists DROP CONSTRAINT contact_lists_kind_check;
ALTER TABLE contact_lists
  ADD CONSTRAINT contact_lists_kind_check CHECK (kind IN ('static', 'dynamic', 'system', 'deleted')) NOT VALID;
