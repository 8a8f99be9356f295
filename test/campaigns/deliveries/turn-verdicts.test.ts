/** The effects of a mail server's replies on deliveries and on the turn. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { at, type Ledger, NOW, openLedger } from '../../support/ledger.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { type Kind, type TurnsUnderTest, turnsUnderTest } from '../../support/turns.ts';

let ledger: Ledger;
let turns: TurnsUnderTest;
beforeAll(async () => {
  ledger = await openLedger();
});
beforeEach(async () => {
  await ledger.clear();
  await ledger.givenMessages();
  // No other work is due.
  for (const place of ledger.others) await ledger.setDispatch(place, { state: 'ended' });
  turns = turnsUnderTest(ledger);
});
afterEach(() => ledger.expectNoCircle());
afterAll(() => ledger.close());

const NAMES = ['hal', 'gus', 'fay', 'eve', 'dora', 'carl', 'bo', 'anna'];
/** So many of them: the last is the first whose turn it is. */
async function given(count: number, values: Parameters<Ledger['givenDeliveries']>[0][string] = {}): Promise<void> {
  const names = NAMES.slice(-count);
  await ledger.givenContacts(Object.fromEntries(names.map((name) => [name, {}])));
  await ledger.givenDeliveries(Object.fromEntries(names.map((name) => [name, values])));
}
const answers =
  (...kinds: Kind[]) =>
  (_to: string, number: number): Kind =>
    kinds[number - 1] ?? 'accepted';
const trouble = (reason: string, seconds: number, count = 1) => ({
  state: 'open',
  rest_until: at(seconds),
  waiting_for: 'mail_server',
  trouble: reason,
  outage_count: count,
});
const nobodyInHand = async () => expect(await ledger.db.prisma.claim.count()).toBe(0);
const tally = async () => Object.values(await ledger.statuses()).sort();
const counted = async () =>
  Object.fromEntries((await turns.metrics.messages.get()).values.map(({ labels, value }) => [labels.outcome, value]));

