import type { components } from '../../../generated/api.d.ts';
import type { LivePage, Publication } from './publications.repo.ts';

type Schemas = components['schemas'];

/** Where a page of the workspace is, by its path. */
export type AddressOf = (path: string) => string;

/** What is shown of a publication. */
export interface ShownPublication extends Pick<Publication, 'status' | 'requestedAlias' | 'message' | 'at'> {
  live: Pick<LivePage, 'path' | 'alias' | 'version' | 'publishedAt' | 'outcome'> | null;
}

/** How a tent stands on the web: what is live of it, and what became of the newest wish; the latter alone where nothing is live. */
export function toPublication({ live, ...attempt }: ShownPublication, addressOf: AddressOf): Schemas['TentPublication'] {
  const { status, requestedAlias, message } = live?.outcome ?? attempt;
  return {
    status,
    published_url: live && addressOf(live.path),
    requested_custom_page_alias: requestedAlias,
    applied_custom_page_alias: live?.alias ?? null,
    message,
    version: live?.version ?? null,
    published_at: live?.publishedAt.toISOString() ?? null,
    last_attempt: { status: attempt.status, message: attempt.message, at: attempt.at.toISOString() },
  };
}

/** How a page that was left as it is stands on the web. A wish for another one that still waits is not shown. */
export const toLivePublication = ({ path, outcome }: LivePage, addressOf: AddressOf): Schemas['TentLivePublication'] => ({
  status: outcome.status,
  published_url: addressOf(path),
});
