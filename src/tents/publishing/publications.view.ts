import type { Publication } from './publications.repo.ts';

/** Where a page of the workspace is, by its path. */
export type AddressOf = (path: string) => string;

type Shown = Pick<Publication, 'status' | 'path' | 'requestedAlias' | 'alias' | 'message' | 'version' | 'publishedAt'>;

/** How a tent stands on the web. */
export const toPublication = (publication: Shown, addressOf: AddressOf) => ({
  status: publication.status,
  published_url: publication.path === null ? null : addressOf(publication.path),
  requested_custom_page_alias: publication.requestedAlias,
  applied_custom_page_alias: publication.alias,
  message: publication.message,
  version: publication.version,
  published_at: publication.publishedAt?.toISOString() ?? null,
});
