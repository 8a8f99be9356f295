ALTER TABLE messages VALIDATE CONSTRAINT messages_blast;
ALTER TABLE message_links VALIDATE CONSTRAINT message_links_workspace_id_fkey;
