import type { components } from '../../../generated/api.d.ts';
import type { LivePage, Publication } from './publications.repo.ts';

type Schemas = components['schemas'];

/** Where a page of the workspace is, by its path. */
export type AddressOf = (path: string) => string;

/** What is shown of a publication. */
export interface ShownPublication extends Pick<Publication, 'status' | 'requestedAlias' | 'message'> {
  live: Pick<LivePage, 'path' | 'alias' | 'version' | 'publishedAt'> | null;
}

/** How a tent stands on the web. */
export const toPublication = (
  { status, requestedAlias, message, live }: ShownPublication,
  addressOf: AddressOf,
): Schemas['TentPublication'] => ({
  status,
  published_url: live && addressOf(live.path),
  requested_custom_page_alias: requestedAlias,
  applied_custom_page_alias: live?.alias ?? null,
  message,
  version: live?.version ?? null,
  published_at: live?.publishedAt.toISOString() ?? null,
});

/** How a page that was left as it is stands on the web. A wish for another one that still waits is not shown. */
export const toLivePublication = ({ status, live }: Publication, addressOf: AddressOf): Schemas['TentLivePublication'] => ({
  status: status === 'published_with_warnings' ? status : 'published',
  published_url: addressOf((live as NonNullable<typeof live>).path),
});
