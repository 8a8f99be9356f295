/** A chunk of an import: whom it holds and in which order, what it makes of rows about the same people, and what comes between. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { holdPeople } from '../../src/audience/contacts/batch.repo.ts';
import type { ImportRow } from '../../src/audience/imports/chunks.service.ts';
import type { Merge } from '../../src/audience/imports/merge.repo.ts';
import { mergeChunk, type Turn } from '../../src/audience/imports/merge.service.ts';
import { type Db, sql, type Tx } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { must } from '../support/blast.ts';
import { disturbed, type GivenRun, givenRun, LOCKS, rowsOf, WRITES } from '../support/chunks.ts';
import { givenContacts, givenList } from '../support/given.ts';
import { behind, isFree as isFreeIn } from '../support/race.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
let workspace: TestWorkspace;
let db: TestService['db'];
beforeAll(async () => {
  service = await startTestService();
  ({ db } = service);
});
afterAll(() => service.stop());
beforeEach(async () => {
  workspace = await service.workspace();
});

const given = (more: Parameters<typeof givenRun>[1] = {}) => givenRun(workspace.id, more);
const ALONE: Turn = { chunk: 0, ahead: null, onHeld: () => {} };
const merging = (tx: Tx, merge: GivenRun, rows: ImportRow[], turn = ALONE) =>
  mergeChunk({ db: tx, workspaceId: merge.workspaceId, now: service.clock.now() }, merge, { rows, ...turn });
const merged = (merge: GivenRun, rows: ImportRow[]) => db.transaction((tx) => merging(tx, merge, rows));
const statuses = async ({ runId }: Merge) =>
  (
    await db.query<{ status: string }>(sql`SELECT status FROM contact_import_results WHERE run_id = ${runId}::uuid ORDER BY row_number`)
  ).map(({ status }) => status);

const email = (n: number) => `person${n}@mail.example`;
const phone = (n: number) => `+4670174${5000 + n}`;
async function person(values: { email?: string | null; phone?: string }): Promise<string> {
  return (await givenContacts({ db, workspaceId: workspace.id }, 1, values))[0] as string;
}
const contact = (id: string) => db.prisma.contact.findFirstOrThrow({ where: { id } });
const hold = (table: 'contacts' | 'contact_lists', id: string) => (tx: Tx) =>
  tx.query({
    text: `SELECT 1 AS locked FROM ${table} WHERE workspace_id = $1::uuid AND id = $2::uuid FOR UPDATE`,
    values: [workspace.id, id],
  });
const isFree = (table: 'contacts' | 'contact_lists', id: string) => isFreeIn({ db, workspaceId: workspace.id }, table, id);
const areFree = (ids: string[]) => Promise.all(ids.map((id) => isFree('contacts', id)));

/** How many wait for a row or another lock. */
const waiting = async () => {
  const [row] = await db.query<{ waiting: number }>(sql`
    SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
  return row?.waiting;
};
/** The beginning of the statement that reads all contacts again and locks them. */
const READS_AGAIN = 'FROM known JOIN contacts';
const touch = (id: string) => db.query(sql`UPDATE contacts SET job_title = 'Changed' WHERE id = ${id}::uuid`);

describe('a chunk holds', () => {
  it('everybody whom it changes, and nobody before all identifiers', async () => {
    const [first, second] = [await person({ email: email(1) }), await person({ email: null, phone: phone(2) })];
    const rows = rowsOf({ email: email(1), city: 'Oslo' }, { phone: phone(2), city: 'Oslo' });
    await db.transaction(async (tx) => {
      await merging(tx, given(), rows);
      expect(await areFree([first, second])).toEqual([false, false]);
    });
    for (const identifier of [email(1), phone(2)]) {
      let free: boolean[] = [];
      await behind(
        db,
        (tx) => holdPeople({ db: tx, workspaceId: workspace.id }, [identifier], []),
        () => merged(given(), rows),
        async () => {
          free = await areFree([first, second]);
        },
      );
      expect(free).toEqual([true, true]);
    }
  });

  it('nobody else: neither people nor identifiers of others, and none of a row that fails or changes nothing', async () => {
    const elsewhere = await service.workspace();
    const people = [
      await person({ email: email(1) }),
      await person({ email: email(2) }),
      await person({ email: email(3) }),
      await person({ email: email(5) }),
    ];
    const rows = rowsOf({ email: email(1), city: 'Oslo' }, { email: email(3), city: 'Oslo', fails: true }, { email: email(5) });
    await db.transaction(async (held) => {
      await holdPeople({ db: held, workspaceId: workspace.id }, [email(2), email(3), email(4)], []);
      await holdPeople({ db: held, workspaceId: elsewhere.id }, [email(1)], []);
      await db.transaction(async (tx) => {
        await tx.query(sql`SET LOCAL lock_timeout = '5s'`);
        await merging(tx, given(), rows);
        expect(await areFree(people)).toEqual([false, true, true, true]);
      });
    });
  });

  it.each([
    ['as they were read', false],
    ['when somebody was changed in between', true],
  ])('its people in the order of their ids, whatever that of its rows, %s', async (_when, isAgain) => {
    const ids = await givenContacts({ db, workspaceId: workspace.id }, 12);
    const emails = new Map(
      (await db.prisma.contact.findMany({ where: { id: { in: ids } } })).map((found) => [found.id, found.email as string]),
    );
    const sorted = ids.toSorted();
    const rows = rowsOf(...sorted.toReversed().map((id) => ({ email: emails.get(id) as string, city: 'Oslo' })));
    // Where they lie tells nothing of their order.
    for (const id of sorted.toReversed()) await touch(id);
    // A writer changes one of them first, so that all are read again.
    const change = (tx: Tx) => disturbed(tx, LOCKS, () => touch(sorted[2] as string));
    const release = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    let holder: Promise<void> | undefined;
    const holding = () => {
      holder = db.transaction(async (tx) => {
        await hold('contacts', sorted[6] as string)(tx);
        isHeld.resolve();
        await release.promise;
      });
      return isHeld.promise;
    };
    const done = db.transaction(async (tx) => {
      // The index scan would give this order anyway.
      await tx.query(sql`SELECT set_config('enable_sort', 'off', true)`);
      return merging(isAgain ? disturbed(change(tx), READS_AGAIN, holding) : disturbed(tx, LOCKS, holding), given(), rows);
    });
    await isHeld.promise;
    await expect.poll(waiting).toBe(1);
    const free = await areFree(sorted);
    release.resolve();
    await Promise.all([holder, done]);
    expect(free).toEqual(sorted.map((_, place) => place > 6));
    expect(await db.prisma.contact.count({ where: { workspaceId: workspace.id, city: 'Oslo' } })).toBe(12);
  });

  it('its lists in the order of their ids, and none while it waits for a contact', async () => {
    const id = await person({ email: email(1) });
    const lists: string[] = [];
    for (let n = 0; n < 4; n++) lists.push(await givenList({ db, workspaceId: workspace.id }, []));
    // Where they lie tells nothing of their order.
    for (const list of lists.toSorted().toReversed())
      await db.prisma.contactList.updateMany({ where: { id: list }, data: { description: 'Moved' } });
    const listIds = lists.toSorted();
    const free: boolean[][] = [];
    const look = async () => {
      free.push(await Promise.all(listIds.map((list) => isFree('contact_lists', list))));
    };
    const run = (city: string) => () =>
      db.transaction(async (tx) => {
        // An index would give them in this order by itself.
        await tx.query(
          sql`SELECT set_config(name, 'off', true) FROM unnest('{enable_indexscan,enable_indexonlyscan,enable_bitmapscan}'::text[]) AS name`,
        );
        await merging(tx, given({ listIds: listIds.toReversed() }), rowsOf({ email: email(1), city }));
        await tx.query(sql`DELETE FROM contact_list_members WHERE contact_id = ${id}::uuid`);
        await tx.query(sql`UPDATE contact_lists SET member_count = 0 WHERE id = ANY(${listIds}::uuid[])`);
      });
    await behind(db, hold('contacts', id), run('Oslo'), look);
    await behind(db, hold('contact_lists', listIds[1] as string), run('Bergen'), look);
    expect(free).toEqual([
      [true, true, true, true],
      [false, false, true, true],
    ]);
    expect(await contact(id)).toMatchObject({ city: 'Bergen' });
  });
});

describe('rows about the same people', () => {
  const ada = () => person({ email: email(0), phone: phone(0) });

  it.each<[string, ImportRow[], string[], Partial<Merge>?]>([
    [
      'people of their own, known by one thing or the other',
      rowsOf(
        { email: email(1) },
        { phone: phone(2) },
        { phone: phone(3) },
        { email: email(4), phone: phone(4) },
        { email: email(0) },
        { email: email(5) },
      ),
      ['created', 'created', 'created', 'created', 'updated', 'created'],
    ],
    [
      'one known person',
      rowsOf({ email: email(0), city: 'A' }, { email: email(0), city: 'B' }, { phone: phone(0), city: 'C' }),
      ['updated', 'updated', 'updated'],
    ],
    [
      'one known person who is skipped',
      rowsOf({ email: email(0) }, { email: email(0) }, { phone: phone(0) }),
      ['skipped', 'skipped', 'skipped'],
      { skipExisting: true },
    ],
    // A failed row locks nothing that the next row needs.
    [
      'somebody whose row before fails by a phone',
      rowsOf({ email: email(9), phone: phone(0) }, { email: email(9), city: 'Oslo' }),
      ['failed', 'created'],
    ],
    [
      'somebody whose row before fails by a cell',
      rowsOf({ email: email(0), fails: true }, { email: email(0), city: 'Oslo' }),
      ['failed', 'updated'],
    ],
    [
      'a phone that its holder gives up in a later row',
      rowsOf({ email: email(1) }, { email: email(2), phone: phone(0) }, { email: email(0), phone: phone(3) }),
      ['created', 'failed', 'updated'],
    ],
    [
      'a phone that its holder has given up in a row before',
      rowsOf({ email: email(0), phone: phone(3) }, { email: email(2), phone: phone(0) }),
      ['updated', 'created'],
    ],
    [
      'phones that go round',
      rowsOf(
        { email: email(0), phone: phone(3) },
        { email: email(2), phone: phone(0) },
        { email: email(0), phone: phone(4) },
        { email: email(2), phone: phone(3) },
        { email: email(0), phone: phone(0) },
      ),
      ['updated', 'created', 'updated', 'updated', 'updated'],
    ],
  ])('about %s are written at once', async (_what, rows, outcome, more) => {
    await ada();
    const merge = given(more);
    let writes = 0;
    await db.transaction((tx) => {
      const query: Db['query'] = (statement) => {
        if (statement.text.includes(WRITES)) writes += 1;
        return tx.query(statement);
      };
      return merging({ ...tx, query }, merge, rows);
    });
    expect(writes).toBe(1);
    expect(await statuses(merge)).toEqual(outcome);
  });

  it('leave alone whom a row that fails names', async () => {
    const id = await ada();
    const merge = given();
    await merged(merge, rowsOf({ email: email(0), city: 'Oslo', fails: true }, { phone: phone(0), city: 'Bergen', fails: true }));
    expect(await statuses(merge)).toEqual(['failed', 'failed']);
    expect(await contact(id)).toMatchObject({ city: null });
  });
});

describe('what comes between', () => {
  it('is seen when the contact is held: it may be somebody else by then', async () => {
    const id = await person({ email: email(1) });
    const { counts } = await behind(
      db,
      (tx) => tx.query(sql`UPDATE contacts SET email = 'other@mail.example' WHERE id = ${id}::uuid`),
      () => merged(given(), rowsOf({ email: email(1), city: 'Oslo' })),
    );
    expect(counts).toMatchObject({ created: 1, updated: 0 });
    expect(await contact(id)).toMatchObject({ city: null });
  });

  it('may fill what the row would have filled, and delete whom it would have changed', async () => {
    const [id, gone] = [await person({ email: email(1) }), await person({ email: email(2) })];
    const others = async () => {
      await db.query(sql`UPDATE contacts SET country = 'Norway' WHERE id = ${id}::uuid`);
      await db.query(sql`DELETE FROM contacts WHERE id = ${gone}::uuid`);
    };
    const rows = rowsOf({ email: email(1), country: 'Sweden', city: 'Oslo' }, { email: email(2), city: 'Oslo' });
    const { counts } = await db.transaction((tx) => merging(disturbed(tx, LOCKS, others), given(), rows));
    expect(counts).toMatchObject({ created: 1, updated: 1 });
    expect(await contact(id)).toMatchObject({ country: 'Norway', city: 'Oslo' });
  });

  it('cannot be a change once everybody is held', async () => {
    const id = await person({ email: email(1) });
    const fill = () => db.query(sql`UPDATE contacts SET country = 'Norway' WHERE id = ${id}::uuid`);
    let late: Promise<unknown> | undefined;
    await db.transaction((tx) => {
      const again = disturbed(tx, LOCKS, () => touch(id));
      // The lock before the statement that writes: the second, after everybody was read again.
      let locks = 0;
      const query: Db['query'] = async (statement) => {
        if (statement.text.includes(LOCKS) && ++locks === 2) {
          let isOver = false;
          late = fill().then(() => {
            isOver = true;
          });
          await expect.poll(async () => isOver || (await waiting()) === 1).toBe(true);
        }
        return again.query(statement);
      };
      return merging({ ...again, query }, given(), rowsOf({ email: email(1), country: 'Sweden' }));
    });
    await late;
    // It came after the row, which has found nothing there.
    expect(await contact(id)).toMatchObject({ country: 'Norway', jobTitle: 'Changed' });
  });

  it('may take the phone that a row is just giving to somebody: the row finds it taken', async () => {
    const id = await person({ email: email(1) });
    const { counts } = await behind(
      db,
      async (tx) => {
        await holdPeople({ db: tx, workspaceId: workspace.id }, [phone(1)], []);
        await tx.query(sql`
          INSERT INTO contacts (workspace_id, id, phone, display_name, original_source, created_at)
          VALUES (${workspace.id}::uuid, ${newId()}::uuid, ${phone(1)}, 'First', 'public_api', now())`);
      },
      () => merged(given(), rowsOf({ email: email(1), phone: phone(1), city: 'Oslo' }, { email: email(2) })),
    );
    expect(counts).toEqual({ created: 1, updated: 0, skipped: 0, failed: 1 });
    expect(await contact(id)).toMatchObject({ phone: null, city: null });
  });

  it('may be the end of a list: nobody joins it', async () => {
    const listIds = [await givenList({ db, workspaceId: workspace.id }, []), await givenList({ db, workspaceId: workspace.id }, [])];
    const { joined } = await behind(
      db,
      (tx) => tx.query(sql`DELETE FROM contact_lists WHERE id = ${listIds[0]}::uuid`),
      () => merged(given({ listIds }), rowsOf({ email: email(1) })),
    );
    expect(joined.map(({ listId }) => listId)).toEqual([listIds[1]]);
  });
});

describe('whom a chunk has written', () => {
  it('is named once, with all that has changed, and those who are new on the lists', async () => {
    const [known, member] = [await person({ email: email(1) }), await person({ email: email(3) })];
    const listIds = [
      await givenList({ db, workspaceId: workspace.id }, [member]),
      await givenList({ db, workspaceId: workspace.id }, [member]),
    ];
    const other = await givenList({ db, workspaceId: workspace.id }, []);
    const rows = rowsOf(
      { email: email(1), city: 'Oslo' },
      { email: email(2) },
      { email: email(1), city: 'Rome', country: 'Italy' },
      { email: email(3) },
    );
    const { created, updated, joined } = await merged(given({ listIds }), rows);
    expect(created).toHaveLength(1);
    expect(updated).toEqual([{ contactId: known, fields: ['city', 'country'] }]);
    expect(joined.map(({ listId, contactId }) => `${listIds.indexOf(listId)} ${contactId}`).sort()).toEqual(
      [0, 1].flatMap((list) => [known, ...created].map((id) => `${list} ${id}`)).sort(),
    );
    expect(await db.prisma.contactListMember.count({ where: { listId: other } })).toBe(0);
    expect(await db.prisma.contactListMember.count({ where: { workspaceId: workspace.id } })).toBe(6);
  });

  it('joins a list when all are new, and when all are known', async () => {
    await person({ email: email(1) });
    for (const address of [email(1), email(2)]) {
      const listId = await givenList({ db, workspaceId: workspace.id }, []);
      await merged(given({ listIds: [listId] }), rowsOf({ email: address }));
      expect(await db.prisma.contactList.findFirstOrThrow({ where: { id: listId } })).toMatchObject({ memberCount: 1 });
    }
  });
});

describe('columns', () => {
  it('that say nothing leave what a contact begins with', async () => {
    const fields = ['email', 'unsubscribed', 'first_name', 'address', 'display_name'];
    await merged(given({ fields }), rowsOf({ email: email(1) }));
    const params = { query: { email: email(1) } };
    expect((await must(workspace.api.GET('/v1/contacts', { params }))).items).toMatchObject([
      { display_name: 'person1', first_name: '', address: null, unsubscribed: false },
    ]);
  });
});
