import type { AddressOf } from './publications.view.ts';

export interface PagesHost {
  /** Public address of the API, whose scheme is that of the pages too. */
  baseUrl: string;
  /** The host that those of the workspaces are part of, with its port. */
  publishedHost: string;
}

/** Where the pages of a workspace are, on its own host. @param slug the workspace's */
export function addressesOf({ baseUrl, publishedHost }: PagesHost, slug: string): AddressOf {
  const host = `${new URL(baseUrl).protocol}//${slug}.${publishedHost}`;
  return (path) => (path === '/' ? `${host}/` : `${host}/${path}`);
}
