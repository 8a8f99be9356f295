/** Deleting many contacts in one request, by both operations. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { removeFromAllLists } from '../../src/audience/contact-lists/contact-lists.repo.ts';
import { deleteContacts } from '../../src/audience/contacts/contacts.repo.ts';
import { writeHits } from '../../src/campaigns/tracking/hits.repo.ts';
import { sql, type Tx } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { must, people, prepareBlast, sendNow } from '../support/blast.ts';
import { givenRecipients } from '../support/given.ts';
import { BY_PERSON } from '../support/mailed.ts';
import { behind, deadlocksIn } from '../support/race.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

type Deletion = components['schemas']['ContactDeleteResult'];

let service: TestService;
let workspace: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  workspace = await service.workspace();
});

const ways = [
  ['DELETE /v1/contacts', (contact_ids: string[], { api } = workspace) => api.DELETE('/v1/contacts', { body: { contact_ids } })],
  ['POST /v1/contacts/delete', (contact_ids: string[], { api } = workspace) => api.POST('/v1/contacts/delete', { body: { contact_ids } })],
] as const;
const [[, deleteMany]] = ways;

async function make(count: number, mark = 'p'): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i += 100) {
    const items = Array.from({ length: Math.min(100, count - i) }, (_, j) => ({
      email: `${mark}${i + j}@example.com`,
      unsubscribed: false,
    }));
    const made = await must(workspace.api.POST('/v1/contacts', { body: { items } }));
    ids.push(...made.items.map(({ contact_id }) => contact_id as string));
  }
  return ids;
}

let names = 0;
const list = async (contact_ids: string[]): Promise<string> => {
  const empty = await must(workspace.api.POST('/v1/contact-lists', { body: { name: `List ${++names}`, kind: 'static' } }));
  const at = { params: { path: { listId: empty.list_id } } };
  if (contact_ids.length > 0) await must(workspace.api.POST('/v1/contact-lists/{listId}/contacts', { ...at, body: { contact_ids } }));
  return empty.list_id;
};

/** The stored counter and the rows, which have to agree at all times. */
async function counts(listId: string): Promise<[number | null, number]> {
  const at = { params: { path: { listId } } };
  const { member_count } = await must(workspace.api.GET('/v1/contact-lists/{listId}', at));
  return [member_count, (await must(workspace.api.GET('/v1/contact-lists/{listId}/member-count', at))).member_count];
}

const total = () => service.db.prisma.contact.count({ where: { workspaceId: workspace.id } });
const rowsOf = async (table: string, ids: string[]) =>
  (await service.db.pool.query(`SELECT 1 FROM ${table} WHERE contact_id = ANY($1)`, [ids])).rowCount;

