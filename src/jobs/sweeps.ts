import type { Log } from '../platform/log.ts';
import type { Outage } from './outage.ts';

/** Work that falls due by time, found by a query over an indexed column. Runs in every worker process; must be idempotent. */
export interface Sweep {
  name: string;
  everySeconds: number;
  /** `stopping` is aborted when the process shuts down: leave the rest to the next one. */
  run: (stopping: AbortSignal) => Promise<void>;
}

interface Sweeper {
  /** Runs it now, or waits for the current run. Never throws: a failed sweep is logged and comes again. */
  sweep(entry: Sweep): Promise<void>;
  /** Runs them at once, so that overdue work does not wait, and then each in its interval. */
  start(entries: Sweep[]): void;
  stop(): void;
  running(): Map<string, Promise<void>>;
}

/** A longer sweep delays its next run too: an operator should look. */
const LONG_MS = 60_000;

interface SweeperOptions {
  log: Log;
  outage: Outage;
  stopping: AbortSignal;
  /** False: sweeps that are due wait for their next turn. */
  mayRun: () => boolean;
}

export function createSweeper({ log, outage, stopping, mayRun }: SweeperOptions): Sweeper {
  const running = new Map<string, { promise: Promise<void>; since: number }>();
  const timers: NodeJS.Timeout[] = [];

  function sweep({ name, run }: Sweep): Promise<void> {
    const current = running.get(name);
    if (current) return current.promise;
    const promise = run(stopping)
      .catch((error: unknown) => {
        if (error !== stopping.reason) outage.failed(error, { sweep: name }, 'sweep failed');
      })
      .finally(() => running.delete(name));
    running.set(name, { promise, since: performance.now() });
    return promise;
  }

  function onTime(entry: Sweep): void {
    const current = running.get(entry.name);
    const seconds = current ? Math.round((performance.now() - current.since) / 1_000) : 0;
    // A second one beside it would wait for the same.
    if (seconds * 1_000 >= LONG_MS) log.warn({ sweep: entry.name, seconds }, 'a sweep is still running');
    if (!current && mayRun()) void sweep(entry);
  }

  return {
    sweep,
    start(entries) {
      for (const entry of entries) {
        timers.push(setInterval(() => onTime(entry), entry.everySeconds * 1_000));
        onTime(entry);
      }
    },
    stop() {
      for (const timer of timers.splice(0)) clearInterval(timer);
    },
    running: () => new Map([...running].map(([name, { promise }]) => [name, promise])),
  };
}
