/** The end of a blast's sending, and the return of unused emails to the free plan's day. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { blastOrigin, failBlast } from '../../../src/campaigns/blasts/blast-origin.ts';
import { countUsedUp, giveBackUnsent } from '../../../src/campaigns/free-plan.ts';
import { countUnderWay, stopUnderWay } from '../../../src/campaigns/under-way.ts';
import { asTx } from '../../support/database.ts';
import { at, type Ledger, NOW, openLedger } from '../../support/ledger.ts';

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

const DAY = new Date('2026-04-13T00:00:00.000Z');
/** Of each blast five were promised, and one day has been used by twenty, the next by seven. */
async function promised(): Promise<void> {
  for (const place of ledger.all) await ledger.setBlast(place, { reservedRecipients: 5, reservedOn: DAY });
  for (const workspaceId of [ledger.here.workspaceId, ledger.twin.workspaceId]) {
    await ledger.db.pool.query(
      "INSERT INTO daily_email_allotments (workspace_id, day, used) VALUES ($1, '2026-04-13', 20), ($1, '2026-04-14', 7)",
      [workspaceId],
    );
  }
}
const used = async (workspaceId = ledger.here.workspaceId) =>
  (await ledger.db.pool.query('SELECT used FROM daily_email_allotments WHERE workspace_id = $1 ORDER BY day', [workspaceId])).rows.map(
    (row) => row.used,
  );
const back = () => giveBackUnsent({ db: asTx(ledger.db), workspaceId: ledger.here.workspaceId }, ledger.here.messageId);
const usedUp = () => countUsedUp({ db: asTx(ledger.db), workspaceId: ledger.here.workspaceId }, ledger.here.messageId);

describe('a blast whose deliveries have all come to an end', () => {
  it('was sent, and says no more what held it up', async () => {
    for (const place of ledger.all) await ledger.setBlast(place, { error: 'before' });
    expect(await ledger.changes(() => blastOrigin.ended(ledger.in(ledger.db), ledger.here.messageId))).toEqual({
      'blasts here': { status: 'sent', sent_at: NOW, error: null, updated_at: NOW },
    });
  });

  it.each(['paused', 'failed'])('was sent, although it was %s before the last of them', async (status) => {
    await ledger.setBlast(ledger.here, { status, error: 'before' });
    await blastOrigin.ended(ledger.in(ledger.db), ledger.here.messageId);
    expect(await ledger.blast()).toMatchObject({ status: 'sent', sent_at: NOW, error: null });
  });

  it.each(['cancelled', 'archived'])('stays %s', async (status) => {
    await ledger.setBlast(ledger.here, { status });
    expect(await ledger.changes(() => blastOrigin.ended(ledger.in(ledger.db), ledger.here.messageId))).toEqual({});
  });
});

describe('a blast that is not on its way', () => {
  it.each(['cancelled', 'paused', 'failed'])('stays %s when it cannot go out', async (status) => {
    await ledger.setBlast(ledger.here, { status });
    expect(
      await ledger.changes(() =>
        failBlast({ db: asTx(ledger.db), workspaceId: ledger.here.workspaceId, now: NOW }, ledger.here.messageId, 'no'),
      ),
    ).toEqual({});
  });
});

describe('a blast that cannot go out', () => {
  it('has failed, and everybody who was not tried waits', async () => {
    await ledger.givenDeliveries({ bo: { status: 'sent' }, anna: {} });
    expect(await ledger.changes(() => blastOrigin.failed(ledger.in(ledger.db), ledger.here.messageId, 'refused'))).toEqual({
      'blasts here': { status: 'failed', error: 'refused', updated_at: NOW },
    });
  });
});

describe('emails of the free plan', () => {
  const sent = { status: 'sent', sentAt: NOW };

  it('that were promised and not sent go back to their day, once', async () => {
    await promised();
    await ledger.givenDeliveries({ carl: { status: 'failed' }, bo: sent, anna: { ...sent, status: 'bounced' } });
    const changes = await ledger.changes(back);
    expect(changes['blasts here']).toEqual({ reserved_recipients: 2 });
    expect(Object.keys(changes).filter((row) => /^(blasts|deliveries)/.test(row))).toEqual(['blasts here']);
    expect([await used(), await used(ledger.twin.workspaceId)]).toEqual([
      [17, 7],
      [20, 7],
    ]);
    expect(await ledger.changes(back)).toEqual({});
  });

  it('stay with whom nobody knows of, and with whom a run has in hand until they have come back', async () => {
    await promised();
    await ledger.givenDeliveries({
      eve: {},
      dora: { nextAttemptAt: at(60) },
      carl: { status: 'unknown' },
      bo: {},
      anna: { nextAttemptAt: NOW },
    });
    await ledger.givenClaim(['bo', 'anna']);
    await back();
    expect([await usedUp(), await used()]).toEqual([2, [17, 7]]);
    await ledger.db.prisma.claim.deleteMany({});
    await back();
    expect([await usedUp(), await used()]).toEqual([1, [16, 7]]);
  });

  it('are never fewer than none, and none are given where none were promised', async () => {
    await promised();
    await ledger.db.pool.query('UPDATE daily_email_allotments SET used = 1');
    await back();
    expect(await used()).toEqual([0, 1]);
    await ledger.setBlast(ledger.here, { reservedRecipients: null, reservedOn: null });
    expect(await ledger.changes(back)).toEqual({});
  });

  it.each([
    ['ends', () => blastOrigin.ended(ledger.in(ledger.db), ledger.here.messageId)],
    ['fails', () => blastOrigin.failed(ledger.in(ledger.db), ledger.here.messageId, 'no')],
    ['was stopped', () => blastOrigin.stopped(ledger.in(ledger.db), ledger.here.messageId)],
  ])('go back when the sending %s', async (_when, end) => {
    await promised();
    await ledger.givenDeliveries({ anna: sent });
    await end();
    expect(await used()).toEqual([16, 7]);
  });
});

describe('all blasts under way', () => {
  it('are those that are being sent or go out at their time, and fail together; nothing else goes out either', async () => {
    const { here, sibling, twin } = ledger;
    await ledger.givenDeliveries({ anna: {} });
    await ledger.setBlast(sibling, { status: 'sent' });
    await ledger.setDispatch(sibling, { state: 'ended' });
    await ledger.setBlast(twin, { status: 'scheduled' });
    await ledger.db.prisma.dispatch.deleteMany({ where: twin });
    await ledger.setBlast({ workspaceId: twin.workspaceId, messageId: sibling.messageId }, { status: 'draft' });
    expect(await countUnderWay(ledger.db)).toBe(2);
    const changes = await ledger.changes(() => stopUnderWay(ledger.db, 'a copy', NOW));
    const failed = { status: 'failed', error: 'a copy', updated_at: NOW };
    expect(changes).toEqual({
      'blasts here': failed,
      'dispatches here': { state: 'paused' },
      'blasts twin': failed,
      // Another message than a running blast: a test, for example.
      "dispatches twin's sibling": { state: 'paused' },
    });
    expect([await countUnderWay(ledger.db), (await ledger.dispatch(here)).state]).toEqual([0, 'paused']);
  });
});
