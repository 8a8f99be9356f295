/** The end of a service by itself: the order, the side by side, and the one limit for all. */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createStopping } from '../../src/process/stopping.ts';
import { notingLog } from '../support/log.ts';

const never = () => new Promise<never>(() => {});

function open(patience = { workMs: 30_000, closeMs: 30_000, partMs: 30_000 }) {
  const { log, logged } = notingLog();
  return { logged, stopping: createStopping(log, 0, patience) };
}

describe('the end of a service', () => {
  it('ends all work side by side, then what it stood on, the newest first, and all of it once', async () => {
    const { stopping, logged } = open();
    const order: string[] = [];
    let both: () => void;
    const met = new Promise<void>((resolve) => {
      both = resolve;
    });
    for (const name of ['requests', 'jobs']) {
      stopping.working(name, async () => {
        order.push('work');
        // Neither ends before the other got the signal.
        if (order.length === 2) both();
        await met;
        return true;
      });
    }
    for (const name of ['first', 'second', 'third']) stopping.under(name, async () => order.push(name));
    expect(await Promise.all([stopping.stop(), stopping.stop()])).toEqual([true, true]);
    expect(order).toEqual(['work', 'work', 'third', 'second', 'first']);
    expect(logged).toEqual([]);
  });

  it('does not wait for what heeds no limit, and says what that was', async () => {
    const { stopping, logged } = open({ workMs: 50, closeMs: 60_000, partMs: 50 });
    const closed: string[] = [];
    stopping.under('database', async () => closed.push('database'));
    stopping.under('mailer', never);
    stopping.working('deaf jobs', never);
    stopping.working('jobs', async (limit) => {
      await new Promise((resolve) => limit.addEventListener('abort', resolve));
      return false;
    });
    expect(await stopping.stop()).toBe(false);
    expect(closed).toEqual(['database']);
    expect(logged).toEqual([
      { level: 'warn', message: 'a part of the service did not end in time', part: 'deaf jobs' },
      { level: 'warn', message: 'a part of the service did not end in time', part: 'mailer' },
    ]);
  });

  it('goes on when a part fails, and gives one that keeps to the limit all the time there is', async () => {
    const { stopping, logged } = open({ workMs: 30_000, closeMs: 30_000, partMs: 20 });
    const closed: string[] = [];
    const slow = () => delay(200).then(() => closed.push('cluster'));
    stopping.under('cluster', slow, { keepsToLimit: true });
    stopping.under('pool', () => Promise.reject(new Error('lost')));
    expect(await stopping.stop()).toBe(false);
    expect(closed).toEqual(['cluster']);
    expect(logged).toMatchObject([{ message: 'a part of the service did not end as it should', part: 'pool' }]);
  });

  it('cuts off at once when there is no time, and still tells everybody', async () => {
    const { stopping } = open();
    const limits: boolean[] = [];
    const hear = async (limit: AbortSignal) => limits.push(limit.aborted) > 0;
    stopping.working('jobs', hear);
    stopping.under('cluster', hear, { keepsToLimit: true });
    expect(await stopping.stop(AbortSignal.abort())).toBe(true);
    expect(limits).toEqual([true, true]);
  });
});
