-- To which addresses a workspace sends no mail. It belongs to the address and not to the contact, who may be deleted and come again.
CREATE TABLE suppressions (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  -- Normalized, as `contacts.email`.
  address text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('unsubscribed', 'bounced', 'complained', 'manual')),
  -- Who said so.
  source text NOT NULL,
  -- In whose words.
  detail text,
  since timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, address, reason)
);
-- The order of the list.
CREATE INDEX suppressions_since ON suppressions (workspace_id, since DESC, address, reason);

-- Whoever is unsubscribed has a row here, whichever statement says so. Addresses are written in their order, as by everybody.
CREATE FUNCTION suppress_made_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO suppressions (workspace_id, address, reason, source, since)
  SELECT workspace_id, email, 'unsubscribed', 'contact', created_at FROM made WHERE unsubscribed AND email IS NOT NULL
  ORDER BY workspace_id, email
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER contacts_made_unsubscribed AFTER INSERT ON contacts REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION suppress_made_contacts();

-- Row by row, since most changes say nothing of it: then the condition alone is looked at, and no rows are kept aside. The contact, which
-- is held, keeps others from its address, so that no order is needed.
CREATE FUNCTION suppress_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO suppressions (workspace_id, address, reason, source, since)
  SELECT NEW.workspace_id, NEW.email, 'unsubscribed', 'contact', updated_at FROM contact_moments
  WHERE workspace_id = NEW.workspace_id AND contact_id = NEW.id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER contacts_unsubscribe AFTER UPDATE OF unsubscribed, email ON contacts FOR EACH ROW
  WHEN (NEW.unsubscribed AND NEW.email IS NOT NULL AND (NOT OLD.unsubscribed OR NEW.email IS DISTINCT FROM OLD.email))
  EXECUTE FUNCTION suppress_contact();

-- Who subscribes again does so with the address that they have now. What else was said of it stays.
CREATE FUNCTION readmit_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM suppressions WHERE workspace_id = NEW.workspace_id AND address = NEW.email AND reason = 'unsubscribed';
  RETURN NULL;
END $$;
CREATE TRIGGER contacts_resubscribe AFTER UPDATE OF unsubscribed ON contacts FOR EACH ROW
  WHEN (OLD.unsubscribed AND NOT NEW.unsubscribed)
  EXECUTE FUNCTION readmit_contact();

-- While the next migrations fill it, older versions go on writing of bounces into columns of contacts.
CREATE FUNCTION follow_suppressions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO suppressions (workspace_id, address, reason, source, since)
  SELECT NEW.workspace_id, NEW.email, said.reason, said.source, said.since
  FROM (VALUES ('bounced', 'smtp', NEW.email_bounced_at), ('complained', 'contact', NEW.email_complained_at)) AS said (reason, source, since)
  WHERE said.since IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER contacts_suppressed AFTER INSERT OR UPDATE OF email_bounced_at, email_complained_at ON contacts FOR EACH ROW
  WHEN (NEW.email IS NOT NULL AND (NEW.email_bounced_at IS NOT NULL OR NEW.email_complained_at IS NOT NULL))
  EXECUTE FUNCTION follow_suppressions();
