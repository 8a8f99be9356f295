import { createWriteBehind } from '../../platform/batch.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { type Hit, writeHits } from './hits.repo.ts';
import type { DeliveryRef } from './tokens.ts';

/** What comes back from emails and is written behind the backs of those who open and click. */
export interface Hits {
  opened(of: DeliveryRef): void;
  /** @param url where it led */
  clicked(of: DeliveryRef, position: number, url: string): void;
  /** Writes what has come. Resolves when it is written, or cannot be. */
  finish(): Promise<void>;
  /** How many there was no room for since the start. */
  dropped(): number;
  /** How much waits to be written. */
  held(): number;
}

export interface HitOptions {
  db: Db;
  clock: Clock;
  log: Log;
  /** How long hits are collected before they are written. */
  everyMs?: number;
  /** How many may be in memory; past that, they are not recorded. */
  most?: number;
}

/** In one statement: what it holds, it holds for some tenths of a second. */
const GROUP_SIZE = 2_000;

/** Collects opens and clicks, each once in a group, with the moment of the first. */
export function createHits({ db, clock, log, everyMs = 250, most = 100_000 }: HitOptions): Hits {
  const behind = createWriteBehind<Hit>({
    what: 'opens and clicks',
    log,
    everyMs,
    most,
    groupSize: GROUP_SIZE,
    growth: (older) => (older ? 0 : 1),
    // The first one counts.
    merge: () => {},
    async write(group, isEnd) {
      const entries = [...group];
      const left = await writeHits(
        db,
        entries.map(([, hit]) => hit),
        { waits: isEnd },
      );
      return left.map((place) => (entries[place] as [string, Hit])[0]);
    },
  });

  return {
    opened: ({ workspaceId, deliveryId }) =>
      behind.add(workspaceId + deliveryId, { workspaceId, deliveryId, at: clock.now(), position: null, url: null }),
    clicked: ({ workspaceId, deliveryId }, position, url) =>
      behind.add(`${workspaceId}${deliveryId}${position}`, { workspaceId, deliveryId, at: clock.now(), position, url }),
    finish: behind.finish,
    dropped: behind.dropped,
    held: behind.held,
  };
}
