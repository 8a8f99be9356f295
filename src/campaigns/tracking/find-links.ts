import type { Db } from '../../platform/db.ts';
import { compileLink, type Link } from './targets.ts';
import { findLinks } from './tracking.repo.ts';

/** The link at a position of a message; undefined when there is none, or the message is gone. */
export type FindLink = (workspaceId: string, messageId: string, position: number) => Promise<Link | undefined>;

export interface FindLinkOptions {
  db: Db;
  /** For how long a message's links are not asked for again. */
  freshMs?: number;
  /** For how many characters of links there is room. */
  most?: number;
}

interface Kept {
  urls: ReadonlyMap<number, string>;
  compiled: Map<number, Link>;
  until: number;
  size: number;
}

/** What a message takes beside its links. */
const OVERHEAD = 200;

/**
 * Links of messages, of which those that somebody followed lately are in memory: whoever follows one waits for nobody. They never change,
 * and are asked for anew only because the message may be deleted: behind the back of whoever follows one at that moment.
 */
export function createLinkFinder({ db, freshMs = 60_000, most = 8_000_000 }: FindLinkOptions): FindLink {
  /** By workspace and message; the one that was asked for the longest ago comes first. */
  const kept = new Map<string, Kept>();
  const loading = new Map<string, Promise<Kept>>();
  let size = 0;

  function load(key: string, workspaceId: string, messageId: string): Promise<Kept> {
    const known = loading.get(key);
    if (known) return known;
    const promise = findLinks({ db, workspaceId }, messageId)
      .then((urls) => keep(key, urls))
      .finally(() => loading.delete(key));
    loading.set(key, promise);
    return promise;
  }

  function keep(key: string, urls: ReadonlyMap<number, string>): Kept {
    const one = { urls, compiled: new Map(), until: performance.now() + freshMs, size: OVERHEAD };
    for (const url of urls.values()) one.size += url.length;
    forget(key);
    kept.set(key, one);
    size += one.size;
    for (const oldest of kept.keys()) {
      if (size <= most) break;
      forget(oldest);
    }
    return one;
  }

  function forget(key: string): void {
    size -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  }

  function linkAt({ urls, compiled }: Kept, position: number): Link | undefined {
    const url = urls.get(position);
    if (url === undefined) return undefined;
    const link = compiled.get(position) ?? compileLink(url);
    compiled.set(position, link);
    return link;
  }

  return async (workspaceId, messageId, position) => {
    const key = workspaceId + messageId;
    const known = kept.get(key);
    if (!known) return linkAt(await load(key, workspaceId, messageId), position);
    kept.delete(key);
    kept.set(key, known);
    const now = performance.now();
    if (known.until <= now) {
      // While nobody can be asked, they stay.
      known.until = now + freshMs;
      load(key, workspaceId, messageId).catch(() => {});
    }
    return linkAt(known, position);
  };
}
