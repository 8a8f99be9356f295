import { expect, it } from 'vitest';
import { gatherLookups } from '../../src/platform/gather.ts';

it('asks once for what is asked for in the same moment, for each group apart, and no more at a time than allowed', async () => {
  const asked: [string, string[]][] = [];
  const look = gatherLookups(
    async (group, keys) => {
      asked.push([group, keys]);
      return new Map(keys.filter((key) => key !== 'gone').map((key) => [key, `${group}${key}`]));
    },
    { most: 2 },
  );
  const both = [look('a', '1'), look('b', '1'), look('a', '1'), look('a', 'gone'), look('a', '3')];
  expect(await Promise.all(both)).toEqual(['a1', 'b1', 'a1', undefined, 'a3']);
  expect(asked).toEqual([
    ['a', ['1', 'gone']],
    ['b', ['1']],
    ['a', ['3']],
  ]);
  expect(await look('a', '1')).toBe('a1');
  expect(asked).toHaveLength(4);
});

it('fails for each that shares what failed, and for nobody else', async () => {
  const look = gatherLookups(async (group, keys) => {
    if (group === 'bad') throw new Error('away');
    return new Map(keys.map((key) => [key, group]));
  });
  const ends = await Promise.allSettled([look('bad', '1'), look('good', '1'), look('bad', '2')]);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
});

it('keeps to a number of statements at a time, and gathers what arrives meanwhile', async () => {
  const asked: string[][] = [];
  const ends: (() => void)[] = [];
  const look = gatherLookups(
    async (_group, keys) => {
      asked.push(keys);
      await new Promise<void>((resolve) => ends.push(resolve));
      return new Map(keys.map((key) => [key, key]));
    },
    { atOnce: 1 },
  );
  const looked = [look('', '1')];
  await expect.poll(() => asked).toEqual([['1']]);
  looked.push(look('', '2'));
  await new Promise((resolve) => setImmediate(resolve));
  looked.push(look('', '3'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual([['1']]);
  ends[0]?.();
  await expect.poll(() => asked).toEqual([['1'], ['2', '3']]);
  ends[1]?.();
  expect(await Promise.all(looked)).toEqual(['1', '2', '3']);
});
