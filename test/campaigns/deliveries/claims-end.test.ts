/** Renewing, ending and expiring claims, and the deliveries of dead runs. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelDeliveries, endClaims, expireClaim, findExpiredClaims, renewClaims } from '../../../src/campaigns/deliveries/claims.repo.ts';
import { record } from '../../../src/campaigns/deliveries/deliveries.repo.ts';
import { lockDispatch } from '../../../src/campaigns/deliveries/dispatches.repo.ts';
import type { Db, Tx } from '../../../src/platform/db.ts';
import { at, type Ledger, NOW, OTHER_RUN, openLedger, RUN } from '../../support/ledger.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger();
});
beforeEach(async () => {
  await ledger.clear();
  await ledger.givenMessages();
});
afterEach(() => ledger.expectNoCircle());
afterAll(() => ledger.close());

const ids = (...names: string[]) => names.map((name) => ledger.deliveryId(name));
const unbegun = (...names: string[]) => ids(...names).map((id) => ({ id, at: null }));
/** With the dispatch held, as all of these are. */
const holding = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  ledger.db.transaction(async (tx) => {
    await lockDispatch(ledger.in(tx), ledger.here.messageId);
    return work(tx);
  });
const sentBy = (db: Db, name: string) => {
  const outcome = { id: ledger.deliveryId(name), run: RUN, email: 'a@mail.example', status: 'sent' as const };
  return record(ledger.in(db), ledger.here.messageId, [{ ...outcome, reason: null, providerId: null, retryAt: null }]);
};

describe('a claim', () => {
  it('is renewed for the runs that are named, and its last call is over', async () => {
    await ledger.givenDeliveries({ bo: {}, anna: {} });
    await ledger.givenClaim(['anna'], { lastCall: true });
    await ledger.givenClaim(['bo'], { run: OTHER_RUN });
    expect(await ledger.changes(() => renewClaims({ db: ledger.db, workspaceId: ledger.here.workspaceId }, [RUN], at(30)))).toEqual({
      'claims here run': { lease_until: at(30), last_call: false },
    });
  });

  it('is let go of, and what was not begun of it is due at once', async () => {
    await ledger.givenDeliveries({ fay: {}, eve: { status: 'sent' }, dora: { nextAttemptAt: at(60) }, carl: {}, bo: {}, anna: {} });
    await ledger.givenClaim(['anna', 'bo', 'eve', 'dora']);
    await ledger.givenClaim(['carl'], { run: OTHER_RUN });
    // Bo has been reported, or will be: he is not named. Eve and dora have been; carl belongs to another run, and fay to none.
    const named = unbegun('anna', 'carl', 'dora', 'eve', 'fay');
    expect(
      await ledger.changes(() => holding((tx) => endClaims(ledger.in(tx), ledger.here.messageId, { runs: [RUN], unbegun: named }))),
    ).toEqual({
      'claims here run': { gone: true },
      'deliveries here anna': { next_attempt_at: NOW },
    });
  });

  it('gives back for a time whom trouble has met', async () => {
    await ledger.givenDeliveries({ bo: {}, anna: {} });
    await ledger.givenClaim(['anna', 'bo']);
    const [anna, bo] = ids('anna', 'bo') as [string, string];
    const named = [
      { id: anna, at: at(60) },
      { id: bo, at: null },
    ];
    expect(
      await ledger.changes(() => holding((tx) => endClaims(ledger.in(tx), ledger.here.messageId, { runs: [RUN], unbegun: named }))),
    ).toMatchObject({
      'deliveries here anna': { next_attempt_at: at(60) },
      'deliveries here bo': { next_attempt_at: NOW },
    });
  });

  it('that has been taken away gives nothing back', async () => {
    await ledger.givenDeliveries({ anna: {} });
    await ledger.givenClaim(['anna'], { run: OTHER_RUN });
    expect(
      await ledger.changes(() =>
        holding((tx) => endClaims(ledger.in(tx), ledger.here.messageId, { runs: [RUN], unbegun: unbegun('anna') })),
      ),
    ).toEqual({});
  });

  it('of a message that has ended leaves nobody waiting', async () => {
    await ledger.givenDeliveries({ bo: {}, anna: {} });
    await ledger.givenClaim(['anna', 'bo']);
    for (const place of ledger.all) await ledger.setDispatch(place, { state: place === ledger.here ? 'ended' : 'open' });
    expect(
      await ledger.changes(() =>
        holding((tx) => endClaims(ledger.in(tx), ledger.here.messageId, { runs: [RUN], unbegun: unbegun('anna') })),
      ),
    ).toMatchObject({
      'deliveries here anna': { status: 'cancelled' },
    });
    expect(await ledger.delivery('anna')).toMatchObject({ next_attempt_at: null });
  });

  it.each(['paused', 'open'])('of a message that is %s leaves them to its next turn, whatever has become of others', async (state) => {
    await ledger.givenDeliveries({ anna: {} });
    await ledger.givenClaim(['anna']);
    for (const place of ledger.all) await ledger.setDispatch(place, { state: place === ledger.here ? state : 'ended' });
    await holding((tx) => endClaims(ledger.in(tx), ledger.here.messageId, { runs: [RUN], unbegun: unbegun('anna') }));
    expect(await ledger.delivery('anna')).toMatchObject({ status: 'pending', next_attempt_at: NOW });
  });
});

