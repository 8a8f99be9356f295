import { describe, expect, it } from 'vitest';
import { createRecorder } from '../../../src/campaigns/deliveries/recorder.ts';
import { DatabaseUnavailable } from '../../../src/platform/database-errors.ts';
import { isAtLength } from '../../support/at-length.ts';

const away = () => new DatabaseUnavailable('unreachable', new Error('ECONNREFUSED'));

/** A recorder whose statements the test ends, with the results of statements and outcomes. */
function underTest(limit: number, writers = 1) {
  const groups: string[] = [];
  /** When each of them was asked for. */
  const times: number[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const taken: string[] = [];
  const stopping = new AbortController();
  const write = (outcomes: number[]) => {
    groups.push(outcomes.join());
    times.push(performance.now());
    return new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
  };
  const recorder = createRecorder(write, { limit, writers, stopping: stopping.signal });
  const note = (work: Promise<void>, name: string) => {
    work.then(
      () => taken.push(name),
      (error) => taken.push(`${name}: ${error?.message}`),
    );
  };
  const settle = () => new Promise(setImmediate);
  return {
    groups,
    times,
    taken,
    stopping,
    async add(...numbers: number[]) {
      for (const i of numbers) note(recorder.add(i), String(i));
      await settle();
    },
    async settled() {
      note(recorder.settled(), 'settled');
      await settle();
    },
    /** Ends the statement that has run for the longest. */
    async end(error?: Error) {
      ends.shift()?.(error);
      await settle();
    },
  };
}

describe('the recorder', () => {
  it('writes the first at once, and together whatever comes meanwhile', async () => {
    const { groups, add, end } = underTest(10);
    await add(1, 2, 3);
    expect(groups).toEqual(['1']);
    await end();
    expect(groups).toEqual(['1', '2,3']);
    await add(4);
    await end();
    await end();
    expect(groups).toEqual(['1', '2,3', '4']);
    await add(5);
    expect(groups).toEqual(['1', '2,3', '4', '5']);
  });

  it('has a second writer begin when there is enough for it, and no third', async () => {
    const { groups, add, end } = underTest(9, 2);
    await add(1, 2, 3);
    expect(groups).toEqual(['1']);
    await add(4);
    expect(groups).toEqual(['1', '2,3,4']);
    await add(5, 6, 7, 8);
    expect(groups).toHaveLength(2);
    await end();
    expect(groups).toEqual(['1', '2,3,4', '5,6,7,8']);
  });

  it('lets one go on while fewer than the limit are unwritten', async () => {
    const { taken, add, end } = underTest(3);
    await add(1, 2);
    expect(taken).toEqual(['1', '2']);
    await add(3);
    expect(taken).toEqual(['1', '2']);
    // Two are left, which the next statement takes.
    await end();
    expect(taken).toEqual(['1', '2', '3']);
    await add(4);
    expect(taken).toEqual(['1', '2', '3']);
    await end();
    await end();
    expect(taken).toEqual(['1', '2', '3', '4']);
    // Nothing is unwritten, and it is as in the beginning.
    await add(5, 6);
    expect(taken).toEqual(['1', '2', '3', '4', '5', '6']);
    await add(7);
    expect(taken).toHaveLength(6);
  });

  it('lets nobody go on when a statement has ended and too many are unwritten still', async () => {
    const { groups, taken, add, end } = underTest(2);
    await add(1, 2, 3, 4);
    expect(taken).toEqual(['1']);
    await end();
    expect([groups, taken]).toEqual([['1', '2,3,4'], ['1']]);
    await end();
    expect(taken).toEqual(['1', '2', '3', '4']);
  });

  it('has settled when everything is written, by whichever writer', async () => {
    const { taken, add, end, settled } = underTest(4, 2);
    await settled();
    expect(taken).toEqual(['settled']);
    await add(1, 2, 3);
    await settled();
    await end();
    expect(taken).toEqual(['settled', '1', '2', '3']);
    await end();
    expect(taken).toEqual(['settled', '1', '2', '3', 'settled']);
  });

  it('passes a failure on to everybody, and writes nothing after it', async () => {
    const { groups, taken, add, end, settled } = underTest(2);
    await add(1, 2, 3);
    await end(new Error('gone'));
    await add(4);
    await settled();
    expect(taken).toEqual(['1', '2: gone', '3: gone', '4: gone', 'settled: gone']);
    expect(groups).toEqual(['1']);
  });

  it.runIf(isAtLength)('asks a database that is away again until it is back, slower and slower, and loses nothing', async () => {
    const { groups, times, taken, add, end, settled } = underTest(3);
    await add(1);
    // A tenth of a second, two, and four; timers count whole milliseconds.
    for (const [before, pause] of [100, 200, 400].entries()) {
      const refused = performance.now();
      await end(away());
      await expect.poll(() => groups, { interval: 10 }).toHaveLength(before + 2);
      expect((times.at(-1) as number) - refused).toBeGreaterThan(pause - 3);
    }
    await add(2, 3, 4);
    // No other message goes out meanwhile.
    expect(taken).toEqual(['1', '2']);
    await end();
    await settled();
    await end();
    expect([new Set(groups), taken]).toEqual([new Set(['1', '2,3,4']), ['1', '2', '3', '4', 'settled']]);
  });

  it('that is told to stop asks once more, at once, and gives up then', async () => {
    const { groups, taken, stopping, add, end, settled } = underTest(3);
    await add(1);
    await end(away());
    stopping.abort();
    await add();
    expect(groups).toEqual(['1', '1']);
    await end(away());
    await settled();
    expect([groups, taken.slice(1)]).toEqual([['1', '1'], [expect.stringMatching(/^settled: .*database/)]]);
  });

  it('that is told to stop still writes what the database takes', async () => {
    const { groups, taken, stopping, add, end, settled } = underTest(3);
    stopping.abort();
    await add(1, 2);
    await settled();
    await end();
    await end();
    expect([groups, taken]).toEqual([
      ['1', '2'],
      ['1', '2', 'settled'],
    ]);
  });
});
