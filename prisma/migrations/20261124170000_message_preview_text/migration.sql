-- The preheader of a message, written when it is composed. NULL: the HTML is sent as it is, for messages of 1.1, which hold theirs in it.
ALTER TABLE messages ADD COLUMN preview_text text;
