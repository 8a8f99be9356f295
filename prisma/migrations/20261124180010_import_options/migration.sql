-- How a run reads and writes rows, beside its mappings. Runs of 1.1 have none, and go on as they began.
ALTER TABLE contact_import_runs ADD COLUMN options jsonb NOT NULL DEFAULT '{}';
