-- What receivers make of mail from the domain, looked up once a day; NULL while it has not been judged, and a policy without any record.
ALTER TABLE sending_domains
  ADD COLUMN judged_at timestamptz(3),
  ADD COLUMN dmarc_policy text,
  ADD COLUMN aligned boolean;
