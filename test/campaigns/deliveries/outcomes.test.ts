/** Recording the outcomes of messages, and its conditions. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelDeliveries, expireClaim, renewClaims } from '../../../src/campaigns/deliveries/claims.repo.ts';
import { type Outcome, record } from '../../../src/campaigns/deliveries/deliveries.repo.ts';
import { lockDispatch, setState } from '../../../src/campaigns/deliveries/dispatches.repo.ts';
import type { Db, Tx } from '../../../src/platform/db.ts';
import { toUlid } from '../../../src/platform/ids.ts';
import { isAtLength } from '../../support/at-length.ts';
import { givenContacts, givenSuppressions } from '../../support/given.ts';
import { at, type Ledger, NOW, OTHER_RUN, openLedger, RUN } from '../../support/ledger.ts';
import { behind } from '../../support/race.ts';

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

/** Tried before, an hour ago. */
const again = { attempts: 2, firstAttemptAt: at(-3600) };
const outcome = (name: string, status: Outcome['status'], rest: Partial<Outcome> = {}): Outcome => ({
  id: ledger.deliveryId(name),
  run: RUN,
  email: `${name}@mail.example`,
  status,
  reason: null,
  providerId: null,
  retryAt: null,
  ...rest,
});
const recordIn = (db: Db, ...outcomes: Outcome[]) => record(ledger.in(db), ledger.here.messageId, outcomes);
const recorded = (...outcomes: Outcome[]) => recordIn(ledger.db, ...outcomes);
const later = (name = 'anna') => outcome(name, 'pending', { reason: 'greylisted', retryAt: at(60) });
const sent = { status: 'sent', attempts: 1, first_attempt_at: NOW, sent_at: NOW, delivered_at: NOW };
/** In the hand of a run. */
async function given(rows: Parameters<Ledger['givenDeliveries']>[0]): Promise<void> {
  await ledger.givenDeliveries(rows);
  await ledger.givenClaim(Object.keys(rows));
}

