-- What searches and filters of the built-in mailbox look at, read out of each message after it has come: its text, and the workspace of its delivery.
ALTER TABLE mailbox_messages ADD COLUMN body text, ADD COLUMN of_workspace uuid;
CREATE INDEX mailbox_messages_unread ON mailbox_messages (id) WHERE body IS NULL;
