/** Whether PostgreSQL can hold a text: it takes neither NUL nor half of a surrogate pair, and JSON can spell both. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The words for a text that it cannot hold, to follow the name of a field. */
export const UNSTORABLE = 'must not hold a NUL character or half of a surrogate pair';
