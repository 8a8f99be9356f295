-- Entries of one moment are told apart by the order in which they were written. Whoever writes a contact's entries holds the
-- contact, so that this is the order in which things happened, whichever process they happened in.
ALTER TABLE contact_activities ADD COLUMN seq bigint GENERATED ALWAYS AS IDENTITY;
DROP INDEX contact_activities_timeline;
CREATE INDEX contact_activities_timeline ON contact_activities (workspace_id, contact_id, occurred_at, seq);