describe('an outcome', () => {
  it('is written at its delivery, its contact, its address and in the timeline, and nowhere else', async () => {
    await ledger.givenContacts({ sent: {}, bounced: {}, moved: {}, failed: {}, unknown: {}, later: {}, unnamed: {} });
    await given({ sent: again, bounced: {}, moved: {}, failed: again, unknown: {}, later: again, unnamed: {} });
    const changes = await ledger.changes(() =>
      recorded(
        outcome('sent', 'sent', { providerId: '4F1A2B' }),
        outcome('bounced', 'bounced', { reason: 'no such user' }),
        outcome('moved', 'bounced', { reason: 'gone', email: 'moved@elsewhere.example' }),
        outcome('failed', 'failed', { reason: 'no' }),
        outcome('unknown', 'unknown', { reason: 'lost' }),
        later('later'),
      ),
    );
    const entry = (name: string, type: string, metadata = {}) => ({
      workspace_id: ledger.here.workspaceId,
      seq: expect.anything(),
      contact_id: ledger.contactId(name),
      type,
      occurred_at: NOW,
      metadata: {
        blast_id: ledger.here.messageId,
        recipient_id: toUlid(ledger.deliveryId(name)),
        ...metadata,
      },
    });
    const suppression = (address: string, detail: string) => ({
      workspace_id: ledger.here.workspaceId,
      address,
      reason: 'bounced',
      source: 'smtp',
      detail,
      since: NOW,
    });
    const first = { attempts: 1, first_attempt_at: NOW };
    expect(changes).toEqual({
      'deliveries here sent': { status: 'sent', attempts: 3, provider_id: '4F1A2B', sent_at: NOW, delivered_at: NOW },
      'contact_moments here sent': { last_activity_at: NOW },
      'contact_activities here sent email_sent': entry('sent', 'email_sent'),
      'contact_activities here sent email_delivered': entry('sent', 'email_delivered'),
      'deliveries here bounced': { ...first, status: 'bounced', error: 'no such user', bounced_at: NOW },
      'suppressions here bounced@mail.example bounced': suppression('bounced@mail.example', 'no such user'),
      'contact_moments here bounced': { last_activity_at: NOW },
      'contact_activities here bounced email_bounced': entry('bounced', 'email_bounced', { reason: 'no such user' }),
      // It is the address that the message went to which bounced, whichever the contact had before or has now.
      'suppressions here moved@elsewhere.example bounced': suppression('moved@elsewhere.example', 'gone'),
      'deliveries here moved': { ...first, status: 'bounced', error: 'gone', bounced_at: NOW, email: 'moved@elsewhere.example' },
      'contact_moments here moved': { last_activity_at: NOW },
      'contact_activities here moved email_bounced': entry('moved', 'email_bounced', { reason: 'gone' }),
      'deliveries here failed': { status: 'failed', attempts: 3, error: 'no' },
      'deliveries here unknown': { ...first, status: 'unknown', error: 'lost' },
      'deliveries here later': { attempts: 3, error: 'greylisted', next_attempt_at: at(60) },
    });
  });

  it('takes back what the attempt before said', async () => {
    await given({ anna: { ...again, error: 'greylisted' } });
    await recorded(outcome('anna', 'sent'));
    expect(await ledger.delivery('anna')).toMatchObject({ status: 'sent', error: null });
  });

  it('is written while the claim is there, even when its lease has run out', async () => {
    await ledger.givenDeliveries({ anna: {} });
    await ledger.givenClaim(['anna'], { leaseUntil: at(-60), lastCall: true });
    expect(await ledger.changes(() => recorded(outcome('anna', 'sent')))).toEqual({ 'deliveries here anna': sent });
  });

  it('of a run that has lost its claim changes nothing', async () => {
    await ledger.givenContacts({ bo: {}, anna: {} });
    await ledger.givenDeliveries({ bo: {}, anna: {} });
    // Another one has them in hand now; elsewhere it is still this run.
    await ledger.givenClaim(['bo', 'anna'], { run: OTHER_RUN });
    const { workspaceId, messageId } = ledger.twin;
    await ledger.db.prisma.claim.create({ data: { workspaceId, messageId, run: RUN, ids: [], leaseUntil: at(10) } });
    expect(await ledger.changes(() => recorded(outcome('anna', 'sent'), outcome('bo', 'bounced'), later('bo')))).toEqual({});
  });

  it('of a run that is just losing its claim changes nothing either, and is not overlooked by whoever takes it', async () => {
    await ledger.givenDeliveries({ anna: {} });
    await ledger.givenClaim(['anna'], { leaseUntil: at(-1), lastCall: true });
    const { db, here } = ledger;
    await behind(
      db,
      async (tx) => {
        await lockDispatch(ledger.in(tx), here.messageId);
        await expireClaim(ledger.in(tx), here.messageId, RUN);
      },
      () => recorded(outcome('anna', 'sent')),
    );
    expect(await ledger.delivery('anna')).toMatchObject({ status: 'pending', attempts: 0, next_attempt_at: NOW });
  });

  it('and the loss of its claim do not wait for each other in a circle', async () => {
    const { db, here } = ledger;
    await ledger.givenDeliveries({ anna: {} });
    await ledger.givenClaim(['anna'], { leaseUntil: at(-1), lastCall: true });
    let losing: Tx | undefined;
    await behind(
      db,
      async (tx) => {
        losing = tx;
        await lockDispatch(ledger.in(tx), here.messageId);
      },
      () => recorded(later()),
      async () => {
        await expireClaim(ledger.in(losing as Tx), here.messageId, RUN);
      },
    );
    expect(await ledger.delivery('anna')).toMatchObject({ attempts: 0, next_attempt_at: NOW });
  });

  it('that is just written down keeps no claim from being renewed', async () => {
    await given({ anna: {} });
    await ledger.db.transaction(async (tx) => {
      await recordIn(tx, outcome('anna', 'sent'));
      await renewClaims({ db: ledger.db, workspaceId: ledger.here.workspaceId }, [RUN], at(40));
    });
  });

  it('of each run is judged by its own claim', async () => {
    await given({ bo: {}, anna: {} });
    const other = { run: OTHER_RUN };
    expect(await ledger.changes(() => recorded(outcome('anna', 'sent'), outcome('bo', 'sent', other)))).toEqual({
      'deliveries here anna': sent,
    });
  });

  it('that is told twice changes nothing the second time', async () => {
    await ledger.givenContacts({ bo: {}, anna: {} });
    await given({ bo: {}, anna: {} });
    const both = () => recorded(outcome('anna', 'sent'), later('bo'));
    await both();
    expect(await ledger.changes(both)).toEqual({});
  });

  it('that is told twice at once counts once', async () => {
    await ledger.givenContacts({ anna: {} });
    await given({ anna: {} });
    await behind(
      ledger.db,
      (tx) => recordIn(tx, outcome('anna', 'sent')),
      () => recorded(outcome('anna', 'bounced')),
    );
    expect(await ledger.delivery('anna')).toMatchObject({ status: 'sent', attempts: 1 });
    expect([await ledger.db.prisma.contactActivity.count(), await ledger.db.prisma.suppression.count()]).toEqual([2, 0]);
  });

  it('of somebody who was deleted meanwhile is written at the delivery and the address', async () => {
    const { db, here } = ledger;
    await ledger.givenContacts({ bo: {}, anna: {} });
    await given({ bo: {}, anna: {} });
    await db.prisma.contact.deleteMany({ where: { workspaceId: here.workspaceId } });
    const changes = await ledger.changes(() => recorded(outcome('anna', 'sent'), outcome('bo', 'bounced', { reason: 'gone' })));
    expect(changes).toEqual({
      'deliveries here anna': sent,
      'deliveries here bo': { status: 'bounced', error: 'gone', attempts: 1, first_attempt_at: NOW, bounced_at: NOW },
      'suppressions here bo@mail.example bounced': expect.objectContaining({ detail: 'gone' }),
    });
  });

  it('of two who share an address suppresses it once, and leaves what is said of it already', async () => {
    await ledger.givenSuppressions({ anna: 'complained' });
    await givenSuppressions({ db: ledger.db, workspaceId: ledger.here.workspaceId }, { 'old@mail.example': 'bounced' }, at(-60));
    await given({ carl: {}, bo: {}, anna: {} });
    const bounced = (name: string, address = name) => outcome(name, 'bounced', { email: `${address}@mail.example`, reason: 'gone' });
    const changes = await ledger.changes(() => recorded(bounced('anna'), bounced('bo', 'anna'), bounced('carl', 'old')));
    expect(Object.keys(changes).filter((row) => row.startsWith('suppressions'))).toEqual(['suppressions here anna@mail.example bounced']);
  });
});

