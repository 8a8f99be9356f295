-- The new one takes the place of the old one. The old function stays: a version that still serves asks by it, without an index.
ALTER INDEX contacts_terms_whole RENAME TO contacts_terms;

ALTER TABLE contact_field_definitions VALIDATE CONSTRAINT contact_field_definitions_value_type_check;
