import { setTimeout as delay } from 'node:timers/promises';
import { isPassing, isUnavailable } from './database-errors.ts';

const ATTEMPTS = 3;
const PAUSE_MS = { first: 100, most: 2_000 };

/**
 * For the first statements of a start: the database answered a moment ago, so a standstill of some seconds must not fail it.
 * @throws the error of the third attempt, or at once one that the database is not the cause of
 */
export async function retryBriefly<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnavailable(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** For writes that must not be lost: repeated while the database is away. When the service stops, one more attempt follows. */
export async function retryWhileAway<Result>(write: () => Promise<Result>, stopping: AbortSignal): Promise<Result> {
  for (let pause = PAUSE_MS.first; ; pause = Math.min(pause * 2, PAUSE_MS.most)) {
    try {
      return await write();
    } catch (error) {
      if (!isPassing(error) || stopping.aborted) throw error;
      await delay(pause, undefined, { signal: stopping }).catch(() => {});
    }
  }
}
