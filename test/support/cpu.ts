import { type PerformanceEntry, PerformanceObserver, performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';

/** Processor time in milliseconds, without other work of the machine. */
export interface Cpu {
  /** Of the main thread, which answers requests and runs the test. */
  here: number;
  /** Of all threads of the process together. */
  inAll: number;
}

const TRIES = 3;

function show(what: string, seen: Record<string, number | undefined>, most: Record<string, number | undefined>): void {
  const figures = Object.entries(seen).map(([of, figure]) => `${of} ${figure?.toFixed(0)}${most[of] ? ` of ${most[of]}` : ''}`);
  console.log(`${expect.getState().currentTestName}: ${what}`.padEnd(100), figures.join(', '));
}

/**
 * Does some work, and fails if it takes `most` or more. Then it tries again, twice at most, because the garbage of earlier tests may
 * be collected during the work; the cost of the work itself shows in each try. With `SHOW` it prints the measured time and its bound.
 *
 * @returns the result of the last try
 */
export async function expectCpu<T>(most: Partial<Cpu>, work: () => T | Promise<T>, what = 'the work'): Promise<T> {
  const least: Cpu = { here: Number.POSITIVE_INFINITY, inAll: Number.POSITIVE_INFINITY };
  const tooMuch = () => (Object.keys(most) as (keyof Cpu)[]).filter((of) => least[of] >= (most[of] as number));
  for (let tries = 1; ; tries++) {
    const [thread, all] = [process.threadCpuUsage(), process.cpuUsage()];
    const result = await work();
    const [here, inAll] = [process.threadCpuUsage(thread), process.cpuUsage(all)].map(({ user, system }) => (user + system) / 1_000);
    least.here = Math.min(least.here, here as number);
    least.inAll = Math.min(least.inAll, inAll as number);
    if (process.env.SHOW) show(what, { here, inAll }, most);
    if (tries < TRIES && tooMuch().length > 0) continue;
    for (const of of tooMuch()) expect(least[of], `processor time of ${what}, ${of}`).toBeLessThan(most[of] as number);
    return result;
  }
}

/**
 * Does some work, and fails if it blocks the event loop for `most` milliseconds of processor time or more at a
 * stretch. Pauses of the garbage collector do not count. It tries again as above.
 */
export async function expectStretches<T>(most: number, work: () => Promise<T>, what = 'the work'): Promise<T> {
  let least = Number.POSITIVE_INFINITY;
  const pauses: Span[] = [];
  const note = (entries: PerformanceEntry[]) => {
    for (const { startTime, duration } of entries) pauses.push({ from: startTime, to: startTime + duration });
  };
  const collector = new PerformanceObserver((list) => note(list.getEntries()));
  collector.observe({ entryTypes: ['gc'] });
  try {
    for (let tries = 1; ; tries++) {
      const stretches: (Span & { cpu: number })[] = [];
      let isOver = false;
      let [before, from] = [process.threadCpuUsage(), performance.now()];
      const look = () => {
        const [{ user, system }, to] = [process.threadCpuUsage(before), performance.now()];
        stretches.push({ from, to, cpu: (user + system) / 1_000 });
        [before, from] = [process.threadCpuUsage(), to];
        if (!isOver) setImmediate(look);
      };
      setImmediate(look);
      const result = await work();
      isOver = true;
      look();
      // The collector reports its pauses a little later.
      await setTimeout(1);
      note(collector.takeRecords());
      const longest = stretches.reduce((most, stretch) => Math.max(most, stretch.cpu - shared(stretch, pauses)), 0);
      least = Math.min(least, longest);
      if (process.env.SHOW) show(what, { stretch: longest }, { stretch: most });
      if (tries < TRIES && least >= most) continue;
      expect(least, `processor time of ${what} at a stretch`).toBeLessThan(most);
      return result;
    }
  } finally {
    collector.disconnect();
  }
}

/** In milliseconds since the process began. */
interface Span {
  from: number;
  to: number;
}

const shared = ({ from, to }: Span, others: Span[]): number =>
  others.reduce((sum, other) => sum + Math.max(0, Math.min(to, other.to) - Math.max(from, other.from)), 0);
