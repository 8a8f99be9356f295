-- When somebody was last changed and last did something moves with every touch, so it lies in a narrow row beside the wide one: an
-- index of contacts that held it would be written anew, with all the others, whatever else of a contact changes.
CREATE TABLE contact_moments (
  workspace_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- The newest entry of the timeline other than of its creation and of changes; nothing yet: none.
  last_activity_at timestamptz(3),
  -- A foreign key to the contact would be looked up for each row. Whoever makes and deletes contacts cannot forget the row: triggers
  -- of that table write and delete it.
  CONSTRAINT contact_moments_pkey PRIMARY KEY (workspace_id, contact_id)
);

-- While the next migrations fill it, contacts have their columns still, and those who write them have what they write here, too.
CREATE FUNCTION follow_contact_moments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM contact_moments WHERE workspace_id = OLD.workspace_id AND contact_id = OLD.id;
  ELSE
    INSERT INTO contact_moments (workspace_id, contact_id, updated_at, last_activity_at)
    VALUES (NEW.workspace_id, NEW.id, NEW.updated_at, NEW.last_activity_at)
    ON CONFLICT (workspace_id, contact_id) DO UPDATE SET updated_at = excluded.updated_at, last_activity_at = excluded.last_activity_at;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER contacts_followed AFTER INSERT OR DELETE OR UPDATE OF updated_at, last_activity_at ON contacts
  FOR EACH ROW EXECUTE FUNCTION follow_contact_moments();
