import type { WorkspaceId } from '../../platform/ids.ts';
import { isUuid } from '../../shared/identifiers.ts';
import type { FileOrigins } from './own-files.ts';
import type { AddressOf } from './publications.view.ts';

export interface PagesHost {
  /** Public address of the API, whose scheme is that of the pages too. */
  baseUrl: string;
  /** With its port. */
  publishedHost: string;
}

/** Drops what this process has cached of these paths. */
export type ForgetPages = (workspaceId: WorkspaceId, paths: readonly string[]) => void;

const originOf = ({ baseUrl, publishedHost }: PagesHost, slug: string): string => `${new URL(baseUrl).protocol}//${slug}.${publishedHost}`;

/** @param slug the workspace's */
export function addressesOf(host: PagesHost, slug: string): AddressOf {
  const origin = originOf(host, slug);
  return (path) => (path === '/' ? `${origin}/` : `${origin}/${path}`);
}

/** @param slug the workspace's */
export const fileOriginsOf = (host: PagesHost, slug: string): FileOrigins => ({ api: host.baseUrl, pages: originOf(host, slug) });

const RESERVED: ReadonlySet<string> = new Set([
  ...['submit', 'assets', 'api', 'v1', 'admin', 'bulk', 'new'],
  ...['robots.txt', 'favicon.ico', 'sitemap.xml', '.well-known'],
]);

const LONGEST = 100;
const SHAPE = /^(\/|[a-z0-9][a-z0-9._-]*)$/;

/** The same rule as for `custom_page_alias` in the document, for an alias that no request has brought. */
export const isAlias = (text: string): boolean => text.length <= LONGEST && SHAPE.test(text) && !RESERVED.has(text) && !isUuid(text);

/** The name under which what is at a path is stored and cached: that of a page without its slash, any other path as it is. */
export const placeOf = (path: string): string => (PAGE_PATH.test(path) ? path.slice(1) : path);

const PAGE_PATH = /^\/[a-z0-9][a-z0-9._-]{0,99}$/;

const OF_SERVICE = new Set(['submit', 'assets', '.well-known', 'robots.txt', 'favicon.ico']);

/** Whether the listener of pages answers the path itself. */
export const isOfService = (path: string): boolean => OF_SERVICE.has(path.split('/')[1] ?? '');

/** An address that visitors may be sent to, as browsers spell it: https, or a page of the workspace. */
export function safeAddress(text: string, pagesOrigin: string): string | null {
  const url = URL.parse(text);
  const isSafe = url && (url.protocol === 'https:' || url.origin === pagesOrigin) && url.username === '' && url.password === '';
  return isSafe ? url.href : null;
}
