/** One turn of a message: what it begins, when it stops, and what it leaves behind whatever happens to it. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DatabaseUnavailable } from '../../../src/platform/database-errors.ts';
import { sql } from '../../../src/platform/db.ts';
import { newId } from '../../../src/platform/ids.ts';
import { isAtLength } from '../../support/at-length.ts';
import { endIdleServices } from '../../support/idle.ts';
import { at, type Ledger, NOW, openLedger, RUN } from '../../support/ledger.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { type Kind, type TurnsUnderTest, turnsUnderTest } from '../../support/turns.ts';

beforeAll(endIdleServices);

let ledger: Ledger;
let turns: TurnsUnderTest;
beforeAll(async () => {
  ledger = await openLedger();
});
beforeEach(async () => {
  await ledger.clear();
  await ledger.givenMessages();
  for (const place of ledger.others) await ledger.setDispatch(place, { state: 'ended' });
  turns = turnsUnderTest(ledger);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await ledger.expectNoCircle();
});
afterAll(() => ledger.close());

async function given(rows: Parameters<Ledger['givenDeliveries']>[0]): Promise<void> {
  await ledger.givenContacts(Object.fromEntries(Object.keys(rows).map((name) => [name, {}])));
  await ledger.givenDeliveries(rows);
}
const tally = async () => Object.values(await ledger.statuses()).sort();
const claims = () => ledger.db.prisma.claim.findMany({ where: ledger.here });
const messages = () => turns.logged.map(({ message }) => message);
/** To be resolved by the test. */
function gate(): { open: () => void; opened: Promise<void> } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

