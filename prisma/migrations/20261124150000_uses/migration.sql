-- What a flow and the rules of a list name, as keys such as 'list:<id>': the register of references. It is written with the definition.
ALTER TABLE flows ADD COLUMN uses text[] NOT NULL DEFAULT '{}';
ALTER TABLE contact_lists ADD COLUMN uses text[] NOT NULL DEFAULT '{}';
