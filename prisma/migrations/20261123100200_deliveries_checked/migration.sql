-- Looks at all rows, and keeps nobody from reading or writing them.
ALTER TABLE deliveries VALIDATE CONSTRAINT deliveries_status;
ALTER TABLE deliveries VALIDATE CONSTRAINT deliveries_workspace_id_message_id_fkey;
ALTER TABLE message_links VALIDATE CONSTRAINT message_links_workspace_id_message_id_fkey;
