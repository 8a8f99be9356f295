ALTER TABLE exports VALIDATE CONSTRAINT exports_completed;
