import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../platform/log.ts';

/** How long an end may take, in milliseconds. */
export interface Patience {
  /** For what is under way to end, … */
  workMs: number;
  /** … for everything that it stood on, after that, … */
  closeMs: number;
  /** … and for one part of it, so that none takes the time of the next. */
  partMs: number;
}

/** Together with the default drain 28 seconds: most supervisors kill after 30. A request has 15 at most by itself. */
const PATIENCE: Patience = { workMs: 15_000, closeMs: 8_000, partMs: 2_000 };

/** Tells by its result whether something had to be cut off: then it is false. */
type Finish = (limit: AbortSignal) => Promise<boolean>;
type Close = (limit: AbortSignal) => Promise<unknown>;

interface Part {
  /** Whether it ends by itself at the limit. */
  keepsToLimit?: boolean;
  /** Its own patience, where it needs another than the rest. */
  partMs?: number;
}

/** What a service has started, and how it ends: what works first and side by side, then what it stood on, the newest first. */
export interface Stopping {
  /** Something that works: requests, jobs. Told to finish it begins nothing new; at the limit it cuts off, and logs, what is left. */
  working(name: string, finish: Finish): void;
  /** Something that others stand on. */
  under(name: string, close: Close, options?: Part): void;
  /**
   * Ends everything, once. Asked again, it is the same end.
   * @param now when it is aborted, what has not ended by then is cut off
   * @returns false when something was cut off, or did not end as it should; the log says what
   */
  stop(now?: AbortSignal): Promise<boolean>;
}

/** @param drainMs how much longer work may take because it is still let in */
export function createStopping(log: Log, drainMs: number, { workMs, closeMs, partMs } = PATIENCE): Stopping {
  const work: { name: string; finish: Finish }[] = [];
  const foundations: ({ name: string; close: Close } & Required<Part>)[] = [];
  let end: Promise<boolean> | undefined;

  async function ending(now: AbortSignal): Promise<boolean> {
    const limitOfWork = sooner(now, drainMs + workMs);
    const limit = sooner(now, drainMs + workMs + closeMs);
    // A little later it is not waited for even if it does not heed its limit.
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
  // It never comes to the end of that time: the limit ends it.
  await delay(2 ** 31 - 1, undefined, { signal: limit, ref: false }).catch(() => {});
}

async function after(limit: AbortSignal, ms: number): Promise<void> {
  await over(limit);
  await delay(ms, undefined, { ref: false });
}
