-- The service notes which pages and hosts have changed, and gives a new workspace its lists.
DROP TRIGGER publications_changed ON publications;
DROP TRIGGER page_domains_changed ON page_domains;
DROP TRIGGER workspaces_moved ON workspaces;
DROP TRIGGER workspaces_system_lists ON workspaces;
DROP FUNCTION note_page_changes();
DROP FUNCTION note_host_changes();
DROP FUNCTION give_system_lists();
