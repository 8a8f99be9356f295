ALTER INDEX documents_name_letters RENAME TO documents_name;
