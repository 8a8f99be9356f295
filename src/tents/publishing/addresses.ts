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
