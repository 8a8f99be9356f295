-- New entries of these indexes first go to a list, which every search reads from end to end: about 2 ms for a thousand rows. It is put
-- away every second in the background, thousands of rows at once, for 15 microseconds each. Who writes does so only when the list is
-- this long, in kB, nevertheless: 25,000 rows, three seconds of an import, with which a search takes 50 ms longer.
ALTER INDEX contacts_search SET (gin_pending_list_limit = 32768);
ALTER INDEX contacts_field_terms SET (gin_pending_list_limit = 32768);