describe('a turn', { timeout: PATIENCE_MS }, () => {
  it.each([
    ['accepted', { status: 'sent', sent_at: NOW, error: null, provider_id: '4F1A2B' }, 'ended'],
    ['bounced', { status: 'bounced', bounced_at: NOW, error: '550 5.1.1 No such user' }, 'ended'],
    ['failed', { status: 'failed', error: '552 5.2.2 Mailbox full' }, 'ended'],
    ['deferred', { status: 'pending', next_attempt_at: at(60), error: '450 4.2.0 Greylisted' }, undefined],
    ['lost', { status: 'pending', next_attempt_at: at(60), error: 'The connection was lost' }, undefined],
  ] as const)('writes down that a message was %s', async (kind, expected, ending) => {
    await given(2);
    turns.answer = (to) => (to === 'anna' ? kind : 'accepted');
    expect(await turns.take()).toBe(true);
    expect(await ledger.delivery('anna')).toMatchObject({ ...expected, attempts: 1, first_attempt_at: NOW });
    expect(await ledger.delivery('bo')).toMatchObject({ status: 'sent' });
    expect(turns.endings).toEqual(ending ? [ending] : []);
    expect(await ledger.dispatch()).toMatchObject({ state: ending ?? 'open', trouble: null });
    expect(await counted()).toEqual(kind === 'accepted' ? { accepted: 2 } : { accepted: 1, [kind]: 1 });
    await nobodyInHand();
  });

  it.each([
    ['is paused', true, ['halted: bounce_rate'], 'paused'],
    ['goes on, where a client has resumed it meanwhile', false, [], 'open'],
  ])('that the breaker stops %s', async (_words, isStillBad, endings, state) => {
    await given(2);
    const halt = { reason: 'bounce_rate' as const, message: 'Too many bounced.' };
    // The second look is under the lock.
    turns.halts = [halt, isStillBad ? halt : null];
    await turns.take();
    expect([turns.endings, turns.halts]).toEqual([endings, []]);
    expect(await ledger.dispatch()).toMatchObject({ state });
  });

  it('does not send again what may have arrived, where it must not go twice', async () => {
    await ledger.setDispatch(ledger.here, { repeatable: false });
    await given(1);
    turns.answer = answers('lost');
    await turns.take();
    expect(await ledger.delivery('anna')).toMatchObject({ status: 'unknown', error: 'The connection was lost', attempts: 1 });
    expect(turns.endings).toEqual(['ended']);
  });

  it.each(['deferred', 'lost'] as const)('gives up after a day of being %s', async (kind) => {
    await given(1, { attempts: 9, firstAttemptAt: at(-24 * 60 * 60), nextAttemptAt: NOW });
    turns.answer = answers(kind);
    await turns.take();
    expect(await ledger.delivery('anna')).toMatchObject({ status: 'failed', attempts: 10, next_attempt_at: null });
    expect(turns.endings).toEqual(['ended']);
  });

  it('waits for those only who are tried again later', async () => {
    await given(2);
    turns.answer = answers('deferred', 'accepted');
    await turns.take();
    expect(await ledger.dispatch()).toMatchObject({ wake_at: at(60), waiting_for: 'retries', rest_until: null });
    expect(await turns.take()).toBe(false);
    turns.now = at(60);
    expect([await turns.take(), turns.sent.length, turns.endings]).toEqual([true, 3, ['ended']]);
    expect(turns.sent[2]).toBe(turns.sent[0]);
  });

  describe('that meets refusals which may be about us', () => {
    it('takes five in a row for trouble, and uses nobody up', async () => {
      await given(8);
      turns.answer = () => 'doubtful';
      await turns.take();
      expect(turns.sent).toHaveLength(5);
      expect(await tally()).toEqual(Array(8).fill('pending 0'));
      expect(await ledger.dispatch()).toMatchObject({ ...trouble('554 5.7.1 Relay access denied', 5), trouble_since: NOW });
      expect(turns.logged).toMatchObject([{ message: 'the mail server does not take messages', trouble: 'doubtful' }]);
      await nobodyInHand();
    });

    it('takes fewer for trouble, too, when nobody was reached', async () => {
      await given(2);
      turns.answer = () => 'doubtful';
      await turns.take();
      expect(await ledger.statuses()).toEqual({ anna: 'pending 0', bo: 'pending 0' });
      expect(await ledger.dispatch()).toMatchObject({ ...trouble('554 5.7.1 Relay access denied', 5), wake_at: at(60) });
    });

    it('takes them for refusals for good when others get through', async () => {
      await given(6);
      turns.answer = answers('doubtful', 'doubtful', 'accepted', 'doubtful', 'doubtful', 'accepted');
      await turns.take();
      expect(await tally()).toEqual([...Array(4).fill('failed 1'), ...Array(2).fill('sent 1')]);
      expect(await ledger.delivery(turns.sent[0] as string)).toMatchObject({ error: '554 5.7.1 Relay access denied' });
      expect([turns.endings, await ledger.db.prisma.suppression.count()]).toEqual([['ended'], 0]);
    });

    it('does not know when nobody got through after them, and tries them again later', async () => {
      await given(3);
      turns.answer = answers('accepted', 'doubtful', 'doubtful');
      await turns.take();
      expect(await tally()).toEqual(['pending 1', 'pending 1', 'sent 1']);
      expect(await ledger.delivery(turns.sent[1] as string)).toMatchObject({ next_attempt_at: at(60) });
      expect(await ledger.dispatch()).toMatchObject({ trouble: null, waiting_for: 'retries' });
    });

    it('takes five in a row for trouble even after somebody was reached', async () => {
      await given(8);
      turns.answer = (_to, number) => (number === 1 ? 'accepted' : 'doubtful');
      await turns.take();
      expect(turns.sent).toHaveLength(6);
      expect(await tally()).toEqual([...Array(7).fill('pending 0'), 'sent 1']);
    });
  });

  it.each([
    ['throttled', '421 4.7.0 Too many messages'],
    ['unreachable', 'connect ECONNREFUSED'],
  ] as const)('that is %s uses nobody up, keeps what was sent, and lets its message rest', async (kind, reason) => {
    await given(3);
    turns.answer = answers('accepted', kind);
    await turns.take();
    expect([turns.sent.length, await tally()]).toEqual([2, ['pending 0', 'pending 0', 'sent 1']]);
    expect(await ledger.dispatch()).toMatchObject({ ...trouble(reason, 5), trouble_since: null, wake_at: at(5) });
    await nobodyInHand();
    // The affected delivery moves behind the others.
    const [, met] = turns.sent as [string, string];
    expect(await ledger.delivery(met)).toMatchObject({ next_attempt_at: at(60), error: null });
    turns.now = at(5);
    await turns.take();
    expect([turns.sent.length, turns.endings, await tally()]).toEqual([3, [], ['pending 0', 'sent 1', 'sent 1']]);
    turns.now = at(60);
    await turns.take();
    expect([turns.sent[3], turns.endings]).toEqual([met, ['ended']]);
  });

  it('slows its transport down when the server wants less, and otherwise does not', async () => {
    await given(2);
    turns.answer = answers('unreachable', 'throttled');
    const rates = () => ledger.db.pool.query('SELECT rate FROM transports').then(({ rows }) => rows);
    await turns.take();
    expect(await rates()).toEqual([]);
    turns.now = at(5);
    await turns.take();
    // No message got through; the rate counts as one a second.
    expect(await rates()).toEqual([{ rate: 0.5 }]);
    turns.now = at(65);
    turns.most = 1;
    await turns.take();
    const [{ rate }] = (await rates()) as [{ rate: number }];
    expect(rate).toBeGreaterThan(0.5);
  });

  it.each([
    [0, 5],
    [1, 10],
    [5, 160],
    [6, 300],
    [400, 300],
  ])('that meets no server after %i others rests for %i seconds', async (outageCount, seconds) => {
    await given(1);
    await ledger.setDispatch(ledger.here, { outageCount, troubleSince: at(-60) });
    turns.answer = () => 'unreachable';
    await turns.take();
    expect(await ledger.dispatch()).toMatchObject({
      ...trouble('connect ECONNREFUSED', seconds, outageCount + 1),
      trouble_since: at(-60),
    });
  });

  it('begins with the shortest rest again when somebody was reached', async () => {
    await given(2);
    await ledger.setDispatch(ledger.here, { outageCount: 4, troubleSince: at(-60) });
    turns.answer = answers('accepted', 'unreachable');
    await turns.take();
    expect(await ledger.dispatch()).toMatchObject({ ...trouble('connect ECONNREFUSED', 5), trouble_since: null });
  });

  it('whose credentials are refused ends its message as failed, and leaves everybody to the next try', async () => {
    await given(3);
    turns.answer = () => 'credentials';
    await turns.take();
    expect([turns.sent.length, turns.endings]).toEqual([1, ['failed: 535 5.7.8 Authentication failed']]);
    expect(await ledger.dispatch()).toMatchObject({ state: 'paused' });
    expect(await tally()).toEqual(Array(3).fill('pending 0'));
    await nobodyInHand();
    expect(await turns.take()).toBe(false);
  });

  const day = 24 * 60 * 60;
  it.each([
    ['fails when nobody was reached for a day', -day, answers('unreachable'), ['failed: connect ECONNREFUSED'], 'paused'],
    ['goes on a moment before', -day + 0.001, answers('unreachable'), [], 'open'],
    ['goes on when somebody was reached at last', -day, answers('accepted', 'unreachable'), [], 'open'],
    ['comes to its end when all were', -day, answers('accepted', 'accepted'), ['ended'], 'ended'],
  ])('%s', async (_what, since, answer, ending, state) => {
    await given(2);
    await ledger.setDispatch(ledger.here, { troubleSince: at(since), outageCount: 300 });
    turns.answer = answer;
    await turns.take();
    expect([turns.endings, await ledger.dispatch()]).toMatchObject([ending, { state }]);
  });

  it('fails nothing that was paused or ended meanwhile', async () => {
    await given(1);
    turns.answer = async (): Promise<Kind> => {
      await ledger.setDispatch(ledger.here, { state: 'ended' });
      return 'credentials';
    };
    await turns.take();
    expect([turns.endings, await ledger.dispatch()]).toMatchObject([['stopped'], { state: 'ended' }]);
    expect(await ledger.statuses()).toEqual({ anna: 'cancelled 0' });
  });
});

