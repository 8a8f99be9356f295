import { setTimeout as delay } from 'node:timers/promises';
import { isPassing } from '../../platform/db.ts';

const PAUSE_MS = { first: 100, most: 2_000 };

/**
 * Writes down what is known and must not get lost: a database that is away is asked again until it is back. Whoever is told to stop
 * meanwhile has one more try.
 */
export async function insist<Result>(write: () => Promise<Result>, stopping: AbortSignal): Promise<Result> {
  for (let pause = PAUSE_MS.first; ; pause = Math.min(pause * 2, PAUSE_MS.most)) {
    try {
      return await write();
    } catch (error) {
      if (!isPassing(error) || stopping.aborted) throw error;
      await delay(pause, undefined, { signal: stopping }).catch(() => {});
    }
  }
}
