import { readFileSync } from 'node:fs';
import { Html } from './html.ts';

export const MARK = readFileSync(new URL('mark.svg', import.meta.url), 'utf8').trim();

export const MARK_ADDRESS = `data:image/svg+xml,${encodeURIComponent(MARK)}`;

/** Within a page, beside words that say the same. */
export const mark = new Html(MARK.replace('<svg ', '<svg class="mark" aria-hidden="true" '));
