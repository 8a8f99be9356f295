/** The deliveries that a run claims, their order, and those that end instead. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelDeliveries } from '../../../src/campaigns/deliveries/claims.repo.ts';
import { claim } from '../../../src/campaigns/deliveries/deliveries.repo.ts';
import { lockDispatch, setState } from '../../../src/campaigns/deliveries/dispatches.repo.ts';
import { type Db, sql, type Tx } from '../../../src/platform/db.ts';
import { newId } from '../../../src/platform/ids.ts';
import { AT_THE_END, at, type Ledger, NOW, OTHER_RUN, openLedger, type Row, RUN } from '../../support/ledger.ts';
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

const LEASE = at(30);
type Options = Partial<Parameters<typeof claim>[2]>;
const takeIn = (db: Db, limit: number, run: string, options: Options = {}) =>
  claim(ledger.in(db), ledger.here.messageId, {
    run,
    limit,
    leaseUntil: LEASE,
    policy: { operational: false, topic: null },
    stillWanted: sql`TRUE`,
    ...options,
  });
const take = (limit = 100, options: Options = {}, run = RUN) => takeIn(ledger.db, limit, run, options);
let people: string[];
const nameOf = (id: string) => people.find((name) => ledger.deliveryId(name) === id);
const names = ({ claimed }: Awaited<ReturnType<typeof take>>) => claimed.map(({ id }) => nameOf(id)).sort();
const taking = (...ids: string[]): Row => ({
  workspace_id: ledger.here.workspaceId,
  message_id: ledger.here.messageId,
  run: RUN,
  ids,
  lease_until: LEASE,
  last_call: false,
});
/** Each of them by name, with none missing. */
async function given(rows: Parameters<Ledger['givenDeliveries']>[0]): Promise<void> {
  people = Object.keys(rows);
  await ledger.givenContacts(Object.fromEntries(Object.keys(rows).map((name) => [name, {}])));
  await ledger.givenDeliveries(rows);
}

