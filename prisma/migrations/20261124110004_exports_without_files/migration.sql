-- A completed export keeps its row when its file has been deleted after 30 days.
ALTER TABLE exports DROP CONSTRAINT exports_check;
ALTER TABLE exports ADD CONSTRAINT exports_completed CHECK (status <> 'completed' OR row_count IS NOT NULL) NOT VALID;
