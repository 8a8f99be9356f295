-- UTM parameters for links, by their name without the prefix; NULL without any.
ALTER TABLE blasts ADD COLUMN utm jsonb;
ALTER TABLE messages ADD COLUMN utm jsonb;
