-- The new ones take the places of the old ones.
ALTER INDEX contacts_display_name_whole RENAME TO contacts_display_name;
ALTER INDEX contacts_first_name_whole RENAME TO contacts_first_name;
ALTER INDEX contacts_last_name_whole RENAME TO contacts_last_name;
ALTER INDEX contacts_email_whole RENAME TO contacts_email;

ALTER TABLE contacts DROP COLUMN field_terms;
DROP FUNCTION contact_field_terms(uuid, jsonb);
