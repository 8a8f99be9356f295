-- The orders that contacts and members are listed in, so that a page costs the same however many there are. An empty name is
-- no name: those without one are found at one end of the index, those with one are read from the other. There is none for
-- `original_source`: it would cost every write more than so seldom an order, of so few values, is worth.
CREATE INDEX contacts_display_name ON contacts (workspace_id, lower(display_name), id);
CREATE INDEX contacts_first_name ON contacts (workspace_id, nullif(lower(first_name), ''), id);
CREATE INDEX contacts_last_name ON contacts (workspace_id, nullif(lower(last_name), ''), id);
CREATE INDEX contact_list_members_added ON contact_list_members (workspace_id, list_id, added_at, contact_id);

-- Who is unsubscribed is counted from this one, without reading the contacts.
DROP INDEX contacts_created;
CREATE INDEX contacts_created ON contacts (workspace_id, created_at, id) INCLUDE (unsubscribed);
