/** The choice of the next message, its state after a turn, and its next due time. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endClaims } from '../../../src/campaigns/deliveries/claims.repo.ts';
import {
  insertDispatch,
  isLaneDue,
  type Lane,
  lockDispatch,
  noteDeadRun,
  type Rest,
  setState,
  settle,
  takeTurn,
} from '../../../src/campaigns/deliveries/dispatches.repo.ts';
import { type Db, sql } from '../../../src/platform/db.ts';
import { newId } from '../../../src/platform/ids.ts';
import { asTx } from '../../support/database.ts';
import { at, type Ledger, type MessageRef, NOW, openLedger, RUN } from '../../support/ledger.ts';
import { behind } from '../../support/race.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger();
});
beforeEach(() => ledger.clear());
afterEach(() => ledger.expectNoCircle());
afterAll(() => ledger.close());

const turnOf = (lane: Lane = 'bulk', except: string[] = [], db: Db = ledger.db) => takeTurn(db, lane, { except, now: NOW });
/** Leaves nothing to do but what is given. */
async function only(...open: MessageRef[]): Promise<void> {
  await ledger.db.prisma.dispatch.updateMany({ data: { state: 'ended' } });
  for (const place of open) await ledger.setDispatch(place, { state: 'open' });
}

describe('the next turn', () => {
  beforeEach(() => ledger.givenMessages());

  it('is told with how its message stands, and noted at it and its workspace', async () => {
    await only(ledger.here);
    await ledger.setDispatch(ledger.here, { outageCount: 2, troubleSince: at(-60), deadRuns: 3, repeatable: false, wakeAt: NOW });
    let turn: unknown;
    const changes = await ledger.changes(async () => {
      turn = await turnOf();
    });
    const noted = expect.any(Date);
    expect(changes).toEqual({
      'dispatches here': { turn_at: NOW },
      'senders here': { workspace_id: ledger.here.workspaceId, bulk_turn_at: noted, interactive_turn_at: null, free_at: null },
    });
    expect(turn).toEqual({
      ...{ ...ledger.here, origin: 'blast', repeatable: false, outageCount: 2, troubleSince: at(-60), deadRuns: 3 },
      edition: expect.any(String),
    });
  });

  it.each([
    ['that rests', { wakeAt: at(0.001) }],
    ['that is paused', { state: 'paused' }],
    ['that has ended', { state: 'ended' }],
    ['of another lane', { lane: 'interactive' }],
  ])('is not that of a message %s', async (_which, values) => {
    await only();
    await ledger.setDispatch(ledger.here, { state: 'open', ...values });
    expect(await ledger.changes(() => turnOf())).toEqual({});
    expect(await turnOf()).toBeUndefined();
  });

  it('is not that of a message which this process has a turn of', async () => {
    await only(ledger.here, ledger.sibling);
    expect(await turnOf('bulk', [ledger.here.messageId])).toMatchObject(ledger.sibling);
    expect(await turnOf('bulk', [ledger.here.messageId, ledger.sibling.messageId])).toBeUndefined();
  });

  it('goes from workspace to workspace, and from message to message in each', async () => {
    const { db, here, twin } = ledger;
    // Here five messages are waiting, and one at the twin's.
    await only(here, ledger.sibling, twin);
    for (const messageId of [newId(), newId(), newId()]) {
      const blast = { workspaceId: here.workspaceId, id: messageId, name: 'Spring', status: 'sending', createdAt: NOW, updatedAt: NOW };
      await db.prisma.blast.create({ data: blast });
      const message = await db.prisma.message.findFirstOrThrow({ where: { id: here.messageId, workspaceId: here.workspaceId } });
      await db.prisma.message.create({ data: { ...message, sample: undefined, utm: undefined, id: messageId, blastId: messageId } });
      await insertDispatch(
        { db: asTx(db), workspaceId: here.workspaceId, now: NOW },
        { messageId, origin: 'blast', lane: 'bulk', repeatable: true },
      );
    }
    const turns = [];
    for (let i = 0; i < 10; i++) turns.push(await turnOf());
    const whose = turns.map((turn) => (turn?.workspaceId === twin.workspaceId ? 'twin' : 'here'));
    // Messages without a turn come first, in any order.
    expect(whose.slice(0, 2).sort()).toEqual(['here', 'twin']);
    for (let i = 2; i < 10; i++) expect(whose[i]).toBe(whose[i - 2]);
    expect(new Set(turns.map((turn) => turn?.messageId)).size).toBe(5);
  });

  it('of one lane says nothing of whose turn it is in the other', async () => {
    const { here, twin } = ledger;
    await only(here, twin);
    await turnOf();
    const second = await turnOf();
    // By bulk it would be that of the first again, and by messages that of the first likewise.
    await ledger.setDispatch(here, { lane: 'interactive' });
    await ledger.setDispatch(twin, { lane: 'interactive' });
    const quick = [await turnOf('interactive'), await turnOf('interactive')];
    expect(new Set(quick.map((turn) => turn?.workspaceId)).size).toBe(2);
    await ledger.setDispatch(here, { lane: 'bulk' });
    await ledger.setDispatch(twin, { lane: 'bulk' });
    expect((await turnOf())?.workspaceId).not.toBe(second?.workspaceId);
  });

  it('passes over a message that somebody holds', async () => {
    await only(ledger.here, ledger.sibling);
    await ledger.db.transaction(async (tx) => {
      await lockDispatch(ledger.in(tx), ledger.here.messageId);
      expect(await turnOf()).toMatchObject(ledger.sibling);
      // Another taker gets the same turn; no other is left.
      expect(await turnOf('bulk', [ledger.sibling.messageId])).toBeUndefined();
    });
  });

  it('is looked for in the lanes where something is due', async () => {
    const dueLanes = async () => {
      const lanes: Lane[] = ['bulk', 'interactive'];
      const looks = lanes.map((lane) => ledger.db.query<{ due: boolean }>(sql`SELECT ${isLaneDue(lane, NOW)} AS due`));
      const rows = await Promise.all(looks);
      return lanes.filter((_lane, index) => rows[index]?.[0]?.due);
    };
    await only(ledger.here);
    expect(await dueLanes()).toEqual(['bulk']);
    await ledger.setDispatch(ledger.here, { lane: 'interactive', wakeAt: NOW });
    expect(await dueLanes()).toEqual(['interactive']);
    await ledger.setDispatch(ledger.sibling, { state: 'open' });
    expect(await dueLanes()).toEqual(['bulk', 'interactive']);
    await only(ledger.here);
    await ledger.setDispatch(ledger.here, { wakeAt: at(0.001) });
    expect(await dueLanes()).toEqual([]);
    await ledger.setDispatch(ledger.here, { wakeAt: NOW, state: 'paused' });
    expect(await dueLanes()).toEqual([]);
  });
});

