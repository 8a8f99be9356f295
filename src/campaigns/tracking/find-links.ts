import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/db.ts';
import type { MessageId, WorkspaceId } from '../../platform/ids.ts';
import { createFlights } from '../../shared/single-flight.ts';
import { compileLink, type Link } from './targets.ts';
import { findLinks } from './tracking.repo.ts';

export interface FoundLink {
  link: Link;
  /** The links of its message that can be followed. */
  linkCount: number;
}

export type FindLink = (workspaceId: WorkspaceId, messageId: MessageId, position: number) => Promise<FoundLink | undefined>;

interface FindLinkOptions {
  db: Db;
  freshMs?: number;
  most?: number;
}

interface Kept {
  urls: ReadonlyMap<number, string>;
  compiled: Map<number, FoundLink>;
  linkCount: number;
  until: number;
  size: number;
}

const OVERHEAD = 200;
const FOLLOWED = /^(?:https?:|\{\{)/i;

/**
 * The links of recently clicked messages are in memory. They never change, and are read again only because the message may be deleted: in
 * the background, so that no click waits.
 */
export function createLinkFinder({ db, freshMs = 60_000, most = 8_000_000 }: FindLinkOptions): FindLink {
  const kept = new LRUCache<string, Kept>({ maxSize: most, sizeCalculation: ({ size }) => size });
  const flights = createFlights<Kept>();

  const load = (key: string, workspaceId: WorkspaceId, messageId: MessageId): Promise<Kept> =>
    flights.share(
      key,
      async () => {
        const urls = await findLinks({ db, workspaceId }, messageId);
        const size = urls.values().reduce((sum, url) => sum + url.length, OVERHEAD);
        const linkCount = [...urls.values()].filter((url) => FOLLOWED.test(url)).length;
        return { urls, compiled: new Map(), linkCount, until: performance.now() + freshMs, size };
      },
      (links) => kept.set(key, links),
    );

  function linkAt({ urls, compiled, linkCount }: Kept, position: number): FoundLink | undefined {
    const url = urls.get(position);
    if (url === undefined) return undefined;
    const found = compiled.get(position) ?? { link: compileLink(url), linkCount };
    compiled.set(position, found);
    return found;
  }

  return async (workspaceId, messageId, position) => {
    const key = workspaceId + messageId;
    const known = kept.get(key);
    if (!known) return linkAt(await load(key, workspaceId, messageId), position);
    const now = performance.now();
    if (known.until <= now) {
      // They stay while the database is away.
      known.until = now + freshMs;
      load(key, workspaceId, messageId).catch(() => {});
    }
    return linkAt(known, position);
  };
}
