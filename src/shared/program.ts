/** The command that people type: npm for the sources, else its own command. */
const isPacked = import.meta.url.endsWith('.js');
export const CLI = isPacked ? (process.env.BIVOUAC_COMMAND ?? 'bivouac') : 'npm run --silent cli --';
export const START = isPacked ? CLI : 'npm start';
