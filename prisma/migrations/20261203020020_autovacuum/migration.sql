-- PostgreSQL vacuums a table once a fifth of it is dead. Of millions of rows that is too late: dead entries fill every index meanwhile, and no file ever
-- shrinks. These settings block no reads and no writes.

-- Each row is rewritten when its mail goes out, and again by what comes back. A fill factor does not help: the reply of the mail server makes rows longer, so
-- that at 70 % only 28 of 100 updates stay in their page, and the table is 9 % larger in the end.
ALTER TABLE deliveries SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
-- Rewritten by every touch of a contact; no update stays in its page, since both columns have indexes. A million updates of a million rows grow the indexes by
-- 45 instead of 118 MB.
ALTER TABLE contact_moments SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);

-- Rows wait here and go, beside many that stay: the indexes of those that wait fill with dead entries, which each look reads past.
ALTER TABLE mail_counts SET (autovacuum_vacuum_scale_factor = 0.01);
ALTER TABLE anonymous_hits SET (autovacuum_vacuum_scale_factor = 0.01);
ALTER TABLE delivery_counts SET (autovacuum_vacuum_scale_factor = 0.01);
ALTER TABLE flow_tallies SET (autovacuum_vacuum_scale_factor = 0.01);
ALTER TABLE send_results SET (autovacuum_vacuum_scale_factor = 0.01);
ALTER TABLE flow_positions SET (autovacuum_vacuum_scale_factor = 0.02);

-- Large, mostly added to, and deleted from in parts by retention: the room of what is gone is used again soon, and counts by an index alone stay so.
ALTER TABLE contacts SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
ALTER TABLE contact_activities SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
ALTER TABLE contact_list_members SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
ALTER TABLE contact_import_results SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
ALTER TABLE flow_visits SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
