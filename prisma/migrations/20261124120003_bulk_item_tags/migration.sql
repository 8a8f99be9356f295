-- What of a template and of an item's data did not fit together.
ALTER TABLE bulk_items ADD COLUMN unfilled_tags text[] NOT NULL DEFAULT '{}', ADD COLUMN unused_values text[] NOT NULL DEFAULT '{}';