describe('a claim whose lease has run out', () => {
  const expired = () => findExpiredClaims(ledger.db, NOW, at(30));
  const lose = (run = RUN) => holding((tx) => expireClaim(ledger.in(tx), ledger.here.messageId, run));

  it('has a last call first, to the moment', async () => {
    await ledger.givenDeliveries({ bo: {}, anna: {} });
    await ledger.givenClaim(['anna'], { leaseUntil: NOW });
    await ledger.givenClaim(['bo'], { run: OTHER_RUN, leaseUntil: at(0.001) });
    let found: unknown;
    const changes = await ledger.changes(async () => {
      found = await expired();
    });
    const called = { last_call: true, lease_until: at(30) };
    expect([found, changes]).toEqual([
      [],
      {
        'claims sibling run': called,
        'claims here run': called,
        'claims twin run': called,
        "claims twin's sibling run": called,
      },
    ]);
  });

  it.each([
    ['is found when that is over, too', NOW, 4],
    ['is not found before', at(0.001), 0],
    ['is found when it is further ahead than any lease: a clock was wrong', at(24 * 3_600), 4],
  ])('%s', async (_when, leaseUntil, count) => {
    await ledger.givenDeliveries({ anna: {} });
    await ledger.givenClaim(['anna'], { leaseUntil, lastCall: true });
    let found: unknown[] = [];
    expect(
      await ledger.changes(async () => {
        found = await expired();
      }),
    ).toEqual({});
    expect(found).toHaveLength(count);
    if (count > 0) expect(found).toContainEqual({ ...ledger.here, run: RUN, origin: 'blast' });
  });

  it('is taken away, and what it had not told of is due at once', async () => {
    await ledger.givenDeliveries({ fay: {}, eve: {}, dora: {}, carl: { nextAttemptAt: at(60) }, bo: { status: 'sent' }, anna: {} });
    await ledger.givenClaim(['anna', 'bo', 'carl', 'dora'], { leaseUntil: NOW, lastCall: true });
    // Another run has taken dora up meanwhile.
    await ledger.givenClaim(['dora', 'eve'], { run: OTHER_RUN });
    let was: boolean | undefined;
    const changes = await ledger.changes(async () => {
      was = await lose();
    });
    expect([was, changes]).toEqual([
      true,
      {
        'claims here run': { gone: true },
        'dispatches here': { dead_runs: 1 },
        'deliveries here anna': { next_attempt_at: NOW },
      },
    ]);
  });

  it('of mail that must not go twice leaves nobody who knows what became of that which was begun', async () => {
    for (const place of ledger.all) await ledger.setDispatch(place, { repeatable: place !== ledger.here, deadRuns: 2 });
    await ledger.givenDeliveries({
      dora: {},
      carl: { status: 'sent', begunAt: at(-60) },
      bo: { begunAt: at(-60) },
      anna: { begunAt: at(-60) },
    });
    await ledger.givenClaim(['anna', 'carl', 'dora'], { leaseUntil: at(-1), lastCall: true });
    expect(await ledger.changes(lose)).toEqual({
      'claims here run': { gone: true },
      'dispatches here': { dead_runs: 3 },
      'deliveries here anna': { status: 'unknown', error: 'The process died while the message was under way.' },
      'deliveries here dora': { next_attempt_at: NOW },
    });
  });

  it('of a message that has ended leaves nobody waiting', async () => {
    await ledger.setDispatch(ledger.here, { state: 'ended' });
    await ledger.givenDeliveries({ anna: {} });
    await ledger.givenClaim(['anna'], { leaseUntil: NOW, lastCall: true });
    await lose();
    expect(await ledger.delivery('anna')).toMatchObject({ status: 'cancelled', next_attempt_at: null });
  });

  it.each([
    ['that has been renewed', { leaseUntil: at(0.001), lastCall: true }],
    ['that had no last call', { leaseUntil: NOW, lastCall: false }],
  ])('%s stays', async (_which, values) => {
    await ledger.givenDeliveries({ anna: {} });
    await ledger.givenClaim(['anna'], values);
    let was: boolean | undefined;
    expect(
      await ledger.changes(async () => {
        was = await lose();
      }),
    ).toEqual({});
    expect(was).toBe(false);
  });

  it('that is just renewed stays, and nobody waits for that', async () => {
    await ledger.givenDeliveries({ anna: {} });
    await ledger.givenClaim(['anna'], { leaseUntil: NOW, lastCall: true });
    const was = await ledger.db.transaction(async (tx) => {
      await renewClaims({ db: tx, workspaceId: ledger.here.workspaceId }, [RUN], at(30));
      return lose();
    });
    expect([was, await ledger.db.prisma.claim.count({ where: { ...ledger.here, run: RUN } })]).toEqual([false, 1]);
  });

  it('gives nobody back who is just being told of', async () => {
    await ledger.givenDeliveries({ bo: {}, anna: {} });
    await ledger.givenClaim(['anna', 'bo'], { leaseUntil: NOW, lastCall: true });
    await ledger.db.transaction(async (tx) => {
      await sentBy(tx, 'anna');
      expect(await lose()).toBe(false);
    });
    expect(await lose()).toBe(true);
    expect(await ledger.statuses()).toEqual({ anna: 'sent 1', bo: 'pending 0' });
    expect(await ledger.delivery('anna')).toMatchObject({ next_attempt_at: null });
  });

  it('is lost once, whoever looks at the same time', async () => {
    await ledger.givenDeliveries({ anna: {} });
    await ledger.givenClaim(['anna'], { leaseUntil: NOW, lastCall: true });
    expect((await Promise.all([lose(), lose()])).sort()).toEqual([false, true]);
    expect(await ledger.dispatch()).toMatchObject({ dead_runs: 1 });
  });
});

