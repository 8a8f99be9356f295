import type { Ahead, Turn } from './merge.service.ts';

/** The chunks of a run, two of them side by side. */
export interface Pipeline {
  /** Waits for room for a chunk: until the one before has taken hold, and only that one is under way. @throws what one has failed with */
  room(): Promise<void>;
  /** Begins with a chunk, for which there is room. */
  add(work: (turn: Pick<Turn, 'ahead' | 'onHeld'>) => Promise<void>): Promise<void>;
  /** Waits until nothing is under way. @throws what the first chunk has failed with */
  settled(): Promise<void>;
}

interface Flight {
  held: Promise<ReadonlySet<string>>;
  committed: Promise<void>;
}

const LANDED: Flight = { held: Promise.resolve(new Set<string>()), committed: Promise.resolve() };

/**
 * Two chunks at a time: while one writes, the next looks its people up and writes as far as it does not need the other. More of them would
 * hold more and do it no faster.
 */
export function openPipeline(): Pipeline {
  let [last, beforeLast] = [LANDED, LANDED];
  return {
    async room() {
      await beforeLast.committed;
      await last.held;
    },
    async add(work) {
      const ahead: Ahead = { about: await last.held, committed: last.committed };
      const { promise: held, resolve: onHeld, reject } = Promise.withResolvers<ReadonlySet<string>>();
      const committed = work({ ahead, onHeld });
      // Whoever waits for it hears of it; so may nobody.
      committed.catch(reject);
      held.catch(() => {});
      [beforeLast, last] = [last, { held, committed }];
    },
    async settled() {
      const flights = [beforeLast.committed, last.committed];
      await Promise.allSettled(flights);
      for (const flight of flights) await flight;
    },
  };
}
