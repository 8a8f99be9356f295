-- Whether a page that waits for its generation is published without the line that names Bivouac. NULL: nothing was said of it.
ALTER TABLE publications ADD COLUMN remove_branding boolean;
