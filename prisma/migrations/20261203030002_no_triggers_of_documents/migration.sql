-- The service notes the files of what it deletes, and deletes the figures of a tent.
DROP TRIGGER assets_gone ON assets;
DROP TRIGGER documents_gone_figures ON documents;
DROP FUNCTION note_loose_files();
DROP FUNCTION forget_figures();
