/** How this program is called, as people type it: by npm where it runs from its sources, else by its own command. */
const isPacked = import.meta.url.endsWith('.js');
export const CLI = isPacked ? (process.env.BIVOUAC_COMMAND ?? 'bivouac') : 'npm run --silent cli --';
export const START = isPacked ? CLI : 'npm start';
