-- The key begins with the id, by which a delivery is found whoever it belongs to. Ids grow, so entries are added at its end.
ALTER TABLE delivery_clicks DROP CONSTRAINT delivery_clicks_workspace_id_delivery_id_fkey;
ALTER TABLE deliveries DROP CONSTRAINT deliveries_pkey;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_pkey PRIMARY KEY USING INDEX deliveries_id;
ALTER TABLE delivery_clicks
  ADD CONSTRAINT delivery_clicks_workspace_id_delivery_id_fkey
    FOREIGN KEY (workspace_id, delivery_id) REFERENCES deliveries (workspace_id, id) ON DELETE CASCADE NOT VALID;
