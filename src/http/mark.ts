import { readFileSync } from 'node:fs';
import { Html } from './html.ts';

/** The sign of the house, as a picture of its own. */
export const MARK = readFileSync(new URL('mark.svg', import.meta.url), 'utf8').trim();

/** The same as the icon of a page. */
export const MARK_ADDRESS = `data:image/svg+xml,${encodeURIComponent(MARK)}`;

/** The same within a page, where words beside it say what it stands for. */
export const mark = new Html(MARK.replace('<svg ', '<svg class="mark" aria-hidden="true" '));
