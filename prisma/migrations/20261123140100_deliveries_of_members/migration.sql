-- concurrently
-- A visit to a step is mailed once, and a contact gets a message once unless it comes by such visits.
CREATE UNIQUE INDEX CONCURRENTLY deliveries_of_members ON deliveries (workspace_id, member_id, visit) WHERE member_id IS NOT NULL;
CREATE UNIQUE INDEX CONCURRENTLY deliveries_of_people ON deliveries (workspace_id, message_id, contact_id) WHERE member_id IS NULL;
