-- What a search is likely to find: PostgreSQL has no figures of an index over a function before.
ANALYZE submissions;
