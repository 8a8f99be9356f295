import { setTimeout as delay } from 'node:timers/promises';
import { databaseError, isUnavailable, type Trouble } from '../platform/database-errors.ts';
import type { Log } from '../platform/log.ts';

/** Logs errors. While the database is away, everything fails: one line is logged, and one when it is back. */
export interface Outage {
  failed(error: unknown, about: object, message: string): void;
}

const ASK_AGAIN_MS = 1_000;

/** Troubles that every query meets. */
const AWAY: ReadonlySet<Trouble> = new Set<Trouble>(['unreachable', 'refused', 'busy']);

/** @param ask a trivial query */
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
