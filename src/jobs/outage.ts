import { setTimeout as delay } from 'node:timers/promises';
import { databaseError, isUnavailable, type Trouble } from '../platform/database-errors.ts';
import type { Log } from '../platform/log.ts';

/** Tells what fails. While the database is away, which everything fails of, that is told once, and once that it is back. */
export interface Outage {
  failed(error: unknown, about: object, message: string): void;
}

const ASK_AGAIN_MS = 1_000;

/** What keeps every look for jobs from its end, and the simplest question too. */
const AWAY: ReadonlySet<Trouble> = new Set<Trouble>(['unreachable', 'refused', 'busy']);

/**
 * @param ask asks the database the simplest thing
 * @param over aborted when nobody wants to know any more
 */
export function createOutage(log: Log, ask: () => Promise<unknown>, over: AbortSignal): Outage {
  let isAway = false;

  async function returned(): Promise<void> {
    const since = performance.now();
    for (;;) {
      await delay(ASK_AGAIN_MS, undefined, { ref: false, signal: over });
      const isBack = await ask().then(
        () => true,
        () => false,
      );
      if (isBack) break;
    }
    isAway = false;
    log.info({ seconds: Math.round((performance.now() - since) / 1_000) }, 'background work goes on: the database is back');
  }

  return {
    failed(error, about, message) {
      const found = databaseError(error);
      if (!isUnavailable(found) || !AWAY.has(found.trouble)) return log.error({ err: found, ...about }, message);
      if (isAway || over.aborted) return;
      isAway = true;
      log.error({ err: found }, 'background work rests: the database is away');
      // It ends with the process otherwise.
      returned().catch(() => {});
    },
  };
}