describe('a message that is cancelled', () => {
  it('is sent to nobody any more but those whom a run has in hand', async () => {
    await ledger.givenDeliveries({
      eve: {},
      dora: { nextAttemptAt: at(60) },
      carl: { status: 'sent' },
      bo: {},
      anna: { nextAttemptAt: at(60) },
    });
    // The run has reported anna already.
    await ledger.givenClaim(['bo', 'anna']);
    expect(await ledger.changes(() => holding((tx) => cancelDeliveries(ledger.in(tx), ledger.here.messageId)))).toEqual({
      'dispatches here': { state: 'ended' },
      'deliveries here eve': { status: 'cancelled' },
      'deliveries here dora': { status: 'cancelled', next_attempt_at: null },
      'deliveries here anna': { status: 'cancelled', next_attempt_at: null },
    });
  });

  it('leaves those who are in hand of another message to that', async () => {
    await ledger.givenDeliveries({ anna: {} });
    const { workspaceId, messageId } = ledger.sibling;
    await ledger.db.prisma.claim.create({ data: { workspaceId, messageId, run: RUN, ids: ids('anna'), leaseUntil: at(10) } });
    await holding((tx) => cancelDeliveries(ledger.in(tx), ledger.here.messageId));
    expect(await ledger.delivery('anna')).toMatchObject({ status: 'cancelled' });
  });
});
