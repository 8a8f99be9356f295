-- concurrently
CREATE INDEX CONCURRENTLY exports_stored ON exports (completed_at) WHERE storage_key IS NOT NULL;
