/** Tasks in threads: each thread runs one at a time, within its time limit, and a failure does not affect others. */
import { expect, test } from 'vitest';
import { type Limits, NotDoneInTime, openThreads } from '../../src/platform/threads.ts';
import { isAtLength } from '../support/at-length.ts';

const MODULE = new URL('./threads.tasks.ts', import.meta.url).href;

const open = (limits: Partial<Limits> = {}) => {
  const times: [workspaceId: string, ms: number][] = [];
  const threads = openThreads(
    { threads: 1, mostWaiting: 10, waitMs: 60_000, limitMs: 60_000, idleMs: 60_000, memoryMb: 64, ...limits },
    (workspaceId, ms) => times.push([workspaceId, ms]),
  );
  const runFor =
    (workspaceId: string) =>
    (name: string, ...args: unknown[]) =>
      threads.run(workspaceId, { module: MODULE, name, args });
  return { threads, times, runFor, run: runFor('one') };
};

/** A task that goes on until it is let go. */
const held = (run: ReturnType<typeof open>['run']) => {
  const cell = new Int32Array(new SharedArrayBuffer(8));
  return {
    answer: run('wait', cell.buffer),
    begun: () => expect.poll(() => Atomics.load(cell, 0)).toBe(1),
    letGo: () => {
      Atomics.store(cell, 1, 1);
      Atomics.notify(cell, 1);
    },
  };
};

test.runIf(isAtLength)('answer what the task gives or throws', async () => {
  const { run, threads } = open();
  expect(threads.count()).toBe(0);
  expect(await Promise.all([run('double', 1), run('double', 2), run('double', 3)])).toEqual([2, 4, 6]);
  await expect(run('fail')).rejects.toThrow(new RangeError('No'));
  expect(await run('double', 4)).toBe(8);
  expect(threads.count()).toBe(1);
});

test.runIf(isAtLength)('are as many as they may be, and no more than are needed', async () => {
  const { run, threads } = open({ threads: 3 });
  const [first, second, third] = [held(run), held(run), held(run)];
  await Promise.all([first.begun(), second.begun()]);
  expect(threads.count()).toBe(2);
  first.letGo();
  const free = await first.answer;
  await third.begun();
  second.letGo();
  third.letGo();
  expect(await third.answer).toBe(free);
  expect(await second.answer).not.toBe(free);
});

test('end when nobody needs them', async () => {
  const { run, threads } = open({ idleMs: 1 });
  const first = await run('where');
  await expect.poll(() => threads.count()).toBe(0);
  expect(await run('where')).not.toBe(first);
});

test('are not kept when a task has made them large', async () => {
  const { run, threads } = open({ memoryMb: 256 });
  const first = await run('keep', 10);
  expect(await run('keep', 80)).toBe(first);
  expect(threads.count()).toBe(0);
  expect(await run('where')).not.toBe(first);
});

test.runIf(isAtLength)('cut off what takes longer than it may, and only that', async () => {
  const { run } = open({ limitMs: 2_000 });
  await run('double', 1);
  const endless = run('forever');
  await expect(endless).rejects.toThrow(NotDoneInTime);
  expect(await run('double', 2)).toBe(4);
});

test('let a task wait for a processor that others use', async () => {
  const { run } = open({ limitMs: 1_000 });
  await run('double', 1).catch(() => {});
  const waits = held(run);
  await waits.begun();
  const begun = performance.now();
  await expect.poll(() => performance.now() - begun).toBeGreaterThan(1_500);
  waits.letGo();
  await waits.answer;
  await expect(run('forever')).rejects.toMatchObject({ reason: 'cut_off' });
});

test('let no task wait for its turn for longer than it may', async () => {
  const { run } = open({ waitMs: 50 });
  const first = held(run);
  await first.begun();
  await expect(run('double', 1)).rejects.toThrow(NotDoneInTime);
  first.letGo();
  await first.answer;
  expect(await run('double', 2)).toBe(4);
});

test.runIf(isAtLength).each(['die', 'hoard'])('go on when a task makes one of them end: %s', async (name) => {
  const { run, threads } = open();
  const first = await run('where');
  const [fatal, behind] = await Promise.allSettled([run(name), run('double', 1)]);
  expect(fatal.status).toBe('rejected');
  expect(behind).toEqual({ status: 'fulfilled', value: 2 });
  expect(await run('where')).not.toBe(first);
  expect(threads.count()).toBe(1);
});

test.runIf(isAtLength)('take the tasks of workspaces in turns, however many one of them has', async () => {
  const { runFor } = open();
  const first = held(runFor('many'));
  await first.begun();
  const order: string[] = [];
  const note = (workspaceId: string) => runFor(workspaceId)('double', 1).then(() => order.push(workspaceId));
  const all = ['many', 'many', 'many', 'few', 'few', 'other'].map(note);
  first.letGo();
  await Promise.all(all);
  expect(order).toEqual(['few', 'other', 'many', 'few', 'many', 'many']);
});

test.runIf(isAtLength)('keep one thread free for the next workspace', async () => {
  const { runFor, threads } = open({ threads: 2 });
  const first = held(runFor('many'));
  await first.begun();
  const second = runFor('many')('double', 1);
  expect(await runFor('few')('double', 2)).toBe(4);
  expect(threads.count()).toBe(2);
  first.letGo();
  expect(await second).toBe(2);
});

test.runIf(isAtLength)('refuse what a workspace has too much of, and only that', async () => {
  const { runFor } = open({ mostWaiting: 2 });
  const first = held(runFor('many'));
  await first.begun();
  const waiting = [runFor('many')('double', 1), runFor('many')('double', 2)];
  await expect(runFor('many')('double', 3)).rejects.toMatchObject({ reason: 'too_many' });
  waiting.push(runFor('few')('double', 3));
  first.letGo();
  expect(await Promise.all(waiting)).toEqual([2, 4, 6]);
});

test.runIf(isAtLength)('tell whose tasks have taken how much time, also of one that is cut off', async () => {
  const { runFor, times } = open({ limitMs: 1_500 });
  await runFor('one')('work', 50);
  await expect(runFor('other')('forever')).rejects.toMatchObject({ reason: 'cut_off' });
  expect(times.map(([workspaceId]) => workspaceId)).toEqual(['one', 'other']);
  expect(times[0]?.[1]).toBeGreaterThanOrEqual(50);
  expect(times[0]?.[1]).toBeLessThan(1_400);
  expect(times[1]?.[1]).toBeGreaterThanOrEqual(1_400);
});
