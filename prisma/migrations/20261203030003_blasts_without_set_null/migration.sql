-- A foreign key cannot set part of a composite key to null in a database that spans machines. What deletes an email or a list holds its row
-- and clears these columns; what sets them holds that row too.
ALTER TABLE blasts DROP CONSTRAINT blasts_workspace_id_email_id_fkey;
ALTER TABLE blasts DROP CONSTRAINT blasts_workspace_id_audience_list_id_fkey;
