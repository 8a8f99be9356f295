import { isUuid } from '../../shared/identifiers.ts';
import type { FileOrigins } from './own-files.ts';
import type { AddressOf } from './publications.view.ts';

export interface PagesHost {
  /** Public address of the API, whose scheme is that of the pages too. */
  baseUrl: string;
  /** The host that those of the workspaces are part of, with its port. */
  publishedHost: string;
}

/** Has this process look anew at what these paths lead to. */
export type ForgetPages = (workspaceId: string, paths: readonly string[]) => void;

const originOf = ({ baseUrl, publishedHost }: PagesHost, slug: string): string => `${new URL(baseUrl).protocol}//${slug}.${publishedHost}`;

/** Where the pages of a workspace are, on its own host. @param slug the workspace's */
export function addressesOf(host: PagesHost, slug: string): AddressOf {
  const origin = originOf(host, slug);
  return (path) => (path === '/' ? `${origin}/` : `${origin}/${path}`);
}

/** Where the files of a workspace are. @param slug the workspace's */
export const fileOriginsOf = (host: PagesHost, slug: string): FileOrigins => ({ api: host.baseUrl, pages: originOf(host, slug) });

/** What no page can be called, beside the identifiers of tents. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['submit', 'assets', 'api', 'v1', 'admin', 'bulk', 'new'],
  ...['robots.txt', 'favicon.ico', 'sitemap.xml', '.well-known'],
]);

const LONGEST = 100;
const SHAPE = /^(\/|[a-z0-9][a-z0-9._-]*)$/;

/** Whether a page may have the address, as the document says it of `custom_page_alias`: for one that no request has brought. */
export const isAlias = (text: string): boolean => text.length <= LONGEST && SHAPE.test(text) && !RESERVED.has(text) && !isUuid(text);