// Apart from statements hardly anything waits here, so an endless turn is noticed soon.
describe('a turn', { timeout: PATIENCE_MS }, () => {
  it('sends to everybody and comes to the end, once', async () => {
    await given({ carl: {}, bo: {}, anna: {} });
    expect([await turns.take(), turns.sent.sort(), turns.endings]).toEqual([true, ['anna', 'bo', 'carl'], ['ended']]);
    expect([await tally(), await claims(), await ledger.dispatch()]).toMatchObject([Array(3).fill('sent 1'), [], { state: 'ended' }]);
    expect([await turns.take(), turns.sent.length]).toEqual([false, 3]);
    expect((await ledger.db.prisma.contactActivity.findFirst())?.metadata).toMatchObject({ blast_id: ledger.here.messageId });
  });

  it.runIf(isAtLength)('that stood still for longer than its lease begins nothing of what it had, and the next one does', async () => {
    await given({ dora: {}, carl: {}, bo: {}, anna: {} });
    turns.capacity = 2;
    turns.leaseMs = 300;
    turns.answer = (_to, number) => {
      // As when the process is stopped, or its machine: nothing in it runs meanwhile.
      if (number === 1) for (const until = performance.now() + 400; performance.now() < until; );
      return 'accepted';
    };
    await turns.take();
    expect(turns.sent).toHaveLength(1);
    turns.leaseMs = 30_000;
    await turns.take();
    expect([turns.sent.sort(), await tally(), await claims()]).toEqual([['anna', 'bo', 'carl', 'dora'], Array(4).fill('sent 1'), []]);
  });

  it('that never hears whether a claim was made lets go of it, so that nobody waits for its lease', async () => {
    await given({ bo: {}, anna: {} });
    const query = ledger.db.query;
    vi.spyOn(ledger.db, 'query').mockImplementation(async (statement) => {
      const rows = await query.call(ledger.db, statement);
      // It is written, and the connection ends before the answer.
      if (statement.text.includes('INSERT INTO claims')) throw new DatabaseUnavailable('unreachable', new Error('gone'));
      return rows as never;
    });
    await expect(turns.take()).rejects.toMatchObject({ trouble: 'unreachable' });
    vi.restoreAllMocks();
    expect([turns.sent, await claims()]).toEqual([[], []]);
    expect(await turns.take()).toBe(true);
    expect([turns.sent.sort(), await tally(), await claims()]).toEqual([['anna', 'bo'], Array(2).fill('sent 1'), []]);
  });

  it('of a message to nobody is its end', async () => {
    expect([await turns.take(), turns.endings]).toEqual([true, ['ended']]);
  });

  it('goes on when all of a claim have come to an end by themselves', async () => {
    const { workspaceId, messageId } = ledger.here;
    // Of contacts who are no more; there are more of them than are claimed at a time.
    const gone = Array.from({ length: 60 }, () => ({
      workspaceId,
      messageId,
      id: newId(),
      contactId: newId(),
      displayName: '',
      status: 'pending',
    }));
    await ledger.db.prisma.delivery.createMany({ data: gone });
    await given({ anna: {} });
    expect([await turns.take(), turns.sent, turns.endings]).toEqual([true, ['anna'], ['ended']]);
  });

  it('asks the origin who is wanted', async () => {
    await given({ bo: {}, anna: {} });
    turns.wanted = sql`d.display_name <> 'bo'`;
    await turns.take();
    expect(await ledger.statuses()).toEqual({ anna: 'sent 1', bo: 'cancelled 0' });
  });

  it('is not the end while another process has somebody in hand', async () => {
    await given({ bo: {}, anna: {} });
    const { open, opened } = gate();
    let other: Promise<boolean> | undefined;
    turns.answer = async (_to, number): Promise<Kind> => {
      if (number > 1) return 'accepted';
      // The other one finds nothing to do, and goes before this one knows.
      other = turns.another()();
      other.then(open, open);
      await opened;
      return 'accepted';
    };
    await turns.take();
    expect([await other, turns.endings, await tally()]).toEqual([true, ['ended'], ['sent 1', 'sent 1']]);
  });

  it('of one process has one message at a time, and each message one turn', async () => {
    await given({ anna: {} });
    turns.answer = async (): Promise<Kind> => {
      expect(await turns.take()).toBe(false);
      return 'accepted';
    };
    await turns.take();
    await ledger.setDispatch(ledger.here, { state: 'open' });
    expect(await turns.take()).toBe(true);
  });

  it('fails one whose message cannot be written, and goes on', async () => {
    await given({ bo: {}, anna: {} });
    const { compose } = turns;
    turns.compose = (item) => {
      if (item.email.startsWith('anna')) throw new Error('odd');
      return compose(item);
    };
    await turns.take();
    expect([turns.sent, turns.endings]).toEqual([['bo'], ['ended']]);
    expect(await ledger.delivery('anna')).toMatchObject({ status: 'failed', error: 'The message could not be written: odd' });
  });

  it('of a message that cannot be written at all fails it, and leaves everybody to the next try', async () => {
    await given({ anna: {} });
    turns.prepare = async () => ({ error: 'The message cannot be written: odd' });
    expect([await turns.take(), turns.endings]).toEqual([true, ['failed: The message cannot be written: odd']]);
    expect([await ledger.statuses(), await ledger.dispatch()]).toMatchObject([{ anna: 'pending 0' }, { state: 'paused' }]);
  });

  it('hands over when its time is over, to the moment', async () => {
    await given({ carl: {}, bo: {}, anna: {} });
    turns.answer = (_to, number) => {
      turns.now = number === 1 ? at(2.999) : at(3);
      return 'accepted';
    };
    await turns.take();
    expect([await tally(), await claims(), turns.endings]).toEqual([['pending 0', 'sent 1', 'sent 1'], [], []]);
    expect(await ledger.dispatch()).toMatchObject({ state: 'open', wake_at: at(3), waiting_for: null });
    await turns.take();
    expect([await tally(), turns.endings]).toEqual([Array(3).fill('sent 1'), ['ended']]);
  });

  it('stops when the process does, without a rest, and gives back what it has not begun', async () => {
    await given({ bo: {}, anna: {} });
    turns.answer = (): Kind => {
      turns.stopping.abort();
      return 'unreachable';
    };
    await turns.take();
    expect([turns.sent.length, await tally(), await claims()]).toEqual([1, ['pending 0', 'pending 0'], []]);
    expect(await ledger.dispatch()).toMatchObject({ wake_at: NOW, trouble: null, outage_count: 0 });
  });

  it.runIf(isAtLength)('waits for the mail server when the process stops, however long that takes', async () => {
    await given({ anna: {} });
    const { open, opened } = gate();
    turns.answer = async (): Promise<Kind> => {
      turns.stopping.abort();
      // Longer than a straggler has otherwise.
      setTimeout(open, 1_500);
      await opened;
      return 'accepted';
    };
    await turns.take();
    expect([await tally(), await claims()]).toEqual([['sent 1'], []]);
  });

  it('keeps as many messages under way as the mail server may have', async () => {
    await given({ dora: {}, carl: {}, bo: {}, anna: {} });
    turns.capacity = 2;
    let [underWay, most] = [0, 0];
    turns.answer = async (): Promise<Kind> => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise(setImmediate);
      underWay -= 1;
      return 'accepted';
    };
    await turns.take();
    expect([most, turns.sent.length]).toEqual([2, 4]);
  });

  it('takes no more than the rate lets go, and says when and why it goes on', async () => {
    await given({ dora: {}, carl: {}, bo: {}, anna: {} });
    turns.most = 3;
    await turns.take();
    expect([turns.sent.length, await tally()]).toEqual([3, ['pending 0', 'sent 1', 'sent 1', 'sent 1']]);
    expect(await ledger.dispatch()).toMatchObject({ wake_at: at(1), waiting_for: 'transport_rate', trouble: null, outage_count: 0 });
  });
});

