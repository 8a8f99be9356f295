-- Looks through the rows while everybody reads and writes them.
ALTER TABLE versions VALIDATE CONSTRAINT versions_whole;
ALTER TABLE versions VALIDATE CONSTRAINT versions_generation;
ALTER TABLE documents VALIDATE CONSTRAINT documents_approved;
ALTER TABLE documents VALIDATE CONSTRAINT documents_kind;

-- What was just looked at is not looked at again.
ALTER TABLE versions ALTER COLUMN version SET NOT NULL, ALTER COLUMN html SET NOT NULL;
ALTER TABLE versions DROP CONSTRAINT versions_whole;
