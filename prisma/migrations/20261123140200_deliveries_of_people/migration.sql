ALTER TABLE deliveries DROP CONSTRAINT deliveries_person;
ALTER TABLE messages VALIDATE CONSTRAINT messages_origin;