describe('the last, whom the server turns away by name for a day', { timeout: PATIENCE_MS }, () => {
  const sent = { status: 'sent', sentAt: NOW };
  type Rows = Parameters<Ledger['givenDeliveries']>[0];
  async function turnedAway(rows: Rows, kind: Kind = 'throttled'): Promise<void> {
    await ledger.givenContacts(Object.fromEntries(Object.keys(rows).map((name) => [name, {}])));
    await ledger.givenDeliveries(rows);
    await ledger.setDispatch(ledger.here, { troubleSince: at(-24 * 60 * 60), outageCount: 300 });
    turns.answer = () => kind;
    await turns.take();
  }

  it('have failed, and their message has come to its end', async () => {
    await turnedAway({ bo: sent, anna: {} });
    expect([turns.endings, await ledger.dispatch()]).toMatchObject([['ended'], { state: 'ended' }]);
    expect(await ledger.delivery('anna')).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: '421 4.7.0 Too many messages',
      first_attempt_at: NOW,
      next_attempt_at: null,
    });
    await nobodyInHand();
  });

  it.each<[string, Rows, Kind?]>([
    ['nobody else was taken', { bo: { status: 'failed' }, anna: {} }],
    ['somebody else is left', { bo: sent, carl: { nextAttemptAt: at(3_600) }, anna: {} }],
    ['nobody was named', { bo: sent, anna: {} }, 'unreachable'],
  ])('are not the trouble where %s: the message has failed, and they wait', async (_what, rows, kind) => {
    await turnedAway(rows, kind);
    expect([turns.endings.length, turns.endings[0], await ledger.dispatch()]).toMatchObject([
      1,
      expect.stringMatching(/^failed: /),
      { state: 'paused' },
    ]);
    expect(await ledger.delivery('anna')).toMatchObject({ status: 'pending', attempts: 0 });
  });

  it('are not known to be the last while another run has somebody in hand', async () => {
    const rows: Rows = { bo: sent, carl: {}, anna: {} };
    await ledger.givenContacts({ bo: {}, carl: {}, anna: {} });
    await ledger.givenDeliveries(rows);
    await ledger.givenClaim(['carl'], { leaseUntil: at(30) });
    await ledger.setDispatch(ledger.here, { troubleSince: at(-24 * 60 * 60), cursor: ledger.deliveryId('carl') });
    await ledger.db.prisma.delivery.updateMany({ where: { ...ledger.here, displayName: 'anna' }, data: { nextAttemptAt: NOW } });
    turns.answer = () => 'throttled';
    await turns.take();
    expect([turns.endings.length, await ledger.dispatch()]).toMatchObject([1, { state: 'paused' }]);
    expect(await ledger.delivery('anna')).toMatchObject({ status: 'pending' });
  });
});
