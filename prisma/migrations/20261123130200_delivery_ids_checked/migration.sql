-- Looks at all rows, and keeps nobody from reading or writing them.
ALTER TABLE delivery_clicks VALIDATE CONSTRAINT delivery_clicks_workspace_id_delivery_id_fkey;
