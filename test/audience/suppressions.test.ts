import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addSuppressions,
  importSuppressions,
  type NewSuppression,
  removeSuppressions,
} from '../../src/audience/suppressions/suppressions.repo.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { givenContacts, givenSuppressions } from '../support/given.ts';
import { behind, deadlocksIn } from '../support/race.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** The suppressions of a workspace, as `address reason`. */
async function suppressedIn({ id: workspaceId }: TestWorkspace): Promise<string[]> {
  const rows = await service.db.prisma.suppression.findMany({ where: { workspaceId }, orderBy: [{ address: 'asc' }, { reason: 'asc' }] });
  return rows.map(({ address, reason }) => `${address} ${reason}`);
}

describe('a contact who is unsubscribed', () => {
  const upsert = async (workspace: TestWorkspace, item: object) =>
    (await must(workspace.api.POST('/v1/contacts/upsert', { body: { items: [item] } }))).items[0]?.contact_id as string;
  const patch = (workspace: TestWorkspace, contact_id: string, body: object) =>
    must(workspace.api.PATCH('/v1/contacts/{contact_id}', { params: { path: { contact_id } }, body }));

  it('is suppressed by their address from the moment of the change, and stays so when they are deleted and come again', async () => {
    const own = await service.workspace();
    const id = await upsert(own, { email: 'maya@elsewhere.example' });
    await patch(own, id, { email: 'Maya@Example.com' });
    expect(await suppressedIn(own)).toEqual([]);
    const { updated_at } = await patch(own, id, { unsubscribed: true });
    expect(await service.db.prisma.suppression.findMany({ where: { workspaceId: own.id } })).toEqual([
      {
        workspaceId: own.id,
        address: 'maya@example.com',
        reason: 'unsubscribed',
        source: 'contact',
        detail: null,
        since: new Date(updated_at),
      },
    ]);
    await own.api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id: id } } });
    // The default fields of a new contact do not subscribe it again.
    await upsert(own, { email: 'maya@example.com', unsubscribed: false });
    expect(await suppressedIn(own)).toEqual(['maya@example.com unsubscribed']);
  });

  it('is suppressed when they are made so, if they have an address, and when they get one', async () => {
    const own = await service.workspace();
    await upsert(own, { email: 'zoe@example.com', unsubscribed: true });
    const { created_at } = await must(own.api.GET('/v1/contacts', { params: { query: { email: 'zoe@example.com' } } })).then(
      ({ items }) => items[0] as { created_at: string },
    );
    const id = await upsert(own, { phone: '+46701740605', unsubscribed: true });
    expect(await suppressedIn(own)).toEqual(['zoe@example.com unsubscribed']);
    expect(await service.db.prisma.suppression.findFirst({ where: { workspaceId: own.id } })).toMatchObject({
      since: new Date(created_at),
    });
    await patch(own, id, { email: 'bo@example.com' });
    expect(await suppressedIn(own)).toEqual(['bo@example.com unsubscribed', 'zoe@example.com unsubscribed']);
  });

  it('takes it along to another address; the one before stays suppressed, whoever gets it', async () => {
    const own = await service.workspace();
    const id = await upsert(own, { email: 'old@example.com', unsubscribed: true });
    await patch(own, id, { email: 'new@example.com' });
    await upsert(own, { email: 'old@example.com' });
    expect(await suppressedIn(own)).toEqual(['new@example.com unsubscribed', 'old@example.com unsubscribed']);
    await patch(own, id, { email: null, phone: '+46701740605' });
    expect(await suppressedIn(own)).toHaveLength(2);
  });

  it('is none any more when they subscribe again, with the address that they have then, in this workspace', async () => {
    const [own, other] = [await service.workspace(), await service.workspace()];
    for (const workspace of [own, other])
      await givenSuppressions({ db: service.db, workspaceId: workspace.id }, { 'a@example.com': 'bounced' });
    await upsert(other, { email: 'a@example.com', unsubscribed: true });
    const id = await upsert(own, { email: 'a@example.com', unsubscribed: true });
    const before = ['a@example.com bounced', 'a@example.com unsubscribed'];
    // Another contact, and changes of other fields.
    await upsert(own, { email: 'b@example.com', unsubscribed: true });
    await upsert(own, { email: 'b@example.com', unsubscribed: false, resubscribe: true, consent_source: 'A form' });
    await patch(own, id, { company: 'Fjord' });
    expect(await suppressedIn(own)).toEqual(before);
    await patch(own, id, { unsubscribed: false });
    expect([await suppressedIn(own), await suppressedIn(other)]).toEqual([['a@example.com bounced'], before]);
  });

  it('is not subscribed again by a change of somebody who never was unsubscribed', async () => {
    const own = await service.workspace();
    const id = await upsert(own, { email: 'a@example.com' });
    await givenSuppressions({ db: service.db, workspaceId: own.id }, { 'a@example.com': 'unsubscribed', 'b@example.com': 'unsubscribed' });
    await patch(own, id, { unsubscribed: false, company: 'Fjord' });
    await patch(own, id, { unsubscribed: false, email: 'b@example.com' });
    expect(await suppressedIn(own)).toEqual(['a@example.com unsubscribed', 'b@example.com unsubscribed']);
  });

  it('is suppressed when many are made in one statement', async () => {
    const own = await service.workspace();
    const items = [1, 2, 3, 4].map((n) => ({ email: `p${n}@example.com`, unsubscribed: n % 2 === 0 }));
    await must(own.api.POST('/v1/contacts', { body: { items } }));
    expect(await suppressedIn(own)).toEqual(['p2@example.com unsubscribed', 'p4@example.com unsubscribed']);
  });
});

