-- concurrently
-- The order in which timelines are read is what their entries are known by: nobody ever asks for one alone.
CREATE UNIQUE INDEX CONCURRENTLY contact_activities_key ON contact_activities (workspace_id, contact_id, occurred_at, seq);
