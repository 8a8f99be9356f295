-- A private list belongs to one blast and goes with it, and a blast has one at most. A new one is there before the old one
-- goes, because contacts are locked before lists; so they are counted at the end of the transaction.
ALTER TABLE contact_lists
  ADD CONSTRAINT contact_lists_owner UNIQUE (workspace_id, owner_campaign_id) DEFERRABLE INITIALLY DEFERRED,
  ADD FOREIGN KEY (workspace_id, owner_campaign_id) REFERENCES blasts ON DELETE CASCADE;