describe('suppressions that are added', () => {
  const given = (address: string, reason: NewSuppression['reason'], detail: string | null = null): NewSuppression => ({
    address,
    reason,
    source: 'api',
    detail,
  });
  const NOW = new Date('2026-04-14T09:30:00.000Z');

  it('are told apart from those that are known, each once, and change nothing of these', async () => {
    const { db } = service;
    const own = await service.workspace();
    await givenSuppressions({ db, workspaceId: own.id }, { 'known@example.com': 'bounced' }, new Date(5_000));
    const added = await addSuppressions({ db, workspaceId: own.id, now: NOW }, [
      given('new@example.com', 'complained', 'first'),
      given('known@example.com', 'bounced', 'again'),
      given('known@example.com', 'manual'),
      given('new@example.com', 'complained', 'second'),
    ]);
    expect(added).toEqual([
      { address: 'known@example.com', reason: 'manual' },
      { address: 'new@example.com', reason: 'complained' },
    ]);
    const rows = await db.prisma.suppression.findMany({ where: { workspaceId: own.id }, orderBy: [{ address: 'asc' }, { reason: 'asc' }] });
    expect(rows.map(({ workspaceId, ...row }) => row)).toEqual([
      { address: 'known@example.com', reason: 'bounced', source: 'smtp', detail: null, since: new Date(5_000) },
      { address: 'known@example.com', reason: 'manual', source: 'api', detail: null, since: NOW },
      { address: 'new@example.com', reason: 'complained', source: 'api', detail: 'first', since: NOW },
    ]);
  });

  const BACKWARDS = ['c@example.com', 'b@example.com', 'a@example.com'];

  it.each<[string, (own: TestWorkspace) => Promise<unknown>]>([
    [
      'one by one',
      ({ id }) =>
        addSuppressions(
          { db: service.db, workspaceId: id, now: NOW },
          BACKWARDS.map((address) => given(address, 'unsubscribed')),
        ),
    ],
    [
      'as a list',
      ({ id }) =>
        importSuppressions(
          { db: service.db, workspaceId: id, now: NOW },
          { addresses: BACKWARDS, reason: 'unsubscribed', source: 'import' },
        ),
    ],
    [
      'with their contacts',
      ({ api }) => must(api.POST('/v1/contacts', { body: { items: BACKWARDS.map((email) => ({ email, unsubscribed: true })) } })),
    ],
  ])('%s, are written in the order of their addresses', async (_how, write) => {
    const { db } = service;
    const own = await service.workspace();
    await behind(
      db,
      (tx) => givenSuppressions({ db: tx, workspaceId: own.id }, { 'b@example.com': 'unsubscribed' }),
      () => write(own),
      // Would wait, if it were being written.
      () => givenSuppressions({ db, workspaceId: own.id }, { 'c@example.com': 'unsubscribed' }),
    );
    expect(await suppressedIn(own)).toEqual(BACKWARDS.toReversed().map((address) => `${address} unsubscribed`));
  });

  it('are removed in that order, too', async () => {
    const { db } = service;
    const own = await service.workspace();
    for (const address of BACKWARDS) await givenSuppressions({ db, workspaceId: own.id }, { [address]: 'manual' });
    const hold = (address: string) => ({
      text: 'SELECT 1 AS held FROM suppressions WHERE workspace_id = $1 AND address = $2 FOR UPDATE SKIP LOCKED',
      values: [own.id, address],
    });
    const removed = await behind(
      db,
      (tx) => tx.query(hold('b@example.com')),
      () =>
        db.transaction(async (tx) => {
          // Read as it lies, the table has them in another order.
          for (const plan of ['enable_indexscan', 'enable_bitmapscan', 'enable_indexonlyscan'])
            await tx.query({ text: "SELECT set_config($1::text, 'off', true)", values: [plan] });
          return removeSuppressions({ db: tx, workspaceId: own.id }, BACKWARDS);
        }),
      async () => {
        const held = await Promise.all([hold('a@example.com'), hold('c@example.com')].map((statement) => db.query(statement)));
        expect(held.map((rows) => rows.length)).toEqual([0, 1]);
      },
    );
    expect(removed).toHaveLength(3);
  });

  it.runIf(isAtLength)('wait in no circle for contacts who are being unsubscribed in another order, or made', async () => {
    const { db } = service;
    const own = await service.workspace();
    const addresses = Array.from({ length: 40 }, (_, n) => `p${String(n).padStart(2, '0')}@example.com`);
    const ids: string[] = [];
    // Their ids go up while their addresses go down.
    for (const email of addresses.slice(0, 20).reverse()) ids.push(...(await givenContacts({ db, workspaceId: own.id }, 1, { email })));
    const add = () =>
      addSuppressions(
        { db, workspaceId: own.id, now: NOW },
        addresses.map((address) => given(address, 'unsubscribed')),
      );
    for (let round = 0; round < 12; round++) {
      const unsubscribed = round % 2 === 0;
      const change = () =>
        must(own.api.POST('/v1/contacts/update', { body: { items: ids.map((contact_id) => ({ contact_id, unsubscribed })) } }));
      const make = () =>
        must(
          own.api.POST('/v1/contacts/upsert', {
            body: {
              items: addresses
                .slice(20)
                .reverse()
                .map((email) => ({ email, unsubscribed })),
            },
          }),
        );
      await Promise.all([add(), change(), add(), make(), add()]);
    }
    expect(await deadlocksIn(db)).toBe(0);
  });

  it('hold the contacts of addresses that are unsubscribed, before they write', async () => {
    const { db } = service;
    const own = await service.workspace();
    const [id] = (await givenContacts({ db, workspaceId: own.id }, 1, { email: 'b@example.com' })) as [string];
    const hold = { text: 'SELECT 1 AS held FROM contacts WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE', values: [own.id, id] };
    const add = (reason: NewSuppression['reason']) =>
      addSuppressions({ db, workspaceId: own.id, now: NOW }, [given('a@example.com', reason), given('b@example.com', reason)]);
    await behind(
      db,
      (tx) => tx.query(hold),
      () => add('unsubscribed'),
      async () => {
        await givenSuppressions({ db, workspaceId: own.id }, { 'a@example.com': 'unsubscribed' });
        // Other reasons do not wait.
        expect(await add('bounced')).toHaveLength(2);
      },
    );
  });
});