describe('what the mail server keeps for long', { timeout: PATIENCE_MS }, () => {
  it.runIf(isAtLength)('goes on beside the next turns, and is told when it is known', async () => {
    await given({ carl: {}, bo: {}, anna: {} });
    turns.capacity = 2;
    const { open, opened } = gate();
    turns.answer = async (_to, number): Promise<Kind> => {
      if (number === 1) await opened;
      else turns.now = at(3);
      return 'accepted';
    };
    await turns.take();
    const [straggler, second] = turns.sent as [string, string];
    // The claim stays with the one who is under way, and keeps whom else it holds.
    expect([await tally(), (await claims()).length, turns.endings]).toEqual([['pending 0', 'pending 0', 'sent 1'], 1, []]);
    expect(await ledger.statuses()).toMatchObject({ [second]: 'sent 1', [straggler]: 'pending 0' });
    expect(await ledger.dispatch()).toMatchObject({ wake_at: at(30), waiting_for: null });
    open();
    await expect.poll(claims).toEqual([]);
    expect([await tally(), turns.endings]).toEqual([['pending 0', 'sent 1', 'sent 1'], []]);
    expect(await ledger.dispatch()).toMatchObject({ wake_at: at(3) });
    await turns.take();
    expect([await tally(), turns.sent.length, turns.endings]).toEqual([Array(3).fill('sent 1'), 3, ['ended']]);
  });

  it.runIf(isAtLength)('ends the message when it was the last', async () => {
    await given({ anna: {} });
    const { open, opened } = gate();
    turns.answer = async (): Promise<Kind> => {
      turns.now = at(3);
      await opened;
      return 'accepted';
    };
    await turns.take();
    expect(turns.endings).toEqual([]);
    open();
    await expect.poll(() => turns.endings).toEqual(['ended']);
    expect(await ledger.statuses()).toEqual({ anna: 'sent 1' });
  });

  it.runIf(isAtLength)('does not count the trouble twice that ended the turn', async () => {
    await given({ bo: {}, anna: {} });
    turns.capacity = 2;
    const { open, opened } = gate();
    turns.answer = async (_to, number): Promise<Kind> => {
      if (number > 1) return 'unreachable';
      await opened;
      return 'unreachable';
    };
    await turns.take();
    expect(await ledger.dispatch()).toMatchObject({ outage_count: 1, rest_until: at(5) });
    turns.now = at(4);
    open();
    await expect.poll(claims).toEqual([]);
    expect(await ledger.dispatch()).toMatchObject({ outage_count: 1, rest_until: at(5) });
    expect(await tally()).toEqual(['pending 0', 'pending 0']);
  });

  it.runIf(isAtLength)('keeps its claim as long', async () => {
    await given({ anna: {} });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { open, opened } = gate();
    turns.answer = async (): Promise<Kind> => {
      turns.now = at(3);
      await opened;
      return 'accepted';
    };
    await turns.take();
    expect((await claims())[0]?.leaseUntil).toEqual(at(30));
    for (const seconds of [10, 20]) {
      turns.now = at(seconds);
      vi.advanceTimersByTime(10_000);
      await expect.poll(async () => (await claims())[0]?.leaseUntil).toEqual(at(seconds + 30));
    }
    open();
    await expect.poll(claims).toEqual([]);
    await expect.poll(() => vi.getTimerCount()).toBe(0);
  });
});

describe('a turn of a message that is paused meanwhile', { timeout: PATIENCE_MS }, () => {
  const pausing = async (): Promise<Kind> => {
    await ledger.setDispatch(ledger.here, { state: 'paused' });
    return 'accepted';
  };

  it('is its end when that was the last of it', async () => {
    await given({ anna: {} });
    turns.answer = pausing;
    await turns.take();
    expect([turns.endings, await ledger.dispatch(), await tally()]).toMatchObject([['ended'], { state: 'ended' }, ['sent 1']]);
  });

  it('leaves it as it is when somebody is left', async () => {
    await given({ bo: { nextAttemptAt: at(60) }, anna: {} });
    turns.answer = pausing;
    await turns.take();
    expect([turns.endings, await ledger.dispatch()]).toMatchObject([['stopped'], { state: 'paused' }]);
  });
});

