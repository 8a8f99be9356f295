/** Who is a recipient, who is taken by a run, and what becomes of those whom nobody works on any more. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  claim,
  failBlast,
  findSendingBlast,
  fixRecipients,
  release,
  releaseExpired,
  renewLease,
  takeDownMessage,
} from '../../src/campaigns/sending/sending.repo.ts';
import { newId } from '../../src/platform/ids.ts';
import { givenEmail, givenList } from '../support/given.ts';
import { at, type Ledger, NOW, OTHER_RUN, openLedger, type Place, RUN } from '../support/ledger.ts';
import { behind } from '../support/race.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger();
});
beforeEach(() => ledger.clear());
afterAll(() => ledger.close());

const LEASE = at(30);
const held = { status: 'sending', claimedBy: RUN, leaseUntil: at(10), attempts: 2 };
const heldByAnother = { ...held, claimedBy: OTHER_RUN };
const freed = { claimed_by: null, lease_until: null };

describe('what a blast says', () => {
  it('is the approved version of its own email', async () => {
    const { db, here, all } = ledger;
    const subject = (place: Place) => `of ${all.indexOf(place)}`;
    const emailIds = [newId(), newId()] as const;
    await ledger.givenBlasts({ approvedEmailVersion: 2 });
    for (const place of all) {
      const { workspaceId } = place;
      const emailId = emailIds[place.blastId === here.blastId ? 0 : 1];
      await givenEmail(db, workspaceId, { subject: 'of no blast', currentVersion: 2 });
      await givenEmail(db, workspaceId, { id: emailId, subject: subject(place), currentVersion: 3, approvedVersion: 2 });
      const values = [workspaceId, emailId, subject(place)];
      await db.pool.query('UPDATE versions SET html = html || $3 WHERE workspace_id = $1 AND document_id = $2', values);
      await ledger.setBlast(place, { emailId });
    }
    const changes = await ledger.changes(() => takeDownMessage(db, here.workspaceId, here.blastId));
    expect(changes).toEqual({
      'blast_messages here': expect.objectContaining({
        subject: subject(here),
        html: expect.stringMatching(new RegExp(`Version 2.*${subject(here)}$`)),
        plain_text: 'Version 2',
      }),
    });
  });

  it('is found while it is being sent, and no longer', async () => {
    const { db, here, all } = ledger;
    await ledger.givenBlasts();
    for (const [i, { workspaceId, blastId }] of all.entries()) {
      const values = [workspaceId, blastId, `subject ${i}`];
      await db.pool.query("INSERT INTO blast_messages VALUES ($1, $2, $3, 'name', 'from', 'reply', 'html', 'text')", values);
    }
    const found = await findSendingBlast(db, here.workspaceId, here.blastId);
    expect(found).toMatchObject({ subject: `subject ${all.indexOf(here)}`, workspaceName: 'Workspace 0', html: 'html' });
    await ledger.setBlast(here, { status: 'failed' });
    expect(await findSendingBlast(db, here.workspaceId, here.blastId)).toBeUndefined();
  });
});

describe('the recipients of a blast', () => {
  const LINKS = ['https://a.example', 'https://b.example'];
  let listId: string;
  // Ids go down from one to the next, and places up: the last of these is the first who gets a place.
  const PEOPLE = {
    zoe: { email: null, phone: '+46701740601' },
    yan: { unsubscribed: true },
    xia: {},
    wim: {},
    dora: {},
    carl: {},
    bo: { email: null, phone: '+46701740602', unsubscribed: true },
    anna: {},
  };

  async function given(values: { reservedRecipients?: number } = {}): Promise<void> {
    const { db, here, all } = ledger;
    await ledger.givenContacts({ stranger: {}, ...PEOPLE });
    await ledger.givenSuppressions({ dora: 'complained', carl: 'bounced' });
    const members = Object.keys(PEOPLE).map(ledger.contactId);
    listId = await givenList(db, here.workspaceId, members);
    await givenList(db, ledger.twin.workspaceId, members, { id: listId });
    await ledger.givenBlasts({ preparedAt: null, ...values });
    for (const place of all) await ledger.setBlast(place, { audienceListId: listId });
  }
  const fix = (now = NOW) => fixRecipients(ledger.db, ledger.here.workspaceId, ledger.here.blastId, LINKS, now);
  const recipients = async () =>
    Object.fromEntries(
      (await ledger.db.prisma.delivery.findMany({ where: ledger.here, orderBy: { contactId: 'desc' } })).map(
        ({ displayName, status, error }) => [displayName, error ? `${status}: ${error}` : status],
      ),
    );
  const ALL = {
    zoe: 'unqualified',
    yan: 'blocked: unsubscribed',
    xia: 'pending',
    wim: 'pending',
    dora: 'blocked: complained',
    carl: 'blocked: bounced',
    bo: 'unqualified',
    anna: 'pending',
  };

  it('are all members of its list, and nothing else is touched', async () => {
    await given();
    const changes = await ledger.changes(fix);
    expect(await recipients()).toEqual(ALL);
    expect(Object.keys(changes).sort()).toEqual(
      ['blasts here', 'blast_links here 0', 'blast_links here 1', ...Object.keys(ALL).map((name) => `recipients here ${name}`)].sort(),
    );
    expect(changes['blasts here']).toEqual({ prepared_at: NOW, updated_at: NOW });
    expect([0, 1].map((position) => changes[`blast_links here ${position}`]?.url)).toEqual(LINKS);
    expect(changes['recipients here anna']).toMatchObject({
      email: 'anna@mail.example',
      contact_id: ledger.contactId('anna'),
      attempts: 0,
    });
  });

  it('are all mailed when as many were reserved', async () => {
    await given({ reservedRecipients: 3 });
    const changes = await ledger.changes(fix);
    expect(await recipients()).toEqual(ALL);
    expect(changes['blasts here']).toEqual({ prepared_at: NOW, updated_at: NOW });
  });

  it('are mailed up to the reserved number; those with a higher id are left out, and those are kept who cost nothing', async () => {
    await given({ reservedRecipients: 2 });
    const changes = await ledger.changes(fix);
    const { xia: _, ...kept } = ALL;
    expect(await recipients()).toEqual(kept);
    expect(changes['blasts here']).toEqual({ prepared_at: NOW, updated_at: NOW, audience_truncated: true });
  });

  it.each([
    ['that has them already', { preparedAt: at(-60) }],
    ['that has ended', { status: 'failed', preparedAt: null }],
  ])('are not fixed for a blast %s', async (_what, values) => {
    await given();
    await ledger.setBlast(ledger.here, values);
    expect(await ledger.changes(fix)).toEqual({});
  });

  it('are nobody when the list is gone, and the blast fails', async () => {
    await given();
    await ledger.setBlast(ledger.here, { audienceListId: null });
    expect(await ledger.changes(fix)).toEqual({
      'blasts here': { status: 'failed', error: 'The list was deleted before sending started.', updated_at: NOW },
    });
  });

  it('are fixed once by two runs at once', async () => {
    const { db, here } = ledger;
    await given();
    await behind(
      db,
      (tx) => fixRecipients(tx, here.workspaceId, here.blastId, [], NOW),
      () => fix(at(1)),
    );
    expect(await ledger.blast()).toMatchObject({ prepared_at: NOW });
    expect(await recipients()).toEqual(ALL);
  });
});

describe('a claim', () => {
  const take = (limit = 100, { operational = false, run = RUN, now = NOW } = {}) =>
    claim(ledger.db, { ...ledger.here, operational }, run, { limit, now, leaseUntil: LEASE });
  const names = ({ claimed }: Awaited<ReturnType<typeof take>>) => claimed.map(({ display_name }) => display_name).sort();
  const taken = { status: 'sending', claimed_by: RUN, lease_until: LEASE, attempts: 1 };

  it('takes whose turn it is, and nobody else', async () => {
    await ledger.givenContacts({ anna: {}, bo: {}, carl: {}, dora: {}, eve: {} });
    await ledger.givenRecipients({
      anna: {},
      bo: { nextAttemptAt: NOW, attempts: 2, error: 'later' },
      carl: { nextAttemptAt: at(0.001) },
      dora: heldByAnother,
      eve: { status: 'sent' },
    });
    let answer: Awaited<ReturnType<typeof take>> | undefined;
    const changes = await ledger.changes(async () => {
      answer = await take();
    });
    expect(changes).toEqual({
      'recipients here anna': taken,
      'recipients here bo': { ...taken, attempts: 3, next_attempt_at: null, error: null },
    });
    expect(answer?.blocked).toBe(0);
    expect(answer?.claimed.find(({ display_name }) => display_name === 'bo')).toMatchObject({
      id: ledger.recipientId('bo'),
      contact_id: ledger.contactId('bo'),
      email: 'bo@mail.example',
      attempts: 3,
      contact: { contact_id: ledger.contactId('bo'), email: 'bo@mail.example', custom: {} },
    });
  });

  it('takes as many as it may, in the order of their ids', async () => {
    await ledger.givenContacts({ dora: {}, carl: {}, bo: {}, anna: {} });
    await ledger.givenRecipients({ dora: {}, carl: {}, bo: {}, anna: {} });
    expect(names(await take(2))).toEqual(['anna', 'bo']);
  });

  it('takes nobody of a blast that has ended', async () => {
    await ledger.givenContacts({ anna: {} });
    await ledger.givenRecipients({ anna: {} });
    await ledger.setBlast(ledger.here, { status: 'cancelled' });
    expect(await ledger.changes(take)).toEqual({});
  });

  it('blocks whoever must not be mailed any more', async () => {
    const { db, here } = ledger;
    await ledger.givenContacts({
      anna: {},
      left: { unsubscribed: true },
      bounced: {},
      complained: {},
      deleted: {},
    });
    await ledger.givenSuppressions({ bounced: 'bounced', complained: 'complained' });
    await db.prisma.contact.deleteMany({ where: { workspaceId: here.workspaceId, id: ledger.contactId('deleted') } });
    const later = { nextAttemptAt: NOW, attempts: 1 };
    await ledger.givenRecipients({ anna: later, left: later, bounced: later, complained: later, deleted: later });
    let answer: Awaited<ReturnType<typeof take>> | undefined;
    const changes = await ledger.changes(async () => {
      answer = await take();
    });
    const blocked = (error: string) => ({ status: 'blocked', error, next_attempt_at: null });
    expect(changes).toEqual({
      'recipients here anna': { ...taken, attempts: 2, next_attempt_at: null },
      'recipients here left': blocked('unsubscribed'),
      'recipients here bounced': blocked('bounced'),
      'recipients here complained': blocked('complained'),
      'recipients here deleted': blocked('contact deleted'),
    });
    expect([answer?.claimed.length, answer?.blocked]).toEqual([1, 4]);
  });

  it('of an operational blast takes who unsubscribed, too', async () => {
    await ledger.givenContacts({ left: { unsubscribed: true }, bounced: {} });
    await ledger.givenSuppressions({ bounced: 'bounced' });
    await ledger.givenRecipients({ left: {}, bounced: {} });
    const answer = await take(100, { operational: true });
    expect([names(answer), answer.blocked]).toEqual([['left'], 1]);
  });

  it('passes over those whom another one is just taking', async () => {
    const { db, here } = ledger;
    await ledger.givenContacts({ dora: {}, carl: {}, bo: {}, anna: {} });
    await ledger.givenRecipients({ dora: {}, carl: {}, bo: {}, anna: {} });
    await db.transaction(async (tx) => {
      await claim(tx, { ...here, operational: false }, OTHER_RUN, { limit: 2, now: NOW, leaseUntil: LEASE });
      expect(names(await take(2))).toEqual(['carl', 'dora']);
    });
  });

  beforeEach(() => ledger.givenBlasts());
});

describe('a lease', () => {
  const ids = (...names: string[]) => names.map((name) => ledger.recipientId(name));
  const renew = (...names: string[]) => renewLease(ledger.db, ledger.here.workspaceId, RUN, ids(...names), LEASE);
  beforeEach(() => ledger.givenBlasts());

  it('is renewed for those whom the run names and holds', async () => {
    await ledger.givenRecipients({ anna: held, bo: held, carl: held, dora: heldByAnother });
    expect(await ledger.changes(() => renew('anna', 'bo', 'dora'))).toEqual({
      'recipients here anna': { lease_until: LEASE },
      'recipients here bo': { lease_until: LEASE },
    });
  });

  it('is given back for those whom the run names and holds, and the attempt does not count', async () => {
    const { db, here } = ledger;
    await ledger.givenRecipients({ anna: held, bo: held, carl: heldByAnother });
    for (const { workspaceId, blastId } of ledger.all) {
      if (workspaceId !== here.workspaceId || blastId !== here.blastId)
        await ledger.setBlast({ workspaceId, blastId }, { status: 'failed' });
    }
    expect(await ledger.changes(() => release(db, here, RUN, ids('anna', 'carl')))).toEqual({
      'recipients here anna': { ...freed, status: 'pending', attempts: 1 },
    });
  });

  it('that is given back when the blast has ended leaves nobody waiting', async () => {
    const { db, here } = ledger;
    await ledger.givenRecipients({ anna: held });
    await ledger.setBlast(here, { status: 'failed', error: 'refused' });
    expect(await ledger.changes(() => release(db, here, RUN, ids('anna')))).toEqual({
      'recipients here anna': { ...freed, status: 'failed', error: 'refused', attempts: 1 },
    });
  });

  it('that is given back while the blast ends leaves nobody waiting either', async () => {
    const { db, here } = ledger;
    await ledger.givenRecipients({ anna: held });
    await behind(
      db,
      (tx) => failBlast(tx, here.workspaceId, here.blastId, 'refused', NOW),
      () => release(db, here, RUN, ids('anna')),
    );
    expect(await ledger.recipient('anna')).toMatchObject({ status: 'failed', error: 'refused' });
  });
});

describe('the sweep', () => {
  beforeEach(() => ledger.givenBlasts());
  const sweep = () => releaseExpired(ledger.db, NOW);

  it('frees what has run out, to the moment, and leaves what has not', async () => {
    await ledger.givenRecipients({
      anna: { ...held, leaseUntil: NOW },
      bo: { ...held, leaseUntil: at(0.001) },
      carl: { nextAttemptAt: at(-60), attempts: 1 },
      dora: { status: 'sent' },
    });
    const back = { ...freed, status: 'pending' };
    expect(await ledger.changes(sweep)).toEqual({
      'recipients sibling anna': back,
      'recipients here anna': back,
      'recipients twin anna': back,
      "recipients twin's sibling anna": back,
    });
  });

  it('judges each by its own blast', async () => {
    await ledger.givenRecipients({ anna: { ...held, leaseUntil: at(-1) } });
    for (const place of [ledger.sibling, ledger.twin]) await ledger.setBlast(place, { status: 'failed', error: 'refused' });
    const back = { ...freed, status: 'pending' };
    const ended = { ...freed, status: 'failed', error: 'refused' };
    expect(await ledger.changes(sweep)).toEqual({
      'recipients sibling anna': ended,
      'recipients here anna': back,
      'recipients twin anna': ended,
      "recipients twin's sibling anna": back,
    });
  });

  it('waits for no blast of which nothing has run out', async () => {
    const { db, here, sibling } = ledger;
    await ledger.givenRecipients({ anna: held });
    await db.prisma.delivery.updateMany({ where: here, data: { leaseUntil: NOW } });
    await db.transaction(async (tx) => {
      await failBlast(tx, sibling.workspaceId, sibling.blastId, 'refused', NOW);
      await sweep();
    });
    expect(await ledger.recipient('anna')).toMatchObject({ status: 'pending' });
  });

  it('leaves nobody waiting whose blast is just ending', async () => {
    const { db, here } = ledger;
    await ledger.givenRecipients({ anna: { ...held, leaseUntil: NOW } });
    await behind(db, (tx) => failBlast(tx, here.workspaceId, here.blastId, 'refused', NOW), sweep);
    expect(await ledger.recipient('anna')).toMatchObject({ status: 'failed', error: 'refused' });
  });
});
