import { describe, expect, it } from 'vitest';
import { createRecorder } from '../../src/campaigns/sending/recorder.ts';

const outcome = (i: number) => ({ recipientId: String(i), status: 'sent' as const, reason: null, retryAt: null });

/** A recorder whose statements end when told to, and what came of them and of the outcomes that were handed over. */
function underTest(limit: number) {
  const groups: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const taken: string[] = [];
  const recorder = createRecorder((outcomes) => {
    groups.push(outcomes.map(({ recipientId }) => recipientId).join());
    return new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
  }, limit);
  const note = (work: Promise<void>, name: string) => {
    work.then(
      () => taken.push(name),
      (error) => taken.push(`${name}: ${error?.message}`),
    );
  };
  const settle = () => new Promise(setImmediate);
  return {
    groups,
    taken,
    async add(...numbers: number[]) {
      for (const i of numbers) note(recorder.add(outcome(i)), String(i));
      await settle();
    },
    async settled() {
      note(recorder.settled(), 'settled');
      await settle();
    },
    /** Ends the statement that runs. */
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

  it('has settled when everything is written', async () => {
    const { taken, add, end, settled } = underTest(10);
    await settled();
    expect(taken).toEqual(['settled']);
    await add(1, 2);
    await settled();
    await end();
    expect(taken).toEqual(['settled', '1', '2']);
    await end();
    expect(taken).toEqual(['settled', '1', '2', 'settled']);
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
});