describe('a next attempt', () => {
  it('is none when the sending has ended; what was sent was sent', async () => {
    await given({ bo: {}, anna: {} });
    await ledger.setDispatch(ledger.here, { state: 'ended' });
    expect(await ledger.changes(() => recorded(later(), outcome('bo', 'sent')))).toEqual({
      'deliveries here anna': { status: 'cancelled', error: 'greylisted', attempts: 1, first_attempt_at: NOW },
      'deliveries here bo': sent,
    });
  });

  it.each(['paused', 'open'])('comes when the sending is %s, whatever has become of others', async (state) => {
    await given({ anna: {} });
    for (const place of ledger.others) await ledger.setDispatch(place, { state: 'ended' });
    await ledger.setDispatch(ledger.here, { state });
    await recorded(later());
    expect(await ledger.delivery('anna')).toMatchObject({ status: 'pending', next_attempt_at: at(60) });
  });

  it('is none when the sending is just ending', async () => {
    await given({ anna: {} });
    await behind(
      ledger.db,
      async (tx) => {
        await lockDispatch(ledger.in(tx), ledger.here.messageId);
        await cancelDeliveries(ledger.in(tx), ledger.here.messageId);
      },
      () => recorded(later()),
    );
    expect(await ledger.delivery('anna')).toMatchObject({ status: 'cancelled', error: 'greylisted', next_attempt_at: null });
  });

  it('that is just written down is seen by whoever ends the sending', async () => {
    await given({ anna: {} });
    await behind(
      ledger.db,
      (tx) => recordIn(tx, later()),
      () =>
        ledger.db.transaction(async (tx) => {
          await lockDispatch(ledger.in(tx), ledger.here.messageId);
          await cancelDeliveries(ledger.in(tx), ledger.here.messageId);
        }),
    );
    expect(await ledger.delivery('anna')).toMatchObject({ status: 'cancelled', next_attempt_at: null });
  });
});

describe('runs that died', () => {
  it('are forgotten when one has something to show', async () => {
    for (const place of ledger.all) await ledger.setDispatch(place, { deadRuns: 3 });
    await given({ anna: {} });
    expect((await ledger.changes(() => recorded(outcome('anna', 'sent'))))['dispatches here']).toEqual({ dead_runs: 0 });
  });

  it('are counted still when it has nothing', async () => {
    await ledger.setDispatch(ledger.here, { deadRuns: 3 });
    await ledger.givenDeliveries({ anna: {} });
    expect(await ledger.changes(() => recorded(outcome('anna', 'sent')))).toEqual({});
  });
});

