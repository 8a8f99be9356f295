-- What is live keeps what was said when it went live: the columns without `live_` are of the newest wish, which may have failed since.
ALTER TABLE publications
  ADD COLUMN attempted_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Null in rows that an older version writes.
  ADD COLUMN live_status text,
  ADD COLUMN live_requested_alias text,
  ADD COLUMN live_message text,
  ADD CONSTRAINT publications_live_status CHECK (live_status IN ('published', 'published_with_warnings')) NOT VALID;
