-- A database that spans machines allows no triggers on its tables. The statements of the service write these rows themselves.
DROP TRIGGER contacts_made ON contacts;
DROP TRIGGER contacts_gone ON contacts;
DROP TRIGGER contacts_made_unsubscribed ON contacts;
DROP TRIGGER contacts_unsubscribe ON contacts;
DROP TRIGGER contacts_resubscribe ON contacts;
DROP FUNCTION begin_contact_moments();
DROP FUNCTION end_contact_moments();
DROP FUNCTION suppress_made_contacts();
DROP FUNCTION suppress_contact();
DROP FUNCTION readmit_contact();
