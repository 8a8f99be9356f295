-- Rows of a chunk go from the file to the statement that writes them; nothing lies in between any more.
DROP TABLE contact_import_staging;