describe('after a turn', () => {
  const settled = (report: { sent?: number; rest?: Rest | null } = {}) =>
    ledger.db.transaction(async (tx) => {
      await lockDispatch(ledger.in(tx), ledger.here.messageId);
      return settle(ledger.in(tx), ledger.here.messageId, { sent: 0, rest: null, ...report });
    });
  const trouble = (seconds: number): Rest => ({ until: at(seconds), waitingFor: 'mail_server', trouble: '421 no' });
  const rate = (seconds: number): Rest => ({ until: at(seconds), waitingFor: 'transport_rate', trouble: null });

  const LEFT: Record<string, () => Promise<void>> = {
    nothing: async () => {
      await ledger.givenDeliveries({ carl: { status: 'sent' }, anna: {} });
      // Deliveries up to the cursor have had a turn, and no run has a claim on them here: not fresh.
      await ledger.setDispatch(ledger.here, { cursor: ledger.deliveryId('anna') });
    },
    'first turns': () => ledger.givenDeliveries({ carl: { status: 'sent' }, bo: { nextAttemptAt: at(60) }, anna: {} }),
    'some who are due later': () => ledger.givenDeliveries({ bo: { nextAttemptAt: at(90) }, anna: { nextAttemptAt: at(60) } }),
    'some who are due': () => ledger.givenDeliveries({ anna: { nextAttemptAt: at(-60) } }),
    'some in hand': async () => {
      await ledger.givenDeliveries({ anna: {} });
      await ledger.givenClaim(['anna'], { leaseUntil: at(30) });
      await ledger.setDispatch(ledger.here, { cursor: ledger.deliveryId('anna') });
    },
    'some in hand and some who are due later': async () => {
      await ledger.givenDeliveries({ bo: { nextAttemptAt: at(60) }, anna: {} });
      await ledger.givenClaim(['anna'], { leaseUntil: at(30) });
      await ledger.setDispatch(ledger.here, { cursor: ledger.deliveryId('anna') });
    },
  };
  it.each([
    // The rest, whether there is any, the due time and the reason without a rest, and both with a rest until 40 seconds from now.
    ['nothing', false, 0, null, 40],
    ['first turns', true, 0, null, 40],
    ['some who are due later', true, 60, 'retries', 60],
    ['some who are due', true, -60, null, 40],
    ['some in hand', true, 30, null, 40],
    ['some in hand and some who are due later', true, 30, null, 40],
  ])('%s left', async (what, isLeft, wakes, waitingFor, wakesRested) => {
    await ledger.givenMessages();
    // A sibling has always something to do, and the twin of the same id, too.
    await LEFT[what]?.();
    for (const place of ledger.others) {
      await ledger.db.prisma.delivery.updateMany({ where: place, data: { status: 'pending', nextAttemptAt: null } });
    }
    expect(await settled()).toBe(isLeft);
    expect(await ledger.dispatch()).toMatchObject({ wake_at: at(wakes), waiting_for: waitingFor, rest_until: null });
    expect(await settled({ rest: rate(40) })).toBe(isLeft);
    expect(await ledger.dispatch()).toMatchObject({ wake_at: at(wakesRested), waiting_for: 'transport_rate', rest_until: at(40) });
  });

  describe('with somebody left', () => {
    beforeEach(async () => {
      await ledger.givenMessages();
      await ledger.givenDeliveries({ anna: {} });
    });

    it('nothing else is written', async () => {
      await ledger.setDispatch(ledger.here, { pacedSince: at(-1) });
      expect(await ledger.changes(() => settled({ rest: trouble(5) }))).toEqual({
        'dispatches here': {
          wake_at: at(5),
          rest_until: at(5),
          waiting_for: 'mail_server',
          trouble: '421 no',
          trouble_since: NOW,
          outage_count: 1,
        },
      });
    });

    it.each([
      ['another one’s, while it lasts', at(20), null, { wake_at: at(20), rest_until: at(20), waiting_for: 'workspace_rate' }],
      ['another one’s, when it is longer', at(20), rate(10), { wake_at: at(20), rest_until: at(20), waiting_for: 'transport_rate' }],
      ['its own, when that is longer', at(20), rate(30), { wake_at: at(30), rest_until: at(30), waiting_for: 'transport_rate' }],
      ['none, when another one’s is over', NOW, null, { wake_at: NOW, rest_until: null, waiting_for: null }],
    ])('there is a rest: %s', async (_which, restUntil, rest, expected) => {
      await ledger.setDispatch(ledger.here, { restUntil, waitingFor: 'workspace_rate' });
      await settled({ rest });
      expect(await ledger.dispatch()).toMatchObject(expected);
    });

    const before = { outageCount: 3, trouble: 'before', troubleSince: at(-60) };
    it.each([
      ['goes on', { rest: trouble(5) }, { outage_count: 4, trouble: '421 no', trouble_since: at(-60) }],
      ['is over when somebody was reached', { sent: 1 }, { outage_count: 0, trouble: null, trouble_since: null }],
      ['comes anew after somebody was reached', { sent: 1, rest: trouble(5) }, { outage_count: 1, trouble: '421 no', trouble_since: null }],
      ['is not forgotten when nobody was tried', {}, { outage_count: 3, trouble: 'before', trouble_since: at(-60) }],
      ['is not forgotten while the rate lets nobody go', { rest: rate(5) }, { outage_count: 3, trouble: 'before', trouble_since: at(-60) }],
    ])('trouble %s', async (_what, report, expected) => {
      await ledger.setDispatch(ledger.here, before);
      await settled(report);
      expect(await ledger.dispatch()).toMatchObject(expected);
    });

    it.each([
      ['begins to be counted', null, 0, 7, { pace: null, paced_since: NOW, paced_count: 0 }],
      ['is counted on', at(-9.999), 20, 7, { pace: null, paced_since: at(-9.999), paced_count: 27 }],
      ['is known after ten seconds', at(-10), 20, 7, { pace: 2.7, paced_since: NOW, paced_count: 0 }],
    ])('the pace %s', async (_what, pacedSince, pacedCount, sent, expected) => {
      await ledger.setDispatch(ledger.here, { pacedSince, pacedCount });
      await settled({ sent });
      expect(await ledger.dispatch()).toMatchObject(expected);
    });
  });

  it('nobody is overlooked who was given back until the message was held', async () => {
    await ledger.givenMessages();
    await ledger.givenDeliveries({ anna: {} });
    await ledger.givenClaim(['anna']);
    await ledger.setDispatch(ledger.here, { cursor: ledger.deliveryId('anna') });
    const isLeft = await behind(
      ledger.db,
      async (tx) => {
        await lockDispatch(ledger.in(tx), ledger.here.messageId);
        await endClaims(ledger.in(tx, at(5)), ledger.here.messageId, {
          runs: [RUN],
          unbegun: [{ id: ledger.deliveryId('anna'), at: null }],
        });
      },
      () => settled(),
    );
    expect([isLeft, (await ledger.dispatch()).wake_at]).toEqual([true, at(5)]);
  });

  it('there is nothing to say of a message that is gone', async () => {
    expect([await settled(), await ledger.db.transaction((tx) => lockDispatch(ledger.in(tx), ledger.here.messageId))]).toEqual([
      false,
      undefined,
    ]);
  });
});

