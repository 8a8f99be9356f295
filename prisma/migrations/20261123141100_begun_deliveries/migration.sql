-- When one that must not go twice was about to be handed to the mail server; NULL while that has not begun.
ALTER TABLE deliveries ADD COLUMN begun_at timestamptz(3);