describe('a turn in which something breaks', { timeout: PATIENCE_MS }, () => {
  it('says so when its claim cannot be renewed, and goes on', async () => {
    await given({ anna: {} });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    turns.answer = async (): Promise<Kind> => {
      vi.spyOn(ledger.db, 'query').mockRejectedValueOnce(new Error('gone'));
      vi.advanceTimersByTime(10_000);
      await new Promise(setImmediate);
      return 'accepted';
    };
    // Remaining work of an earlier turn may lock the message for a moment.
    await expect.poll(() => turns.take()).toBe(true);
    expect([messages(), await tally(), vi.getTimerCount()]).toEqual([['a claim could not be renewed'], ['sent 1'], 0]);
  });

  it('by a mistake of ours rests and counts, and leaves who was under way to the end of the claim', async () => {
    await given({ bo: {}, anna: {} });
    turns.answer = () => {
      throw new Error('odd');
    };
    await expect(turns.take()).rejects.toThrow('odd');
    expect(await ledger.dispatch()).toMatchObject({
      state: 'open',
      dead_runs: 1,
      outage_count: 1,
      rest_until: at(5),
      // There is nothing to do but to wait for the claim.
      wake_at: at(30),
      trouble: 'The service met an error of its own; its log has more.',
    });
    // The one who was under way is not given back before its claim runs out.
    expect([await tally(), (await claims()).length]).toEqual([['pending 0', 'pending 0'], 1]);
  });

  it('by a mistake in what prepares it rests likewise', async () => {
    turns.prepare = () => Promise.reject(new Error('odd'));
    await expect(turns.take()).rejects.toThrow('odd');
    expect(await ledger.dispatch()).toMatchObject({ dead_runs: 1, wake_at: at(5) });
  });

  it('by a database that is away neither rests nor counts', async () => {
    turns.prepare = () => Promise.reject(new DatabaseUnavailable('unreachable', new Error('gone')));
    await expect(turns.take()).rejects.toThrow('database');
    expect(await ledger.dispatch()).toMatchObject({ dead_runs: 0, wake_at: at(-3600) });
    // And has another one soon.
    turns.prepare = async () => ({ error: 'e' });
    expect(await turns.take()).toBe(true);
  });

  it('because nothing can be written down keeps its claim to itself until that runs out', async () => {
    await given({ carl: {}, bo: {}, anna: {} });
    const query = vi.spyOn(ledger.db, 'query');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    turns.answer = () => {
      query.mockRejectedValueOnce(new Error('gone'));
      return 'accepted';
    };
    await expect(turns.take()).rejects.toThrow('gone');
    query.mockRestore();
    // It is not renewed any more either.
    expect(vi.getTimerCount()).toBe(0);
    // The next one was on its way before that was known.
    expect([await tally(), (await claims()).length, turns.sent.length]).toEqual([['pending 0', 'pending 0', 'pending 0'], 1, 2]);
    expect(await ledger.dispatch()).toMatchObject({ dead_runs: 1 });
  });

  it('for the twentieth time in a row is the last', async () => {
    await given({ anna: {} });
    await ledger.setDispatch(ledger.here, { deadRuns: 19 });
    turns.answer = () => {
      throw new Error('odd');
    };
    await expect(turns.take()).rejects.toThrow('odd');
    turns.now = at(400);
    // Remaining work of the previous turn may lock the message for a moment.
    await expect.poll(() => turns.take()).toBe(true);
    expect(turns.endings).toContain('failed: Sending it ended with its process, time and again.');
    expect([turns.sent.length, await ledger.dispatch()]).toMatchObject([1, { state: 'paused' }]);
  });

  it('leaves a message alone that has gone meanwhile', async () => {
    await given({ anna: {} });
    turns.answer = async (): Promise<Kind> => {
      await ledger.db.prisma.dispatch.deleteMany({ where: ledger.here });
      return 'accepted';
    };
    expect([await turns.take(), turns.endings]).toEqual([true, []]);
    expect(await ledger.db.prisma.claim.count({ where: { run: RUN } })).toBe(0);
  });
});
