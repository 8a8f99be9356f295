/** The batch of a turn, and the time of retries for deferred messages. */
import { describe, expect, it } from 'vitest';
import type { Claimed } from '../../../src/campaigns/deliveries/deliveries.repo.ts';
import { Hand, type Item } from '../../../src/campaigns/deliveries/hand.ts';
import { providerId, retryAt } from '../../../src/campaigns/deliveries/policy.ts';
import { at, NOW } from '../../support/ledger.ts';

describe('a hand', () => {
  const claimed = (...ids: string[]) => ids.map((id) => ({ id }) as Claimed);
  const take = (hand: Hand) => hand.next() as Item;

  it('is empty', () => {
    const hand = new Hand();
    hand.add('run', []);
    expect([hand.waiting, hand.next(), hand.runs(), hand.release()]).toEqual([0, undefined, [], { runs: [], unbegun: [], isEmpty: true }]);
  });

  it('gives out in the order of the claims, with the run of each', () => {
    const hand = new Hand();
    hand.add('one', claimed('a', 'b'));
    expect(take(hand)).toEqual({ id: 'a', run: 'one' });
    hand.add('two', claimed('c', 'd'));
    expect([hand.waiting, hand.runs()]).toEqual([3, ['one', 'two']]);
    expect([take(hand), take(hand), take(hand), hand.next()]).toEqual([
      { id: 'b', run: 'one' },
      { id: 'c', run: 'two' },
      { id: 'd', run: 'two' },
      undefined,
    ]);
  });

  it('lets go of claims of which all are told, and keeps the others with what was not begun of them', () => {
    const hand = new Hand();
    hand.add('one', claimed('a', 'b'));
    hand.add('two', claimed('c', 'd', 'e'));
    hand.done(take(hand));
    hand.done(take(hand));
    const under = take(hand);
    expect(hand.release()).toEqual({ runs: ['one'], unbegun: [], isEmpty: false });
    expect([hand.runs(), hand.waiting, hand.next()]).toEqual([['two'], 0, undefined]);
    hand.done(under);
    const { unbegun, ...rest } = hand.release();
    expect([unbegun.map(({ id }) => id).sort(), rest]).toEqual([['d', 'e'], { runs: ['two'], isEmpty: true }]);
    expect(hand.release()).toEqual({ runs: [], unbegun: [], isEmpty: true });
  });

  it('gives back what was begun in vain with its claim', () => {
    const hand = new Hand();
    hand.add('one', claimed('a', 'b'));
    hand.giveBack(take(hand), at(60));
    expect(hand.release()).toEqual({
      runs: ['one'],
      unbegun: [
        { id: 'a', at: at(60) },
        { id: 'b', at: null },
      ],
      isEmpty: true,
    });
  });
});

describe('whoever was refused for now', () => {
  const day = 24 * 60 * 60;
  it.each([
    [0, 1],
    [1, 5],
    [2, 15],
    [3, 30],
    [4, 60],
    [5, 120],
    [6, 240],
    [7, 240],
    [70, 240],
  ])('after %i attempts before is tried again in %i minutes', (attempts, minutes) => {
    expect(retryAt({ attempts, first_attempt_at: attempts === 0 ? null : at(-3600) }, NOW)).toEqual(at(minutes * 60));
  });

  it.each([
    ['a last time when the day is over', -day + 60, 60],
    ['no more when it is', -day, null],
    ['no more after it', -day - 1, null],
  ])('is tried %s', (_when, first, seconds) => {
    expect(retryAt({ attempts: 9, first_attempt_at: at(first) }, NOW)).toEqual(seconds === null ? null : at(seconds));
  });
});

describe('what the server calls a message', () => {
  it.each([
    ['2.0.0 Ok: queued as 4F1A2B', '4F1A2B'],
    ['Ok: queued as <4F1A2B@mail.example>', '4F1A2B@mail.example'],
    ['2.6.0 Message accepted for delivery, id=1abcDE-000123-4F', '1abcDE-000123-4F'],
    ['Ok 0100018f3c5e8d2a-7b1f-000000', '0100018f3c5e8d2a-7b1f-000000'],
    ['2.0.0 Ok: <0100018f3c5e8d2a-000000>', '0100018f3c5e8d2a-000000'],
    ['2.0.0 Ok', null],
    ['Thank you, it is valid', null],
    ['Message queued as x', null],
    [`queued as ${'x'.repeat(201)} and so on`, 'x'.repeat(200)],
  ])('is read from "%s"', (words, expected) => {
    const found = providerId(words);
    if (words.length > 200) expect(found === null || found.length <= 200).toBe(true);
    else expect(found).toBe(expected);
  });
});
