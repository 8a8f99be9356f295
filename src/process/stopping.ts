import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../platform/log.ts';

export interface Patience {
  /** For work under way, … */
  workMs: number;
  /** … then for everything it depends on, … */
  closeMs: number;
  /** … and for each part of it, so that none takes the time of the next. */
  partMs: number;
}

/** With the default drain 28 seconds in all: most supervisors kill after 30. A request has 15 at most by itself. */
const PATIENCE: Patience = { workMs: 15_000, closeMs: 8_000, partMs: 2_000 };

/** Resolves with false when something had to be cut off. */
type Finish = (limit: AbortSignal) => Promise<boolean>;
type Close = (limit: AbortSignal) => Promise<unknown>;

interface Part {
  /** It observes the limit itself. */
  keepsToLimit?: boolean;
  /** In place of the usual time of a part. */
  partMs?: number;
}

/** Ends a service: its work first and in parallel, then the parts below it, the newest first. */
export interface Stopping {
  /** Requests, jobs. `finish` begins nothing new; at the limit it cuts off, and logs, what is left. */
  working(name: string, finish: Finish): void;
  /** A part that others depend on. */
  under(name: string, close: Close, options?: Part): void;
  /**
   * Ends everything once; later calls get the same promise.
   * @param now when it is aborted, everything unfinished is cut off
   * @returns false when something was cut off, or failed to end; the log has the details
   */
  stop(now?: AbortSignal): Promise<boolean>;
}

/** @param drainMs additional time for work, while it is still let in */
export function createStopping(log: Log, drainMs: number, { workMs, closeMs, partMs } = PATIENCE): Stopping {
  const work: { name: string; finish: Finish }[] = [];
  const foundations: ({ name: string; close: Close } & Required<Part>)[] = [];
  let end: Promise<boolean> | undefined;

  async function ending(now: AbortSignal): Promise<boolean> {
    const limitOfWork = sooner(now, drainMs + workMs);
    const limit = sooner(now, drainMs + workMs + closeMs);
    // A part that ignores its limit is abandoned a little later.
    const finished = work.map(({ name, finish }) => settled(name, finish(limitOfWork), after(limitOfWork, partMs)));
    const whole = await Promise.all(finished);
    for (const { name, close, ...part } of foundations.toReversed()) {
      const closed = close(limit).then(() => true);
      whole.push(await settled(name, closed, part.keepsToLimit ? undefined : over(sooner(limit, part.partMs))));
    }
    return whole.every(Boolean);
  }

  async function settled(name: string, promise: Promise<boolean>, patience: Promise<void> | undefined): Promise<boolean> {
    try {
      const result = await Promise.race(patience ? [promise, patience] : [promise]);
      if (result === undefined) log.warn({ part: name }, 'a part of the service did not end in time');
      return result === true;
    } catch (error) {
      log.error({ err: error, part: name }, 'a part of the service did not end as it should');
      return false;
    }
  }

  return {
    working: (name, finish) => void work.push({ name, finish }),
    under: (name, close, part) => void foundations.push({ keepsToLimit: false, partMs, ...part, name, close }),
    stop: (now = new AbortController().signal) => (end ??= ending(now)),
  };
}

const sooner = (signal: AbortSignal, ms: number): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(ms)]);

async function over(limit: AbortSignal): Promise<void> {
  // The signal ends it, never the timer.
  await delay(2 ** 31 - 1, undefined, { signal: limit, ref: false }).catch(() => {});
}

async function after(limit: AbortSignal, ms: number): Promise<void> {
  await over(limit);
  await delay(ms, undefined, { ref: false });
}