describe.each(ways)('%s', (_name, ask) => {
  it('deletes those who are there, and answers in the order of the request', async () => {
    const [a, b, c, d] = (await make(4)) as [string, string, string, string];
    const unknown = newId();
    const { data, response } = await ask([c, unknown, a, d]);
    expect(response.status).toBe(200);
    expect(data).toEqual({
      deleted_count: 3,
      items: [
        { index: 0, contact_id: c, status: 'deleted' },
        { index: 1, contact_id: unknown, status: 'not_found' },
        { index: 2, contact_id: a, status: 'deleted' },
        { index: 3, contact_id: d, status: 'deleted' },
      ],
    });
    for (const [contact_id, status] of [
      [a, 404],
      [b, 200],
      [c, 404],
    ] as const) {
      const { response: read } = await workspace.api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id } } });
      expect(read.status).toBe(status);
    }
    const { data: again } = await ask([a, c]);
    expect(again).toMatchObject({ deleted_count: 0, items: [{ status: 'not_found' }, { status: 'not_found' }] });
    expect(await total()).toBe(1);
  });

  it.runIf(isAtLength)('takes timelines and places on lists along, and keeps the counters right', async () => {
    const ids = await make(10);
    const [first, second, untouched] = [await list(ids), await list(ids.slice(3, 6)), await list(ids.slice(8))];
    const items = ids.map((contact_id) => ({ contact_id, city: 'Umeå' }));
    await must(workspace.api.POST('/v1/contacts/update', { body: { items } }));
    await ask(ids.slice(0, 5));
    expect(await Promise.all([first, second, untouched].map(counts))).toEqual([
      [5, 5],
      [1, 1],
      [2, 2],
    ]);
    expect([await rowsOf('contact_activities', ids), await rowsOf('contact_list_members', ids)]).toEqual([5, 5 + 1 + 2]);
  });

  it('leaves the people of another workspace alone', async () => {
    const ids = await make(2);
    const { data } = await ask(ids, await service.workspace());
    expect(data).toMatchObject({ deleted_count: 0, items: [{ status: 'not_found' }, { status: 'not_found' }] });
    expect(await total()).toBe(2);
  });

  it('refuses the whole of a request that is not sound', async () => {
    const ids = await make(2);
    for (const [contact_ids, path] of [
      [[...ids, 'x'], 'contact_ids.2'],
      [[], 'contact_ids'],
      [Array.from({ length: 101 }, newId), 'contact_ids'],
      [null, 'contact_ids'],
    ] as [string[], string][]) {
      const { error, response } = await ask(contact_ids);
      expect([response.status, error?.error_code, error?.details?.issues?.[0]?.path]).toEqual([400, 'validation_failed', path]);
    }
    expect(await total()).toBe(2);
  });

  it.runIf(isAtLength)('takes 100 at once, and frees their identifiers', async () => {
    const ids = await make(100);
    expect((await ask(ids)).data?.deleted_count).toBe(100);
    expect(await make(100)).toHaveLength(100);
  });

  it.runIf(isAtLength)('marks them in the reports of blasts', async () => {
    const { blastId } = await prepareBlast(workspace.api, people(3));
    await sendNow(workspace.api, blastId);
    await service.drain();
    const report = () => must(workspace.api.GET('/v1/email-blasts/{blastId}/contacts', { params: { path: { blastId } } }));
    const before = await report();
    const [gone] = before.contacts;
    await ask([gone?.contact_id as string]);
    const after = await report();
    expect(after.contacts).toEqual(before.contacts.map((entry) => ({ ...entry, contact_deleted: entry.contact_id === gone?.contact_id })));
    expect(after.contacts.map(({ contact_deleted }) => contact_deleted).sort()).toEqual([false, false, true]);
  });
});

it('with an Idempotency-Key repeats the first answer', async () => {
  const ids = await make(2);
  const request = { body: { contact_ids: ids }, params: { header: { 'Idempotency-Key': 'd1' } } };
  const first = await workspace.api.POST('/v1/contacts/delete', request);
  const second = await workspace.api.POST('/v1/contacts/delete', request);
  expect(first.data?.deleted_count).toBe(2);
  expect(second.data).toEqual(first.data);
  expect(second.response.headers.get('idempotency-replayed')).toBe('true');
});

