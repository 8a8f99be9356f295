/** Tasks for the tests of threads. */
import { threadId } from 'node:worker_threads';

const forever = (): never => {
  for (;;);
};

const kept: number[][] = [];

export const TASKS = {
  double: (number: number) => 2 * number,
  where: () => threadId,
  /** Takes so many milliseconds of the processor. */
  work: (ms: number) => {
    const begin = process.threadCpuUsage();
    while (process.threadCpuUsage(begin).user < ms * 1_000);
  },
  /** Says that it has begun, and waits for a word. */
  wait: async (signal: SharedArrayBuffer) => {
    const cell = new Int32Array(signal);
    Atomics.store(cell, 0, 1);
    Atomics.notify(cell, 0);
    Atomics.wait(cell, 1, 0);
    return threadId;
  },
  fail: () => {
    throw new RangeError('No');
  },
  forever,
  die: () => process.exit(1),
  /** Leaves so many megabytes behind. */
  keep: (megabytes: number) => {
    for (let i = 0; i < megabytes; i++) kept.push(new Array(125_000).fill(0));
    return threadId;
  },
  hoard: () => {
    const all: number[][] = [];
    for (;;) all.push(new Array(1_000_000).fill(Math.random()));
  },
};
