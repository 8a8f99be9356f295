-- The planner knows of an index of something worked out only what ANALYZE has found there.
ANALYZE contacts;
