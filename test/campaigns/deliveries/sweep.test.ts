/** The sweeps: claims of dead processes, and due work. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DeliverDependencies, deliverySweep, deliveryWork } from '../../../src/campaigns/deliveries/deliver.work.ts';
import type { Origin } from '../../../src/campaigns/deliveries/origin.ts';
import type { Enqueue } from '../../../src/jobs/jobs.ts';
import { sql } from '../../../src/platform/db.ts';
import { wakeDue } from '../../../src/queue/work.ts';
import { at, type Ledger, NOW, openLedger } from '../../support/ledger.ts';
import { notingLog } from '../../support/log.ts';

let ledger: Ledger;
let told: string[];
let woken: string[];
const { log, logged } = notingLog();
beforeAll(async () => {
  ledger = await openLedger();
});
beforeEach(async () => {
  await ledger.clear();
  told = [];
  woken = [];
  logged.length = 0;
});
afterEach(() => ledger.expectNoCircle());
afterAll(() => ledger.close());

const origin: Origin = {
  name: 'blast',
  stillWanted: sql`TRUE`,
  hold: async (_tx, messageId) => void told.push(`hold ${messageId === ledger.here.messageId}`),
  stopped: async () => void told.push('stopped'),
  ended: async () => void told.push('ended'),
  failed: async () => void told.push('failed'),
};
const enqueue: Enqueue = async (_db, { name }, _data, key) => void woken.push(`${name} ${key}`);
const clock = { now: () => NOW };
async function sweep() {
  const { db } = ledger;
  const { signal } = new AbortController();
  const origins = { blast: origin, test: origin, flow: origin, transactional: origin };
  await deliverySweep({ db, clock, origins, log }).run(signal);
  await wakeDue({ db, clock, enqueue }, deliveryWork({ db, clock, enqueue, log, origins } as unknown as DeliverDependencies)).run(signal);
}
/** A process has died with claims on Anna and Bo, and its last lease is over; no other work is due. */
async function died(dispatch: Parameters<Ledger['setDispatch']>[1], repeatable = true): Promise<void> {
  await ledger.givenMessages({ state: 'ended', repeatable });
  await ledger.givenContacts({ bo: {}, anna: {} });
  const values = repeatable ? {} : { begunAt: NOW };
  await ledger.givenDeliveries({ bo: values, anna: values });
  await ledger.setDispatch(ledger.here, { cursor: ledger.deliveryId('bo'), ...dispatch });
  await ledger.givenClaim(['anna', 'bo'], { leaseUntil: NOW, lastCall: true });
  await ledger.db.prisma.claim.deleteMany({ where: { NOT: ledger.here } });
}

describe('what a dead process had in hand', () => {
  it('is due at once, and somebody is woken for it', async () => {
    await died({ state: 'open', lane: 'bulk', wakeAt: at(30) });
    await sweep();
    expect([await ledger.statuses(), await ledger.db.prisma.claim.count(), await ledger.dispatch()]).toMatchObject([
      { anna: 'pending 0', bo: 'pending 0' },
      0,
      { state: 'open', wake_at: NOW, dead_runs: 1 },
    ]);
    expect([told, woken]).toEqual([['hold true'], ['deliver-bulk 0,1,2,3']]);
    expect(logged.splice(0)).toMatchObject([
      { message_id: ledger.here.messageId, message: 'took deliveries over from a process that died' },
    ]);
    await sweep();
    expect(logged).toEqual([]);
  });

  it('of a message that was stopped is told to whoever stopped it', async () => {
    await died({ state: 'paused' });
    await sweep();
    expect([told, woken, await ledger.dispatch()]).toMatchObject([['hold true', 'stopped'], [], { state: 'paused' }]);
    expect(await ledger.statuses()).toEqual({ anna: 'pending 0', bo: 'pending 0' });
  });

  it('of a message that has ended is cancelled, and told likewise', async () => {
    await died({ state: 'ended' });
    await sweep();
    expect([told, await ledger.statuses()]).toEqual([['hold true', 'stopped'], { anna: 'cancelled 0', bo: 'cancelled 0' }]);
  });

  it.each(['open', 'paused'])(
    'is the end of a message that is %s and must not go twice, when it was begun and nobody else is left',
    async (state) => {
      await died({ state }, false);
      await sweep();
      expect([told, await ledger.statuses(), await ledger.dispatch()]).toMatchObject([
        ['hold true', 'ended'],
        { anna: 'unknown 0', bo: 'unknown 0' },
        { state: 'ended' },
      ]);
    },
  );

  it('is left to it while its lease or its last call goes on', async () => {
    await died({ state: 'paused' });
    await ledger.db.prisma.claim.updateMany({ data: { leaseUntil: at(0.001) } });
    await sweep();
    await ledger.db.prisma.claim.updateMany({ data: { leaseUntil: NOW, lastCall: false } });
    await sweep();
    expect([told, await ledger.db.prisma.claim.count()]).toEqual([[], 1]);
  });
});

describe('what is due', () => {
  it.each([
    ['bulk', NOW, ['deliver-bulk 0,1,2,3']],
    ['interactive', NOW, ['deliver-interactive 0,1']],
    ['bulk', at(0.001), []],
  ])('wakes the places of its lane: %s', async (lane, wakeAt, places) => {
    await ledger.givenMessages({ state: 'ended' });
    await ledger.setDispatch(ledger.here, { state: 'open', lane, wakeAt });
    await sweep();
    expect([woken, told]).toEqual([places, []]);
  });
});