describe('the sending of a message', () => {
  it('is opened with its first turn at once', async () => {
    await ledger.givenMessages();
    await ledger.db.prisma.dispatch.deleteMany({ where: ledger.here });
    const dispatch = { ...ledger.here, origin: 'blast' as const, lane: 'interactive' as const, repeatable: false };
    const changes = await ledger.changes(() => insertDispatch(ledger.in(ledger.db), dispatch));
    expect(Object.keys(changes)).toEqual(['dispatches here']);
    expect(changes['dispatches here']).toMatchObject({ lane: 'interactive', repeatable: false, state: 'open', wake_at: NOW, dead_runs: 0 });
  });

  const stuck = { restUntil: at(60), waitingFor: 'mail_server', outageCount: 3, deadRuns: 2, trouble: 'no', troubleSince: at(-60) };

  it('forgets what held it up when it is opened again', async () => {
    await ledger.givenMessages({ ...stuck, state: 'paused', wakeAt: at(60) });
    expect(await ledger.changes(() => setState(ledger.in(asTx(ledger.db)), ledger.here.messageId, 'open'))).toEqual({
      'dispatches here': {
        state: 'open',
        wake_at: NOW,
        rest_until: null,
        waiting_for: null,
        outage_count: 0,
        dead_runs: 0,
        trouble: null,
        trouble_since: null,
      },
    });
  });

  it.each(['paused', 'ended'] as const)('remembers it when it is %s, and waits for nothing', async (state) => {
    await ledger.givenMessages(stuck);
    expect(await ledger.changes(() => setState(ledger.in(asTx(ledger.db)), ledger.here.messageId, state))).toEqual({
      'dispatches here': { state, waiting_for: null },
    });
  });

  it('counts the runs that die', async () => {
    await ledger.givenMessages({ deadRuns: 2 });
    expect(await ledger.changes(() => noteDeadRun(ledger.in(asTx(ledger.db)), ledger.here.messageId))).toEqual({
      'dispatches here': { dead_runs: 3 },
    });
  });
});
