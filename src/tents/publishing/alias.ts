import { isUuid } from '../../shared/identifiers.ts';

/** What no page can be called, beside the identifiers of tents. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['submit', 'assets', 'api', 'v1', 'admin', 'bulk', 'new'],
  ...['robots.txt', 'favicon.ico', 'sitemap.xml', '.well-known'],
]);

const LONGEST = 100;
const SHAPE = /^(\/|[a-z0-9][a-z0-9._-]*)$/;

/** Whether a page may have the address, as the document says it of `custom_page_alias`: for one that no request has brought. */
export const isAlias = (text: string): boolean => text.length <= LONGEST && SHAPE.test(text) && !RESERVED.has(text) && !isUuid(text);
