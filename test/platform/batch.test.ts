/** Items of many that are written in groups: who comes when, and what happens when it goes wrong. */
import { describe, expect, it } from 'vitest';
import { type BatchOptions, createBatch } from '../../src/platform/batch.ts';
import { DatabaseUnavailable } from '../../src/platform/database-errors.ts';

/** Groups that are written when the test lets them. */
function given(options: Partial<BatchOptions<string, string>> = {}) {
  const begun: { workspaceId: string; items: string[]; finish: (outcomes?: string[]) => void; fail: (error: unknown) => void }[] = [];
  const groups = createBatch<string, string>({
    gatherMs: 1,
    write: (workspaceId, items) =>
      new Promise((resolve, reject) => {
        begun.push({ workspaceId, items, finish: (outcomes = items.map((item) => `${item} written`)) => resolve(outcomes), fail: reject });
      }),
    ...options,
  });
  const settledOf = (promise: Promise<string>) =>
    promise.then(
      (outcome) => outcome,
      (error: Error) => error,
    );
  return { groups, begun, add: (workspaceId: string, item: string) => settledOf(groups.add(workspaceId, item)) };
}
const begins = (begun: unknown[], count: number) => expect.poll(() => begun.length, { interval: 1 }).toBe(count);

describe('groups', () => {
  it('hold what came while the one before was written, in its order', async () => {
    const { begun, add } = given();
    const first = add('a', '1');
    await begins(begun, 1);
    const rest = [add('a', '2'), add('a', '3')];
    begun[0]?.finish();
    expect(await first).toBe('1 written');
    await begins(begun, 2);
    expect(begun[1]).toMatchObject({ workspaceId: 'a', items: ['2', '3'] });
    begun[1]?.finish();
    expect(await Promise.all(rest)).toEqual(['2 written', '3 written']);
  });

  it('let a crowd wait behind others', async () => {
    const { begun, add } = given({ groupSize: 2, atOnce: 1 });
    for (let i = 0; i < 6; i++) void add('crowd', `${i}`);
    await begins(begun, 1);
    void add('other', 'x');
    void add('third', 'y');
    const order: string[] = [];
    for (let turn = 0; turn < 5; turn++) {
      await begins(begun, turn + 1);
      order.push(`${begun[turn]?.workspaceId} ${begun[turn]?.items.join('')}`);
      begun[turn]?.finish();
    }
    expect(order).toEqual(['crowd 01', 'crowd 23', 'other x', 'third y', 'crowd 45']);
  });

  it('hold one kind each, as the first came', async () => {
    const { begun, add } = given({ kind: (item) => item[0] as string, groupSize: 2 });
    for (const item of ['x1', 'y1', 'x2', 'x3', 'y2']) void add('a', item);
    for (let turn = 0; turn < 3; turn++) {
      await begins(begun, turn + 1);
      begun[turn]?.finish();
    }
    expect(begun.map(({ items }) => items)).toEqual([['x1', 'x2'], ['y1', 'y2'], ['x3']]);
  });

  it('write one of a workspace at a time, and several workspaces at once', async () => {
    const { begun, add } = given({ groupSize: 1, atOnce: 2 });
    void add('a', '1');
    void add('a', '2');
    void add('b', '3');
    void add('c', '4');
    await begins(begun, 2);
    expect(begun.map(({ workspaceId }) => workspaceId)).toEqual(['a', 'b']);
  });

  it.each([
    ['of one', { mostOfOne: 2 }, ['a', 'a', 'a']],
    ['of all', { mostOfAll: 2 }, ['a', 'b', 'c']],
  ])('refuse the first too many %s', async (_whose, options, who) => {
    const { add } = given(options);
    const [, , third] = who.map((workspaceId) => add(workspaceId, 'x'));
    expect(await third).toMatchObject({ code: 'contended' });
  });

  it('refuse who has waited too long', async () => {
    const { begun, add } = given({ patienceMs: 20 });
    void add('a', '1');
    await begins(begun, 1);
    const late = add('a', '2');
    const until = performance.now() + 40;
    await expect.poll(() => performance.now(), { interval: 5 }).toBeGreaterThan(until);
    begun[0]?.finish();
    expect(await late).toMatchObject({ code: 'contended' });
    expect(begun).toHaveLength(1);
  });

  it('go in ever smaller parts when one cannot be written', async () => {
    const { begun, add } = given();
    const all = ['good', 'bad', 'fine', 'well'].map((item) => add('a', item));
    for (let at = 0; at < 5; at++) {
      await begins(begun, at + 1);
      if (begun[at]?.items.includes('bad')) begun[at]?.fail(new Error('bad'));
      else begun[at]?.finish();
    }
    expect(await Promise.all(all)).toEqual(['good written', new Error('bad'), 'fine written', 'well written']);
    expect(begun.map(({ items }) => items.join())).toEqual(['good,bad,fine,well', 'good,bad', 'good', 'bad', 'fine,well']);
  });

  it('hold as many bytes as they may, and at least one item', async () => {
    const { begun, add } = given({ bytesOf: (item) => item.length, groupBytes: 4 });
    for (const item of ['aa', 'bb', 'c', 'dddddd']) void add('a', item);
    for (let turn = 0; turn < 3; turn++) {
      await begins(begun, turn + 1);
      begun[turn]?.finish();
    }
    expect(begun.map(({ items }) => items)).toEqual([['aa', 'bb'], ['c'], ['dddddd']]);
  });

  it('begin at once without a time to gather, and a second of a line when enough wait', async () => {
    const { begun, add } = given({ gatherMs: 0, ofOneAtOnce: 2, shareFrom: 2 });
    for (const item of ['1', '2', '3', '4']) void add('a', item);
    expect(begun.map(({ items }) => items)).toEqual([['1'], ['2', '3']]);
    begun[0]?.finish();
    await begins(begun, 3);
    expect(begun[2]?.items).toEqual(['4']);
  });

  it('write nobody twice when it is not known whether they were', async () => {
    const { begun, add } = given();
    const both = [add('a', '1'), add('a', '2')];
    await begins(begun, 1);
    begun[0]?.fail(new DatabaseUnavailable('unreachable', undefined));
    for (const outcome of await Promise.all(both)) expect(outcome).toBeInstanceOf(DatabaseUnavailable);
    expect(begun).toHaveLength(1);
  });

  it('are settled when nothing is left', async () => {
    const { begun, add, groups } = given();
    await groups.settled();
    void add('a', '1');
    let isSettled = false;
    const settled = groups.settled().then(() => {
      isSettled = true;
    });
    await begins(begun, 1);
    expect(isSettled).toBe(false);
    begun[0]?.finish();
    await settled;
  });
});
