-- concurrently
-- Which earlier row was about the same contact. It begins with the run, so that no other index answers the question: on a table that has
-- just begun to grow, all that begin with the workspace look alike to the planner.
CREATE INDEX CONCURRENTLY contact_import_results_about ON contact_import_results (run_id, contact_id, row_number) WHERE contact_id IS NOT NULL;
DROP INDEX CONCURRENTLY contact_import_results_contact;