describe('a claim', () => {
  it('takes those whose turn it is, is one row, and writes nobody who has the first turn', async () => {
    await given({
      fay: {},
      eve: { status: 'sent' },
      dora: {},
      carl: { nextAttemptAt: at(0.001) },
      bo: { nextAttemptAt: NOW, attempts: 2, firstAttemptAt: at(-60), error: 'later' },
      anna: {},
    });
    await ledger.db.prisma.contact.updateMany({
      where: { id: ledger.contactId('bo') },
      data: { firstName: 'Bo', customFields: { pet: 'cat' } },
    });
    // Deliveries up to the cursor have had a turn.
    await ledger.setDispatch(ledger.here, { cursor: ledger.deliveryId('carl') });
    let answer: Awaited<ReturnType<typeof take>> | undefined;
    const changes = await ledger.changes(async () => {
      answer = await take();
    });
    expect(changes).toEqual({
      'claims here run': taking('bo', 'dora', 'fay'),
      'dispatches here': { cursor: AT_THE_END },
      'deliveries here bo': { next_attempt_at: null },
    });
    expect(answer?.taken).toBe(3);
    const claimed = Object.fromEntries(answer?.claimed.map((row) => [nameOf(row.id), row]) ?? []);
    expect(claimed.bo).toMatchObject({
      contact_id: ledger.contactId('bo'),
      email: 'bo@mail.example',
      attempts: 2,
      first_attempt_at: at(-60),
      contact: { contact_id: ledger.contactId('bo'), email: 'bo@mail.example', first_name: 'Bo', custom: { pet: 'cat' } },
    });
    expect(claimed.dora).toMatchObject({ attempts: 0, first_attempt_at: null });
  });

  it('takes as many as it may: who is due before who has the first turn, and each kind in its order', async () => {
    await given({
      fay: {},
      eve: {},
      dora: {},
      carl: { nextAttemptAt: at(-2) },
      bo: { nextAttemptAt: NOW },
      anna: { nextAttemptAt: at(-1) },
    });
    await ledger.setDispatch(ledger.here, { cursor: ledger.deliveryId('carl') });
    const next = async () => [names(await take(2, {}, newId())), (await ledger.dispatch()).cursor];
    expect(await next()).toEqual([['anna', 'carl'], ledger.deliveryId('carl')]);
    expect(await next()).toEqual([['bo', 'dora'], ledger.deliveryId('dora')]);
    expect(await next()).toEqual([['eve', 'fay'], ledger.deliveryId('fay')]);
    // No delivery is left, so nothing is claimed; the cursor moves to the end.
    expect(await ledger.changes(() => take(2, {}, OTHER_RUN))).toEqual({ 'dispatches here': { cursor: AT_THE_END } });
  });

  it.each(['paused', 'ended'])('takes nobody of a message that is %s', async (state) => {
    await given({ bo: { nextAttemptAt: NOW }, anna: {} });
    await ledger.setDispatch(ledger.here, { state });
    expect(await ledger.changes(take)).toEqual({});
  });

  it('ends who must not be mailed any more, whether due or not', async () => {
    const { db, here } = ledger;
    const people = { anna: {}, left: { unsubscribed: true }, bounced: {}, complained: {}, deleted: {}, unnamed: {}, unwanted: {} };
    await ledger.givenContacts(people);
    await ledger.givenSuppressions({ bounced: 'bounced', complained: 'complained' });
    await ledger.givenDeliveries({
      anna: {},
      left: { nextAttemptAt: NOW, error: 'later' },
      bounced: {},
      complained: { nextAttemptAt: NOW },
      deleted: {},
      unnamed: { nextAttemptAt: NOW, error: 'later' },
      unwanted: { error: 'later' },
    });
    await db.prisma.contact.deleteMany({ where: { workspaceId: here.workspaceId, id: ledger.contactId('deleted') } });
    await db.prisma.contact.updateMany({ where: { id: ledger.contactId('unnamed') }, data: { email: null, phone: '+46701740601' } });
    let answer: Awaited<ReturnType<typeof take>> | undefined;
    const changes = await ledger.changes(async () => {
      answer = await take(100, { stillWanted: sql`d.display_name <> 'unwanted'` });
    });
    expect(changes).toEqual({
      'claims here run': taking('anna'),
      'dispatches here': { cursor: AT_THE_END },
      'deliveries here left': { status: 'blocked', error: 'unsubscribed', next_attempt_at: null },
      'deliveries here bounced': { status: 'blocked', error: 'bounced' },
      'deliveries here complained': { status: 'blocked', error: 'complained', next_attempt_at: null },
      'deliveries here deleted': { status: 'blocked', error: 'contact deleted' },
      'deliveries here unnamed': { status: 'unqualified', error: null, next_attempt_at: null },
      'deliveries here unwanted': { status: 'cancelled', error: null },
    });
    expect([answer?.claimed.length, answer?.taken]).toEqual([1, 7]);
  });

  it('is none where all that it took came to an end', async () => {
    await ledger.givenContacts({ left: { unsubscribed: true } });
    await ledger.givenDeliveries({ left: {} });
    expect(Object.keys(await ledger.changes(take)).sort()).toEqual(['deliveries here left', 'dispatches here']);
  });

  it('of operational mail takes who unsubscribed, too', async () => {
    await given({ bo: {}, anna: {} });
    await ledger.givenSuppressions({ bo: 'bounced', anna: 'unsubscribed' });
    expect(names(await take(100, { policy: { operational: true, topic: null } }))).toEqual(['anna']);
    expect(await ledger.statuses()).toEqual({ anna: 'pending 0', bo: 'blocked 0' });
  });

  it('sends to the address that somebody has now, and asks of that one whether it is suppressed', async () => {
    const move = (name: string, email: string) =>
      ledger.db.prisma.contact.updateMany({ where: { id: ledger.contactId(name) }, data: { email } });
    await given({ carl: {}, bo: {}, anna: {} });
    await ledger.givenSuppressions({ bo: 'bounced', new: 'complained' });
    await move('anna', 'anna@elsewhere.example');
    await move('bo', 'bo@elsewhere.example');
    await move('carl', 'new@mail.example');
    const { claimed } = await take();
    expect(claimed.map(({ email, contact }) => [email, contact?.email]).sort()).toEqual([
      ['anna@elsewhere.example', 'anna@elsewhere.example'],
      ['bo@elsewhere.example', 'bo@elsewhere.example'],
    ]);
    expect(await ledger.delivery('carl')).toMatchObject({ status: 'blocked', error: 'complained' });
  });

  it('of somebody who is no contact goes to the address that was given', async () => {
    await ledger.givenDeliveries({ anna: { contactId: null, email: 'anna@colleagues.example' } });
    expect((await take()).claimed).toMatchObject([{ contact_id: null, email: 'anna@colleagues.example', contact: null }]);
  });

  it('says nothing of fields that are archived', async () => {
    await given({ anna: {} });
    const { workspaceId } = ledger.here;
    const definition = { workspaceId, displayName: 'Pet', valueType: 'string', createdByName: 'Test', createdAt: NOW, updatedAt: NOW };
    await ledger.db.prisma.contactFieldDefinition.createMany({
      data: [
        { ...definition, id: newId(), apiName: 'pet', status: 'archived' },
        { ...definition, id: newId(), apiName: 'size' },
        // Archived elsewhere only.
        { ...definition, id: newId(), apiName: 'size', status: 'archived', workspaceId: ledger.twin.workspaceId },
      ],
    });
    await ledger.db.prisma.contact.updateMany({ data: { customFields: { pet: 'cat', size: 'M' } } });
    expect((await take()).claimed[0]?.contact?.custom).toEqual({ size: 'M' });
  });
});

