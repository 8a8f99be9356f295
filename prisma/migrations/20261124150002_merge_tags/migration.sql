-- The merge tags of a version. NULL where an older version of the service wrote it: its texts are scanned when they are asked about.
ALTER TABLE versions ADD COLUMN merge_tags text[];
