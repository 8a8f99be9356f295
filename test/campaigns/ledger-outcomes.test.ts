/** What is written down of messages, and how blasts rest, go on and end. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  countUnderWay,
  endOutage,
  failBlast,
  failUnderWay,
  findDueBlasts,
  finish,
  type Outcome,
  record,
  rest,
} from '../../src/campaigns/sending/sending.repo.ts';
import { toUlid } from '../../src/platform/ids.ts';
import { givenContacts, givenSuppressions } from '../support/given.ts';
import { at, type Ledger, NOW, OTHER_RUN, openLedger, RUN } from '../support/ledger.ts';
import { behind } from '../support/race.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger();
});
beforeEach(async () => {
  await ledger.clear();
  await ledger.givenBlasts();
});
afterAll(() => ledger.close());

const held = { status: 'sending', claimedBy: RUN, leaseUntil: at(10), attempts: 2 };
const free = { claimed_by: null, lease_until: null };
const outcome = (name: string, status: Outcome['status'], rest: Partial<Outcome> = {}): Outcome => ({
  recipientId: ledger.recipientId(name),
  status,
  reason: null,
  retryAt: null,
  ...rest,
});
const recorded = (...outcomes: Outcome[]) => record(ledger.db, ledger.here, RUN, outcomes, NOW);
const failed = (reason = 'refused') => failBlast(ledger.db, ledger.here.workspaceId, ledger.here.blastId, reason, NOW);
const others = () => ledger.all.filter((place) => place !== ledger.here);

describe('an outcome', () => {
  it('is written at its recipient, its contact, its address and in the timeline, and nowhere else', async () => {
    await ledger.givenContacts({ sent: {}, bounced: {}, moved: { email: 'moved@elsewhere.example' }, failed: {}, later: {}, unnamed: {} });
    await ledger.givenRecipients({ sent: held, bounced: held, moved: held, failed: held, later: held, unnamed: held });
    const changes = await ledger.changes(() =>
      recorded(
        outcome('sent', 'sent'),
        outcome('bounced', 'bounced', { reason: 'no such user' }),
        outcome('moved', 'bounced', { reason: 'gone' }),
        outcome('failed', 'failed', { reason: 'no' }),
        outcome('later', 'pending', { reason: 'greylisted', retryAt: at(60) }),
      ),
    );
    const entry = (name: string, type: string, metadata = {}) => ({
      workspace_id: ledger.here.workspaceId,
      seq: expect.anything(),
      contact_id: ledger.contactId(name),
      type,
      occurred_at: NOW,
      metadata: { blast_id: ledger.here.blastId, recipient_id: toUlid(ledger.recipientId(name)), ...metadata },
    });
    const suppression = (address: string, detail: string) => ({
      workspace_id: ledger.here.workspaceId,
      address,
      reason: 'bounced',
      source: 'smtp',
      detail,
      since: NOW,
    });
    expect(changes).toEqual({
      'recipients here sent': { ...free, status: 'sent', sent_at: NOW, delivered_at: NOW },
      'contact_moments here sent': { last_activity_at: NOW },
      'contact_activities here sent email_sent': entry('sent', 'email_sent'),
      'contact_activities here sent email_delivered': entry('sent', 'email_delivered'),
      'recipients here bounced': { ...free, status: 'bounced', error: 'no such user', bounced_at: NOW },
      'suppressions here bounced@mail.example bounced': suppression('bounced@mail.example', 'no such user'),
      'contact_moments here bounced': { last_activity_at: NOW },
      'contact_activities here bounced email_bounced': entry('bounced', 'email_bounced', { reason: 'no such user' }),
      // The address that bounced is not the one that the contact has now, and is suppressed all the same.
      'suppressions here moved@mail.example bounced': suppression('moved@mail.example', 'gone'),
      'recipients here moved': { ...free, status: 'bounced', error: 'gone', bounced_at: NOW },
      'contact_moments here moved': { last_activity_at: NOW },
      'contact_activities here moved email_bounced': entry('moved', 'email_bounced', { reason: 'gone' }),
      'recipients here failed': { ...free, status: 'failed', error: 'no' },
      'recipients here later': { ...free, status: 'pending', error: 'greylisted', next_attempt_at: at(60) },
    });
  });

  it('of whom the run has lost to another changes nothing', async () => {
    await ledger.givenContacts({ anna: {}, bo: {} });
    await ledger.givenRecipients({ anna: { ...held, claimedBy: OTHER_RUN }, bo: {} });
    expect(await ledger.changes(() => recorded(outcome('anna', 'sent'), outcome('bo', 'bounced')))).toEqual({});
  });

  it('of whom was deleted meanwhile is written at the recipient alone', async () => {
    const { db, here } = ledger;
    await ledger.givenContacts({ anna: {} });
    await ledger.givenRecipients({ anna: held });
    await db.prisma.contact.deleteMany({ where: { workspaceId: here.workspaceId } });
    expect(await ledger.changes(() => recorded(outcome('anna', 'sent')))).toEqual({
      'recipients here anna': { ...free, status: 'sent', sent_at: NOW, delivered_at: NOW },
    });
  });

  const later = () => outcome('anna', 'pending', { reason: 'later', retryAt: at(60) });

  it('makes nobody wait for a next attempt whose own blast has ended; what was sent was sent', async () => {
    await ledger.givenRecipients({ anna: held, bo: held });
    await ledger.setBlast(ledger.here, { status: 'failed' });
    expect(await ledger.changes(() => recorded(later(), outcome('bo', 'sent')))).toEqual({
      'recipients here anna': { ...free, status: 'failed', error: 'later' },
      'recipients here bo': { ...free, status: 'sent', sent_at: NOW, delivered_at: NOW },
    });
  });

  it('has its next attempt whatever has become of other blasts', async () => {
    await ledger.givenRecipients({ anna: held });
    for (const place of others()) await ledger.setBlast(place, { status: 'failed' });
    await recorded(later());
    expect(await ledger.recipient('anna')).toMatchObject({ status: 'pending', next_attempt_at: at(60) });
  });

  it('waits for a blast that is just ending, and then makes nobody wait', async () => {
    await ledger.givenRecipients({ anna: held });
    await behind(
      ledger.db,
      (tx) => failBlast(tx, ledger.here.workspaceId, ledger.here.blastId, 'refused', NOW),
      () => recorded(later()),
    );
    expect(await ledger.recipient('anna')).toMatchObject({ status: 'failed', error: 'later', next_attempt_at: null });
  });

  it('waits for the moments of its contacts in the order of their ids, holds none beyond the one that it waits for, and no address yet', async () => {
    const { db, here } = ledger;
    const names = ['dora', 'carl', 'bo', 'anna'];
    await ledger.givenContacts(Object.fromEntries(names.map((name) => [name, {}])));
    await ledger.givenRecipients(Object.fromEntries(names.map((name) => [name, held])));
    // Among many, whose table is read as it lies: then the rows are met in another order.
    await givenContacts(db, here.workspaceId, 500);
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
          await record(
            tx,
            here,
            RUN,
            names.map((name) => outcome(name, name === 'dora' ? 'bounced' : 'sent')),
            NOW,
          );
        }),
      async () => {
        expect(await db.query(hold(names.map(ledger.contactId)))).toHaveLength(3);
        // Would wait, if it were being written.
        await givenSuppressions(db, here.workspaceId, { 'dora@mail.example': 'bounced' });
      },
    );
    expect(await db.prisma.contactActivity.count()).toBe(7);
  });
});

describe('a blast that rests', () => {
  const pause = { first: 5_000, most: 300_000 };
  const resting = (reason = 'ECONNREFUSED') => rest(ledger.db, ledger.here.workspaceId, ledger.here.blastId, reason, pause, NOW);
  const goOn = () => endOutage(ledger.db, ledger.here.workspaceId, ledger.here.blastId);

  it.each([
    [0, 5],
    [1, 10],
    [5, 160],
    [6, 300],
    [400, 300],
  ])('after %i outages does so for %i seconds, and says why', async (outageCount, seconds) => {
    await ledger.setBlast(ledger.here, { outageCount });
    expect(await ledger.changes(() => resting())).toEqual({
      'blasts here': { outage_count: outageCount + 1, resume_at: at(seconds), error: 'ECONNREFUSED' },
    });
  });

  it('goes on, and its next outage is the first', async () => {
    for (const place of ledger.all) await ledger.setBlast(place, { outageCount: 3, resumeAt: NOW, error: 'ECONNREFUSED' });
    expect(await ledger.changes(goOn)).toEqual({ 'blasts here': { outage_count: 0, resume_at: null, error: null } });
    expect(await ledger.changes(goOn)).toEqual({});
  });

  it('and ends meanwhile keeps what it says', async () => {
    await ledger.setBlast(ledger.here, { outageCount: 3 });
    await failed();
    expect(await ledger.changes(goOn)).toEqual({});
    expect(await ledger.changes(() => resting())).toEqual({});
  });
});

describe('a blast that fails', () => {
  it('leaves nobody waiting; those under way come to their own end', async () => {
    for (const place of ledger.all) await ledger.setBlast(place, { resumeAt: at(60) });
    await ledger.givenRecipients({ anna: { nextAttemptAt: at(60) }, bo: {}, carl: held, dora: { status: 'sent' } });
    expect(await ledger.changes(() => failed())).toEqual({
      'blasts here': { status: 'failed', error: 'refused', resume_at: null, updated_at: NOW },
      'recipients here anna': { status: 'failed', error: 'refused', next_attempt_at: null },
      'recipients here bo': { status: 'failed', error: 'refused' },
    });
  });

  it('must be under way', async () => {
    await ledger.givenRecipients({ anna: {} });
    await ledger.setBlast(ledger.here, { status: 'cancelled' });
    expect(await ledger.changes(() => failed())).toEqual({});
  });

  it('waits for what is just written down, and leaves nobody waiting of those either', async () => {
    await ledger.givenRecipients({ anna: held });
    const later = [outcome('anna', 'pending', { reason: 'later', retryAt: at(60) })];
    await behind(
      ledger.db,
      (tx) => record(tx, ledger.here, RUN, later, NOW),
      () => failed(),
    );
    expect(await ledger.recipient('anna')).toMatchObject({ status: 'failed', error: 'refused', next_attempt_at: null });
  });
});

describe('all blasts under way', () => {
  it('are those that are being sent or go out at their time, and fail together', async () => {
    const { here, sibling, twin } = ledger;
    await ledger.givenRecipients({ anna: { nextAttemptAt: at(60) }, bo: { status: 'sent' }, carl: held });
    await ledger.setBlast(here, { resumeAt: at(60) });
    await ledger.setBlast(sibling, { status: 'sent' });
    await ledger.setBlast(twin, { status: 'scheduled' });
    await ledger.setBlast({ workspaceId: twin.workspaceId, blastId: sibling.blastId }, { status: 'draft' });
    expect(await countUnderWay(ledger.db)).toBe(2);
    const nobody = { status: 'failed', error: 'a copy', next_attempt_at: null };
    expect(await ledger.changes(() => failUnderWay(ledger.db, 'a copy', NOW))).toEqual({
      'blasts here': { status: 'failed', error: 'a copy', resume_at: null, updated_at: NOW },
      'recipients here anna': nobody,
      'blasts twin': { status: 'failed', error: 'a copy', updated_at: NOW },
      'recipients twin anna': nobody,
    });
    expect(await countUnderWay(ledger.db)).toBe(0);
  });
});

describe('the end of a blast', () => {
  const end = () => finish(ledger.db, ledger.here.workspaceId, ledger.here.blastId, NOW);
  const sent = { status: 'sent', sent_at: NOW, updated_at: NOW };

  it.each([
    ['with nobody', {}],
    ['with nobody who could be mailed', { anna: { status: 'blocked', error: 'bounced' }, bo: { status: 'unqualified' } }],
    ['with somebody reached', { anna: { status: 'failed', error: 'no' }, bo: { status: 'sent' } }],
    ['with somebody bounced', { anna: { status: 'failed', error: 'no' }, bo: { status: 'bounced', error: 'gone' } }],
  ])('%s is that it was sent', async (_what, recipients) => {
    await ledger.givenRecipients(recipients);
    expect(await ledger.changes(end)).toEqual({ 'blasts here': sent });
  });

  it('takes back that it rested', async () => {
    await ledger.setBlast(ledger.here, { resumeAt: NOW, outageCount: 2, error: 'ECONNREFUSED' });
    expect(await ledger.changes(end)).toEqual({ 'blasts here': { ...sent, resume_at: null, outage_count: 0, error: null } });
  });

  it('is that it failed, and why, when all were tried in vain', async () => {
    await ledger.givenRecipients({ anna: { status: 'failed', error: 'no' }, bo: { status: 'blocked', error: 'bounced' } });
    expect(await ledger.changes(end)).toEqual({ 'blasts here': { status: 'failed', error: 'no', updated_at: NOW } });
  });

  it.each([
    ['while somebody waits', { anna: {}, bo: { status: 'sent' } }, {}],
    ['while somebody is under way', { anna: held, bo: { status: 'sent' } }, {}],
    ['before its recipients are fixed', {}, { preparedAt: null }],
    ['twice', {}, { status: 'failed' }],
  ])('does not come %s', async (_what, recipients, values) => {
    await ledger.givenRecipients(recipients);
    await ledger.setBlast(ledger.here, values);
    expect(await ledger.changes(end)).toEqual({});
  });

  it('is judged by its own recipients', async () => {
    await ledger.givenRecipients({ anna: { status: 'failed', error: 'no' } });
    for (const place of others()) await ledger.db.prisma.delivery.updateMany({ where: place, data: { status: 'sent' } });
    expect(await ledger.changes(end)).toEqual({ 'blasts here': { status: 'failed', error: 'no', updated_at: NOW } });
  });

  it('comes whoever waits for other blasts', async () => {
    await ledger.givenRecipients({ anna: {} });
    await ledger.db.prisma.delivery.updateMany({ where: ledger.here, data: { status: 'sent' } });
    expect(await ledger.changes(end)).toEqual({ 'blasts here': sent });
  });
});

describe('a blast is due', () => {
  const isDue = async () => {
    const due = await findDueBlasts(ledger.db, NOW);
    // The others have somebody under way, and nothing to do.
    expect(
      due.filter(({ workspace_id, blast_id }) => workspace_id !== ledger.here.workspaceId || blast_id !== ledger.here.blastId),
    ).toEqual([]);
    return due.length === 1;
  };
  const underWay = { anna: { ...held, nextAttemptAt: at(-1) } };

  it.each([
    ['to begin with', {}, { preparedAt: null }, true],
    ['to begin with, in its rest', {}, { preparedAt: null, resumeAt: at(0.001) }, false],
    ['when somebody waits', { ...underWay, bo: {} }, {}, true],
    ['when somebody waits whose turn it is', { ...underWay, bo: { nextAttemptAt: NOW } }, {}, true],
    ['when it is nobody’s turn', { ...underWay, bo: { nextAttemptAt: at(0.001) } }, {}, false],
    ['while all are under way', underWay, {}, false],
    ['in its rest', { bo: {} }, { resumeAt: at(0.001) }, false],
    ['after its rest', { bo: {} }, { resumeAt: NOW }, true],
    ['to come to an end', { bo: { status: 'sent' } }, {}, true],
    ['after its end', { bo: { status: 'sent' } }, { status: 'sent' }, false],
    ['after it has failed, with somebody waiting', { bo: {} }, { status: 'failed' }, false],
    ['after it has failed before it began', {}, { status: 'failed', preparedAt: null }, false],
  ])('%s', async (_when, recipients, values, expected) => {
    const rows: Record<string, { nextAttemptAt?: Date; status?: string }> = recipients;
    await ledger.givenRecipients(rows);
    const { db } = ledger;
    await db.prisma.delivery.deleteMany({ where: { OR: others() } });
    for (const place of others()) {
      const data = { ...place, id: ledger.here.blastId, contactId: ledger.here.blastId, displayName: '', ...held };
      await db.prisma.delivery.create({ data: place.blastId === ledger.here.blastId ? data : { ...data, id: place.blastId } });
    }
    await ledger.setBlast(ledger.here, values);
    expect(await isDue()).toBe(expected);
  });
});
