-- Looks through the rows while everybody reads and writes them.
ALTER TABLE documents VALIDATE CONSTRAINT documents_kind;
ALTER TABLE documents VALIDATE CONSTRAINT documents_status;