describe('two groups at once', () => {
  it('wait for each other where they must, and never in a circle', async () => {
    await ledger.givenContacts({ dora: {}, carl: {}, bo: {}, anna: {} });
    await ledger.setDispatch(ledger.here, { deadRuns: 1 });
    await given({ dora: {}, carl: {}, bo: {}, anna: {} });
    let both: Promise<void>[] = [];
    await ledger.db.transaction(async (tx) => {
      // Both are past their first look before either goes on to the contacts, which are held.
      await tx.query({ text: 'SELECT 1 AS held FROM contact_moments FOR UPDATE', values: [] });
      both = [recorded(later('dora'), outcome('anna', 'sent')), recorded(later('carl'), outcome('bo', 'sent'))];
      await expect.poll(waiting).toBe(2);
    });
    await Promise.all(both);
    expect(await ledger.statuses()).toEqual({ anna: 'sent 1', bo: 'sent 1', carl: 'pending 1', dora: 'pending 1' });
  });

  it('of the same people in another order go on one after the other', async () => {
    const names = Array.from({ length: 20 }, (_value, i) => `p${i}`);
    await ledger.givenContacts(Object.fromEntries(names.map((name) => [name, {}])));
    await given(Object.fromEntries(names.map((name) => [name, {}])));
    const [ones, others] = [names.filter((_name, i) => i % 2 === 0), names.filter((_name, i) => i % 2 === 1)];
    // Each bounces to the addresses of the other.
    const bounced = (name: string, i: number) => outcome(name, 'bounced', { email: `shared${i % 10}@mail.example` });
    await Promise.all([recorded(...ones.map(bounced)), recorded(...others.reverse().map(bounced))]);
    expect(Object.values(await ledger.statuses())).toEqual(Array(20).fill('bounced 1'));
    expect(await ledger.db.prisma.suppression.count()).toBe(10);
  });

  const waiting = async () => {
    const [row] = await ledger.db.query<{ n: number }>({
      text: "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      values: [],
    });
    return row?.n;
  };
});

describe('whoever writes contacts', () => {
  it.runIf(isAtLength)(
    'meets what is written down in the order of ids, holds none beyond the one that it waits for, and no address yet',
    async () => {
      const { db, here } = ledger;
      const names = ['dora', 'carl', 'bo', 'anna'];
      await ledger.givenContacts(Object.fromEntries(names.map((name) => [name, {}])));
      await given(Object.fromEntries(names.map((name) => [name, {}])));
      // Among many, whose table is read as it lies: then the rows are met in another order.
      await givenContacts({ db, workspaceId: here.workspaceId }, 500);
      await db.query({ text: 'ANALYZE contacts, contact_moments', values: [] });
      const hold = (ids: string[]) => ({
        text: `SELECT 1 AS held FROM contact_moments WHERE workspace_id = $1::uuid AND contact_id = ANY($2::uuid[]) FOR NO KEY UPDATE SKIP LOCKED`,
        values: [here.workspaceId, ids],
      });
      await behind(
        db,
        (tx) => tx.query(hold([ledger.contactId('anna')])),
        () =>
          db.transaction(async (tx) => {
            for (const plan of ['enable_nestloop', 'enable_mergejoin']) {
              await tx.query({ text: "SELECT set_config($1::text, 'off', true)", values: [plan] });
            }
            await recordIn(tx, ...names.map((name) => outcome(name, name === 'dora' ? 'bounced' : 'sent')));
          }),
        async () => {
          expect(await db.query(hold(names.map(ledger.contactId)))).toHaveLength(3);
          // Would wait, if it were being written.
          await givenSuppressions({ db, workspaceId: here.workspaceId }, { 'dora@mail.example': 'bounced' });
        },
      );
      expect(await db.prisma.contactActivity.count()).toBe(7);
    },
  );

  it('of a paused or ended message changes nothing of what runs have in hand', async () => {
    await given({ anna: {} });
    await ledger.db.transaction(async (tx) => {
      await lockDispatch(ledger.in(tx), ledger.here.messageId);
      await setState(ledger.in(tx), ledger.here.messageId, 'ended');
    });
    await recorded(outcome('anna', 'sent'));
    expect(await ledger.delivery('anna')).toMatchObject({ status: 'sent' });
  });
});