describe('two claims at once', () => {
  const both = (limit: number) =>
    behind(
      ledger.db,
      (tx) => takeIn(tx, limit, OTHER_RUN),
      () => take(limit),
    );
  const ofTheOther = async () => (await ledger.db.prisma.claim.findMany({ where: { run: OTHER_RUN } }))[0]?.ids ?? [];

  it('share nobody who has the first turn', async () => {
    await given({ dora: {}, carl: {}, bo: {}, anna: {} });
    expect(names(await both(2))).toEqual(['carl', 'dora']);
    expect((await ofTheOther()).map((id) => nameOf(id)).sort()).toEqual(['anna', 'bo']);
  });

  it('share nobody who is due', async () => {
    const due = { nextAttemptAt: NOW };
    await given({ carl: due, bo: due, anna: due });
    const second = await both(2);
    expect(second.claimed).toHaveLength(1);
    expect(await ofTheOther()).toHaveLength(2);
    expect(await ofTheOther()).not.toContain(second.claimed[0]?.id);
  });

  it('end nobody twice', async () => {
    await ledger.givenContacts({ anna: { unsubscribed: true } });
    await ledger.givenDeliveries({ anna: { nextAttemptAt: NOW } });
    expect((await both(2)).taken).toBe(0);
  });

  it('leave a mark above all once nobody is left', async () => {
    await given({ anna: {} });
    expect((await both(5)).taken).toBe(0);
    expect(await ledger.dispatch()).toMatchObject({ cursor: AT_THE_END });
  });
});

describe('a claim that waits', () => {
  const ending = (change: (tx: Tx) => Promise<void>) =>
    behind(
      ledger.db,
      async (tx) => {
        await lockDispatch(ledger.in(tx), ledger.here.messageId);
        await change(tx);
      },
      () => take(),
    );
  beforeEach(() => given({ bo: { nextAttemptAt: NOW }, anna: {} }));

  it('takes nobody of a message that is paused meanwhile', async () => {
    expect((await ending((tx) => setState(ledger.in(tx), ledger.here.messageId, 'paused'))).taken).toBe(0);
    expect(await ledger.dispatch()).toMatchObject({ cursor: expect.stringMatching(/^0{8}-/) });
  });

  it('takes nobody of a message that is cancelled meanwhile', async () => {
    expect((await ending((tx) => cancelDeliveries(ledger.in(tx), ledger.here.messageId))).taken).toBe(0);
    expect(await ledger.statuses()).toEqual({ anna: 'cancelled 0', bo: 'cancelled 0' });
  });
});
