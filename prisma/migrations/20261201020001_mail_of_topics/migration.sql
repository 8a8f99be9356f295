-- The topic whose people a blast goes to, and a message of a blast or a flow. A topic that is needed cannot be deleted, so there is no
-- foreign key: finished blasts may name one that is gone.
ALTER TABLE blasts ADD COLUMN topic_id uuid;
ALTER TABLE messages ADD COLUMN topic_id uuid;
