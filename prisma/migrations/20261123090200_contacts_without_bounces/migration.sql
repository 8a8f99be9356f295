-- From here on `suppressions` alone says to whom no mail goes.
DROP TRIGGER contacts_suppressed ON contacts;
DROP FUNCTION follow_suppressions();
ALTER TABLE contacts
  DROP COLUMN email_bounced_at,
  DROP COLUMN email_complained_at;
