-- How often the addresses of a preview or a report were revoked. An address holds the number of its time, and works while it is the same.
ALTER TABLE documents
  ADD COLUMN preview_revocations int NOT NULL DEFAULT 0,
  ADD COLUMN report_revocations int NOT NULL DEFAULT 0;
ALTER TABLE blasts ADD COLUMN report_revocations int NOT NULL DEFAULT 0;
ALTER TABLE flows ADD COLUMN report_revocations int NOT NULL DEFAULT 0;
ALTER TABLE contact_import_runs ADD COLUMN report_revocations int NOT NULL DEFAULT 0;
