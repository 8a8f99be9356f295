/** The timestamps of a contact are a row beside it: the writes of both rows and their order. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdPeople } from '../../src/audience/contacts/batch.repo.ts';
import { deleteContacts, writeContacts } from '../../src/audience/contacts/contacts.service.ts';
import { holdMatching, recordSubmissions } from '../../src/audience/visitors/visitors.service.ts';
import { record } from '../../src/campaigns/deliveries/deliveries.repo.ts';
import { type Hit, writeHits } from '../../src/campaigns/tracking/hits.repo.ts';
import { unsubscribe } from '../../src/campaigns/tracking/tracking.repo.ts';
import { type Db, sql, type Tx } from '../../src/platform/db.ts';
import { openEvents } from '../../src/platform/events.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { givenBlast, givenContacts, givenList, givenRecipients } from '../support/given.ts';
import { BY_PERSON } from '../support/mailed.ts';
import { behind, deadlocksIn, isFree } from '../support/race.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
let workspace: TestWorkspace;
let db: TestService['db'];
beforeAll(async () => {
  service = await startTestService();
  workspace = await service.workspace();
  db = service.db;
});
afterAll(() => service.stop());

/** How often rows of contacts have been updated, and how often in their place. Ends the other connections, which then hand over what they counted. */
async function updatesOfContacts(): Promise<{ all: number; inPlace: number }> {
  await db.query(sql`
    SELECT count(pg_terminate_backend(pid, 10_000)), pg_stat_force_next_flush() FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  const [row] = await db.query<{ all: number; inPlace: number }>(sql`
    SELECT n_tup_upd::int AS all, n_tup_hot_upd::int AS "inPlace" FROM pg_stat_user_tables WHERE relname = 'contacts'`);
  return row as { all: number; inPlace: number };
}

describe('a change', () => {
  it.runIf(isAtLength)('of what no index holds is written in its place', async () => {
    // One in ten, so that pages must have been left some room.
    const ids = (await givenContacts({ db, workspaceId: workspace.id }, 400)).filter((_id, n) => n % 10 === 0);
    const before = await updatesOfContacts();
    for (const contact_id of ids) {
      await must(workspace.api.PATCH('/v1/contacts/{contact_id}', { params: { path: { contact_id } }, body: { job_title: 'Guide' } }));
    }
    const after = await updatesOfContacts();
    expect(after.all - before.all).toBe(40);
    expect(after.inPlace - before.inPlace).toBeGreaterThanOrEqual(38);
  });
});

describe('who only does something', () => {
  /** The version of the contact's row, and both of its moments. */
  const rowOf = async (id: string) => {
    const [row] = await db.query<{ version: string; updated: Date; active: Date | null }>(sql`
      SELECT c.xmin::text || c.ctid::text AS version, t.updated_at AS updated, t.last_activity_at AS active
      FROM contacts c JOIN contact_moments t ON t.workspace_id = c.workspace_id AND t.contact_id = c.id WHERE c.id = ${id}::uuid`);
    return row as { version: string; updated: Date; active: Date | null };
  };
  const later = () => new Date(Date.now() + 60_000);

  const hit = (what: Omit<Hit, 'workspaceId' | 'at'>) =>
    writeHits(db, [{ ...what, workspaceId: workspace.id, at: later() }], { waits: true });

  it.each<[string, (who: { deliveryId: string; contactId: string }) => Promise<unknown>]>([
    ['opens', (who) => hit({ ...who, ...BY_PERSON, position: null, url: null })],
    ['clicks', (who) => hit({ ...who, ...BY_PERSON, position: 0, url: 'https://example.org' })],
    [
      'sends a form',
      ({ contactId }) =>
        db.transaction((tx) => recordSubmissions({ db: tx, workspaceId: workspace.id, now: later() }, [{ contactId, metadata: {} }])),
    ],
  ])('and %s leaves the contact as it lies', async (_how, act) => {
    const [contactId] = (await givenContacts({ db, workspaceId: workspace.id }, 1)) as [string];
    const [deliveryId] = (await givenRecipients({ db, workspaceId: workspace.id }, await givenBlast(workspace), [
      { contactId, status: 'sent' },
    ])) as [string];
    const before = await rowOf(contactId);
    await act({ deliveryId, contactId });
    const after = await rowOf(contactId);
    expect(after).toEqual({ ...before, active: expect.any(Date) });
  });

  it('and unsubscribes changes the contact once, and is active each time that is new', async () => {
    const [contactId] = (await givenContacts({ db, workspaceId: workspace.id }, 1)) as [string];
    const [one, two] = (
      await Promise.all(
        [1, 2].map(async () => givenRecipients({ db, workspaceId: workspace.id }, await givenBlast(workspace), [{ contactId }])),
      )
    ).flat() as [string, string];
    const leave = async (deliveryId: string) =>
      (await unsubscribe(db, { workspaceId: workspace.id, deliveryId, contactId }, later())).changed;
    const before = await rowOf(contactId);
    expect(await leave(one)).toBe(true);
    const first = await rowOf(contactId);
    expect(first.version).not.toBe(before.version);
    expect(first.updated).toEqual(first.active);
    expect(await leave(one)).toBe(false);
    expect(await rowOf(contactId)).toEqual(first);
    expect(await leave(two)).toBe(false);
    const second = await rowOf(contactId);
    expect(second).toEqual({ ...first, active: expect.any(Date) });
    expect(second.active?.getTime()).toBeGreaterThan(first.active?.getTime() as number);
  });
});

describe('the moments of a contact', () => {
  const momentsOf = (ids: string[]) =>
    db.query<{ updated_at: Date; last_activity_at: Date | null }>(
      sql`SELECT updated_at, last_activity_at FROM contact_moments WHERE contact_id = ANY(${ids}::uuid[])`,
    );

  it('are there with it, whoever makes it, and go with it, whoever deletes it', async () => {
    const other = await service.workspace();
    const id = newId();
    const createdAt = new Date('2026-03-01T00:00:00Z');
    await db.query(sql`
      INSERT INTO contacts (workspace_id, id, email, display_name, original_source, created_at)
      VALUES (${other.id}::uuid, ${id}::uuid, 'by.hand@mail.example', 'By hand', 'import', ${createdAt}::timestamptz)`);
    expect(await momentsOf([id])).toEqual([{ updated_at: createdAt, last_activity_at: null }]);
    await db.query(sql`DELETE FROM workspaces WHERE id = ${other.id}::uuid`);
    expect(await momentsOf([id])).toEqual([]);
  });

  it('are those of its own workspace', async () => {
    const other = await service.workspace();
    const [id] = (await givenContacts({ db, workspaceId: workspace.id }, 1)) as [string];
    await givenContacts({ db, workspaceId: other.id }, 1, { id, updatedAt: new Date(5_000), lastActivityAt: new Date(6_000) });
    const params = { path: { contact_id: id } };
    const mine = await must(workspace.api.GET('/v1/contacts/{contact_id}', { params }));
    expect(mine.last_activity_at).toBeNull();
    expect(mine.updated_at).toBe(mine.created_at);
    expect(await must(other.api.GET('/v1/contacts/{contact_id}', { params }))).toMatchObject({
      updated_at: '1970-01-01T00:00:05.000Z',
      last_activity_at: '1970-01-01T00:00:06.000Z',
    });
    await deleteContacts({ db, workspaceId: workspace.id }, openEvents(), [id]);
    expect(await momentsOf([id])).toHaveLength(1);
  });
});

describe('whoever writes several', () => {
  const update = (tx: Tx, ids: string[]) => {
    const items = ids.map((contact_id) => ({ contact_id, job_title: 'Guide' }));
    return writeContacts({ db: tx, workspaceId: workspace.id, now: new Date() }, openEvents(), {
      mode: 'update',
      items,
      itemIssues: items.map(() => null),
    });
  };
  const send = async (tx: Tx, ids: string[]) => {
    const found = await db.query<{ email: string }>(sql`SELECT email FROM contacts WHERE id = ANY(${ids}::uuid[])`);
    return holdMatching(
      { db: tx, workspaceId: workspace.id },
      found.map(({ email }) => email),
    );
  };
  const hold = (tx: Tx, ids: string[]) => holdPeople({ db: tx, workspaceId: workspace.id }, [], ids);
  const remove = (tx: Tx, ids: string[]) => deleteContacts({ db: tx, workspaceId: workspace.id }, openEvents(), ids);

  const WRITERS = (
    [
      ['in a batch', update],
      ['in several rounds', hold],
      ['as forms', send],
      ['away', remove],
    ] satisfies [string, (tx: Tx, ids: string[]) => Promise<unknown>][]
  ).slice(0, rounds(2, 4));

  /** Four whose rows lie in another order than that of their ids, among many; by id. */
  async function four(): Promise<string[]> {
    const ids = Array.from({ length: 4 }, () => newId());
    for (const id of ids.toReversed()) await givenContacts({ db, workspaceId: workspace.id }, 1, { id });
    await givenContacts({ db, workspaceId: workspace.id }, 500);
    await db.query({ text: 'ANALYZE contacts, contact_moments', values: [] });
    return ids;
  }
  const take = async (on: Db, table: 'contacts' | 'contact_moments', ids: string[]): Promise<number> => {
    const key = table === 'contacts' ? 'id' : 'contact_id';
    const held = await on.query({
      text: `SELECT 1 AS held FROM ${table} WHERE workspace_id = $1::uuid AND ${key} = ANY($2::uuid[]) FOR NO KEY UPDATE SKIP LOCKED`,
      values: [workspace.id, ids],
    });
    return held.length;
  };
  /** Without some of the planner's ways. */
  const without = (ways: string[], work: (tx: Tx) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      for (const way of ways) await tx.query({ text: "SELECT set_config('enable_' || $1::text, 'off', true)", values: [way] });
      await work(tx);
    });

  it.each(WRITERS)('%s waits for moments in the order of the ids, and holds none beyond the one that it waits for', async (_how, write) => {
    const ids = await four();
    await behind(
      db,
      (tx) => take(tx, 'contact_moments', ids.slice(0, 1)),
      // So that rows are met as they lie.
      () => without(['nestloop', 'mergejoin', 'indexscan', 'bitmapscan'], (tx) => write(tx, ids)),
      async () => expect(await take(db, 'contact_moments', ids)).toBe(3),
    );
  });

  it.each(WRITERS)('%s holds no moments while it waits for a contact', async (_how, write) => {
    const ids = await four();
    await behind(
      db,
      (tx) => take(tx, 'contacts', ids.slice(-1)),
      // So that moments are met in order, each with its contact.
      () => without(['sort', 'hashjoin', 'mergejoin', 'seqscan', 'bitmapscan'], (tx) => write(tx, ids)),
      async () => {
        expect(await take(db, 'contacts', ids)).toBe(0);
        expect(await take(db, 'contact_moments', ids)).toBe(4);
      },
    );
  });
});

it('a deletion waits for who touches somebody before it holds their lists', async () => {
  const [id] = (await givenContacts({ db, workspaceId: workspace.id }, 1)) as [string];
  const listId = await givenList({ db, workspaceId: workspace.id }, [id]);
  await behind(
    db,
    (tx) => tx.query(sql`UPDATE contact_moments SET last_activity_at = now() WHERE contact_id = ${id}::uuid`),
    () => deleteContacts({ db, workspaceId: workspace.id }, openEvents(), [id]),
    async () => expect(await isFree({ db, workspaceId: workspace.id }, 'contact_lists', listId)).toBe(true),
  );
});

it.runIf(isAtLength)('touches, batches, forms, deletions and lists of the same people never wait in a circle', async () => {
  const PEOPLE = 60;
  const ids = await givenContacts({ db, workspaceId: workspace.id }, PEOPLE);
  const emails = (await db.prisma.contact.findMany({ where: { id: { in: ids } } })).map(({ email }) => email as string);
  const lists = [await givenList({ db, workspaceId: workspace.id }, ids), await givenList({ db, workspaceId: workspace.id }, [])];
  const blastId = await givenBlast(workspace);
  const inSomeOrder = <Item>(items: Item[], seed: number) => items.map((_item, i) => items[(i * 7 + seed * 13) % items.length] as Item);
  const sent = async (seed: number) => {
    const own = seed === 0 ? blastId : await givenBlast(workspace);
    const recipients = await givenRecipients(
      { db, workspaceId: workspace.id },
      own,
      inSomeOrder(ids, seed).map((contactId, i) => ({ contactId, email: emails[i] as string })),
    );
    const run = newId();
    const claim = { workspaceId: workspace.id, run, messageId: own, ids: recipients, leaseUntil: new Date(Date.now() + 60_000) };
    await db.prisma.claim.create({ data: claim });
    const outcomes = recipients.map((id, i) => {
      const status = i % 5 === 0 ? ('bounced' as const) : ('sent' as const);
      return { id, run, email: `someone${i}@example.net`, status, reason: null, providerId: null, retryAt: null };
    });
    return record({ db, workspaceId: workspace.id, now: new Date() }, own, outcomes);
  };
  const form = async (seed: number) =>
    db.transaction(async (tx) => {
      const known = await holdMatching({ db: tx, workspaceId: workspace.id }, inSomeOrder(emails, seed).slice(0, 30));
      const deeds = inSomeOrder(known, seed).map((contact) => ({ contactId: contact.id, metadata: {} }));
      await recordSubmissions({ db: tx, workspaceId: workspace.id, now: new Date() }, deeds);
    });
  const change = (seed: number) =>
    workspace.api.POST('/v1/contacts/update', {
      body: { items: inSomeOrder(ids, seed).map((contact_id) => ({ contact_id, company: `C ${seed}` })) },
    });
  const join = (seed: number) =>
    workspace.api.POST('/v1/contact-lists/{listId}/contacts', {
      params: { path: { listId: lists[seed % 2] as string } },
      body: { contact_ids: inSomeOrder(ids, seed).slice(0, 20) },
    });
  const remove = (seed: number) => workspace.api.POST('/v1/contacts/delete', { body: { contact_ids: inSomeOrder(ids, seed).slice(0, 3) } });
  const all = Array.from({ length: 8 }, (_, seed) => [sent(seed), form(seed), change(seed), join(seed), remove(seed)]).flat();
  await Promise.all(all);
  const adrift = await db.query(sql`
    SELECT coalesce(c.id, t.contact_id) FROM contacts c FULL JOIN contact_moments t ON t.workspace_id = c.workspace_id AND t.contact_id = c.id
    WHERE c.id IS NULL OR t.contact_id IS NULL
    UNION ALL
    SELECT a.contact_id FROM contact_activities a LEFT JOIN contacts c ON c.workspace_id = a.workspace_id AND c.id = a.contact_id WHERE c.id IS NULL`);
  expect(adrift).toEqual([]);
  expect(await deadlocksIn(db)).toBe(0);
});
