import type { components } from '../../../generated/api.d.ts';
import type { LivePage, Publication } from './publications.repo.ts';

type Schemas = components['schemas'];

/** The address of a page by its path. */
export type AddressOf = (path: string) => string;

export interface ShownPublication extends Pick<Publication, 'status' | 'requestedAlias' | 'message' | 'at'> {
  live: Pick<LivePage, 'path' | 'alias' | 'version' | 'publishedAt' | 'outcome'> | null;
}

/** The live page, and the newest attempt; only the latter where no page is live. */
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

/** For a page that was left as it is. A wish that still waits for another one is not shown. */
export const toLivePublication = ({ path, outcome }: LivePage, addressOf: AddressOf): Schemas['TentLivePublication'] => ({
  status: outcome.status,
  published_url: addressOf(path),
});
