-- What there is to say of a row that is written all the same.
ALTER TABLE contact_import_staging ADD COLUMN notes jsonb;
