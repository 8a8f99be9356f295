-- From here on the moments of contacts are in `contact_moments` alone.
DROP TRIGGER contacts_followed ON contacts;
DROP FUNCTION follow_contact_moments();
ALTER TABLE contacts
  DROP COLUMN updated_at,
  DROP COLUMN last_activity_at,
  -- What no index holds is changed within its page, if there is room.
  SET (fillfactor = 90);
ALTER INDEX contacts_unsubscribed_members RENAME TO contacts_unsubscribed;

CREATE FUNCTION begin_contact_moments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_moments (workspace_id, contact_id, updated_at) SELECT workspace_id, id, created_at FROM made;
  RETURN NULL;
END $$;
CREATE TRIGGER contacts_made AFTER INSERT ON contacts REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION begin_contact_moments();

CREATE FUNCTION end_contact_moments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM contact_moments t USING gone WHERE t.workspace_id = gone.workspace_id AND t.contact_id = gone.id;
  RETURN NULL;
END $$;
CREATE TRIGGER contacts_gone AFTER DELETE ON contacts REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION end_contact_moments();