describe('at once with others', () => {
  it.runIf(isAtLength)('deletes each person once when many requests name the same ones, in any order', async () => {
    const ids = await make(100);
    const lists = await Promise.all([list(ids), list(ids.slice(50)), list([])]);
    const inSomeOrder = (seed: number) => ids.map((_id, i) => ids[(i * 37 + seed * 13) % ids.length] as string);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => {
        const header = i % 2 ? { 'Idempotency-Key': `d${i}` } : {};
        const contact_ids = inSomeOrder(i).slice(0, 60);
        return workspace.api.POST('/v1/contacts/delete', { body: { contact_ids }, params: { header } });
      }),
    );
    expect(answers.map(({ response }) => response.status)).toEqual(answers.map(() => 200));
    const gone = (answers.map(({ data }) => data) as Deletion[]).flatMap(({ items }) =>
      items.filter(({ status }) => status === 'deleted').map(({ contact_id }) => contact_id),
    );
    expect(new Set(gone).size).toBe(gone.length);
    expect(await total()).toBe(ids.length - gone.length);
    for (const listId of lists) {
      const [stored, counted] = await counts(listId);
      expect(stored).toBe(counted);
    }
  });

  it.runIf(isAtLength)('keeps the counters right beside adding, taking off, writing and deleting of lists', async () => {
    const ids = await make(100);
    const lists = await Promise.all([list(ids.slice(0, 50)), list(ids), list([]), list(ids.slice(20))]);
    const at = (i: number) => ({ params: { path: { listId: lists[i % 3] as string } } });
    const some = (i: number, length: number) => Array.from({ length }, (_, j) => ids[(i * 17 + j * 7) % ids.length] as string);
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, i) => deleteMany(some(i, 20))),
      ...Array.from({ length: 8 }, (_, i) =>
        workspace.api.POST('/v1/contact-lists/{listId}/contacts', { ...at(i), body: { contact_ids: some(i + 3, 30) } }),
      ),
      ...Array.from({ length: 8 }, (_, i) =>
        workspace.api.DELETE('/v1/contact-lists/{listId}/contacts', { ...at(i), body: { contact_ids: some(i + 5, 30) } }),
      ),
      ...Array.from({ length: 8 }, (_, i) =>
        workspace.api.POST('/v1/contacts/update', {
          body: { items: some(i, 50).map((contact_id) => ({ contact_id, city: `City ${i}` })) },
        }),
      ),
      workspace.api.DELETE('/v1/contact-lists/{listId}', { params: { path: { listId: lists[3] as string } } }),
    ]);
    // Only additions of deleted contacts are refused.
    for (const { response } of answers) expect([200, 204, 404]).toContain(response.status);
    for (const listId of lists.slice(0, 3)) {
      const [stored, counted] = await counts(listId);
      expect(stored).toBe(counted);
    }
    expect(await deadlocksIn(service.db)).toBe(0);
  });

  it('reports one who went in the meantime as not there', async () => {
    const [gone, other] = (await make(2)) as [string, string];
    const { data } = await behind(
      service.db,
      (tx) => tx.prisma.contact.deleteMany({ where: { id: gone } }),
      () => deleteMany([gone, other]),
    );
    expect(data).toMatchObject({ deleted_count: 1, items: [{ status: 'not_found' }, { status: 'deleted' }] });
  });

  it('takes along what is being written to a timeline', async () => {
    const [gone] = (await make(1)) as [string];
    const { data } = await behind(
      service.db,
      async (tx) => {
        await tx.query(sql`UPDATE contact_moments SET last_activity_at = now() WHERE contact_id = ${gone}::uuid`);
        await tx.query(sql`
          INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata)
          VALUES (${workspace.id}::uuid, ${gone}::uuid, 'email_opened', now(), '{}')`);
      },
      () => deleteMany([gone]),
    );
    expect(data).toMatchObject({ deleted_count: 1 });
    expect(await rowsOf('contact_activities', [gone])).toBe(0);
  });

  it.runIf(isAtLength)('leaves no timeline to those who have waited for it', async () => {
    const [changed, opened] = (await make(2)) as [string, string];
    const { blastId } = await prepareBlast(workspace.api, people(1));
    const [deliveryId] = (await givenRecipients({ db: service.db, workspaceId: workspace.id }, blastId, [
      { contactId: opened, status: 'sent' },
    ])) as [string];
    const open = { workspaceId: workspace.id, deliveryId, at: new Date(), ...BY_PERSON, position: null, url: null };
    const deletion = (id: string) => async (tx: Tx) =>
      deleteContacts({ db: tx, workspaceId: workspace.id }, await removeFromAllLists({ db: tx, workspaceId: workspace.id }, [id]));
    const { response } = await behind(service.db, deletion(changed), () =>
      workspace.api.PATCH('/v1/contacts/{contact_id}', { params: { path: { contact_id: changed } }, body: { city: 'Umeå' } }),
    );
    expect(response.status).toBe(404);
    await behind(service.db, deletion(opened), () => writeHits(service.db, [open], { waits: true }));
    expect(await rowsOf('contact_activities', [changed, opened])).toBe(0);
  });

  it('deletes nobody when it does not come to its end', async () => {
    const ids = await make(3);
    const listId = await list(ids);
    await service.db.pool.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON contacts FOR EACH ROW WHEN (OLD.email LIKE 'p2@%') EXECUTE FUNCTION refuse();`);
    try {
      const { response } = await deleteMany(ids);
      expect(response.status).toBe(500);
    } finally {
      await service.db.pool.query('DROP FUNCTION refuse CASCADE');
    }
    expect([await total(), await counts(listId)]).toEqual([3, [3, 3]]);
  });
});
