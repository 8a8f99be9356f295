/** A chunk of an import from its staging to its end: what it holds and in which order, how often it goes over its rows, and what comes between. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { holdPeople } from '../../src/audience/contacts/hold.repo.ts';
import type { Mapping } from '../../src/audience/imports/mappings.ts';
import { mergeStaged } from '../../src/audience/imports/merge.repo.ts';
import { holdStaged, type Merge, type StagedRow, stage } from '../../src/audience/imports/staging.repo.ts';
import { Contended, type Db, openDatabase, sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { must } from '../support/blast.ts';
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

interface Cells {
  email?: string;
  phone?: string;
  city?: string;
}
const FIELDS = ['email', 'phone', 'city'] as const;

/** Rows as they are staged, the first of them row 2. */
const rowsOf = (...rows: (Cells & { fails?: true })[]): StagedRow[] =>
  rows.map(({ fails, ...values }, index) => ({
    rowNumber: index + 2,
    contactId: newId(),
    defaultName: 'Somebody',
    emailDomain: 'mail.example',
    values,
    customOver: null,
    customUnder: null,
    fieldIssues: fails ? [{ field: 'city', error_code: 'too_long' }] : null,
    notes: null,
    cells: FIELDS.map((field) => values[field] ?? ''),
  }));

/** A chunk of a run of its own, staged. */
async function given(rows: StagedRow[], more: Partial<Merge> & { fields?: readonly string[] } = {}): Promise<Merge> {
  const { fields = FIELDS, ...rest } = more;
  const merge: Merge = {
    workspaceId: workspace.id,
    runId: newId(),
    claimId: newId(),
    fileName: null,
    mappings: fields.map((field, column): Mapping => ({ header: field, column, kind: 'standard', field, fill: false })),
    skipExisting: false,
    listIds: [],
    named: false,
    ...rest,
  };
  await stage(db, merge, rows);
  return merge;
}
const merging = (tx: Db, merge: Merge, rows = 1) => mergeStaged(tx, merge, rows, service.clock.now());
const statuses = async ({ runId }: Merge) =>
  (
    await db.query<{ status: string }>(sql`SELECT status FROM contact_import_results WHERE run_id = ${runId}::uuid ORDER BY row_number`)
  ).map(({ status }) => status);

const email = (n: number) => `person${n}@mail.example`;
const phone = (n: number) => `+4670174${5000 + n}`;
async function person(values: { email?: string | null; phone?: string }): Promise<string> {
  return (await givenContacts(db, workspace.id, 1, values))[0] as string;
}
const contact = (id: string) => db.prisma.contact.findFirstOrThrow({ where: { id } });
const hold = (table: 'contacts' | 'contact_lists', id: string) => (tx: Db) =>
  tx.query({
    text: `SELECT 1 AS locked FROM ${table} WHERE workspace_id = $1::uuid AND id = $2::uuid FOR UPDATE`,
    values: [workspace.id, id],
  });
const isFree = (table: 'contacts' | 'contact_lists', id: string) => isFreeIn(db, table, workspace.id, id);
const areFree = (ids: string[]) => Promise.all(ids.map((id) => isFree('contacts', id)));

describe('what is staged', () => {
  it('takes the place of what an earlier attempt has left, and of nothing else', async () => {
    const other = await given(rowsOf({ email: email(2) }));
    const merge = await given(rowsOf({ email: email(0) }, { email: email(1) }));
    await stage(db, merge, rowsOf({ email: email(3) }));
    expect(await db.transaction((tx) => merging(tx, merge))).toMatchObject({ counts: { created: 1 } });
    expect(await db.transaction((tx) => merging(tx, other))).toMatchObject({ counts: { created: 1 } });
    const contacts = await db.prisma.contact.findMany({ where: { workspaceId: workspace.id }, orderBy: { email: 'asc' } });
    expect(contacts.map((found) => found.email)).toEqual([email(2), email(3)]);
  });
});

describe('a chunk holds', () => {
  it('everybody that it is about before its first pass, and nobody before all identifiers', async () => {
    const [first, second] = [await person({ email: email(1) }), await person({ email: null, phone: phone(2) })];
    const merge = await given(rowsOf({ email: email(1) }, { phone: phone(2) }));
    await db.transaction(async (tx) => {
      await holdStaged(tx, merge);
      expect(await areFree([first, second])).toEqual([false, false]);
    });
    for (const identifier of [email(1), phone(2)]) {
      let free: boolean[] = [];
      await behind(
        db,
        (tx) => holdPeople(tx, workspace.id, [identifier], []),
        () => db.transaction((tx) => holdStaged(tx, merge)),
        async () => {
          free = await areFree([first, second]);
        },
      );
      expect(free).toEqual([true, true]);
    }
  });

  it('nobody else: neither people nor identifiers of other chunks, and none of a row that fails', async () => {
    const elsewhere = await service.workspace();
    const [mine, other, failing] = [
      await person({ email: email(1) }),
      await person({ email: email(2) }),
      await person({ email: email(3) }),
    ];
    await given(rowsOf({ email: email(2) }));
    await given(rowsOf({ email: email(4) }), { workspaceId: elsewhere.id });
    const merge = await given(rowsOf({ email: email(1) }, { email: email(3), fails: true }));
    await db.transaction(async (held) => {
      await holdPeople(held, workspace.id, [email(2), email(3), email(4)], []);
      await db.transaction(async (tx) => {
        await tx.query(sql`SET LOCAL lock_timeout = '5s'`);
        await holdStaged(tx, merge);
        expect(await areFree([mine, other, failing])).toEqual([false, true, true]);
      });
    });
  });

  it('its people in the order of their ids, whatever that of its rows, and its passes do too', async () => {
    const ids = await givenContacts(db, workspace.id, 12);
    const emails = new Map(
      (await db.prisma.contact.findMany({ where: { id: { in: ids } } })).map((found) => [found.id, found.email as string]),
    );
    const sorted = ids.toSorted();
    const merge = await given(rowsOf(...sorted.toReversed().map((id) => ({ email: emails.get(id) as string, city: 'Oslo' }))));
    const takes: ((tx: Db) => Promise<unknown>)[] = [(tx) => holdStaged(tx, merge), (tx) => merging(tx, merge, ids.length)];
    for (const take of takes) {
      let free: boolean[] = [];
      await behind(
        db,
        hold('contacts', sorted[6] as string),
        () => db.transaction(take),
        async () => {
          free = await areFree(sorted);
        },
      );
      expect(free).toEqual(sorted.map((_, place) => place > 6));
    }
  });

  it('its lists in the order of their ids, and none while it waits for a contact', async () => {
    const id = await person({ email: email(1) });
    const lists: string[] = [];
    for (let n = 0; n < 4; n++) lists.push(await givenList(db, workspace.id, []));
    // Where they lie tells nothing of their order.
    for (const list of lists.toSorted().toReversed())
      await db.prisma.contactList.updateMany({ where: { id: list }, data: { description: 'Moved' } });
    const listIds = lists.toSorted();
    const merge = await given(rowsOf({ email: email(1), city: 'Oslo' }), { listIds: listIds.toReversed() });
    const free: boolean[][] = [];
    const look = async () => {
      free.push(await Promise.all(listIds.map((list) => isFree('contact_lists', list))));
    };
    const run = () =>
      db.transaction((tx) =>
        merging(tx, merge).finally(() => tx.query(sql`DELETE FROM contact_import_results WHERE run_id = ${merge.runId}::uuid`)),
      );
    await behind(db, hold('contacts', id), run, look);
    await behind(db, hold('contact_lists', listIds[1] as string), run, look);
    expect(free).toEqual([
      [true, true, true, true],
      [false, false, true, true],
    ]);
    expect(await contact(id)).toMatchObject({ city: 'Oslo' });
  });

  it('its place among those of its workspace, and two at most are at it in the whole database', async () => {
    const chunk = await given(rowsOf({ email: email(1) }));
    const another = await given(rowsOf({ email: email(2) }));
    await behind(
      db,
      (tx) => holdStaged(tx, chunk),
      () => db.transaction((tx) => holdStaged(tx, another)),
    );

    const WORKSPACES = 10;
    const wide = openDatabase(service.service.config.databaseUrl as string, () => {}, { connections: WORKSPACES });
    const go = Promise.withResolvers<void>();
    const held = Array.from({ length: WORKSPACES }, () =>
      wide.transaction(async (tx) => {
        await holdStaged(tx, { ...chunk, workspaceId: newId() });
        await go.promise;
      }),
    );
    const waiting = async () => {
      const [row] = await db.query<{ waiting: number }>(
        sql`SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      return row?.waiting;
    };
    await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThanOrEqual(WORKSPACES - 2);
    go.resolve();
    await Promise.all(held);
    await wide.close();
  });
});

describe('passes over a chunk', () => {
  /** How many there were. */
  async function passes(merge: Merge, rows: number): Promise<number> {
    let count = 0;
    await db.transaction((tx) => {
      const query: Db['query'] = (statement) => {
        if (statement.text.startsWith('SAVEPOINT')) count += 1;
        return tx.query(statement);
      };
      return merging({ ...tx, query }, merge, rows);
    });
    return count;
  }
  const ada = () => person({ email: email(0), phone: phone(0) });

  it.each<[string, number, ReturnType<typeof rowsOf>, string[], Partial<Merge>?]>([
    [
      'people of their own, known by one thing or the other',
      1,
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
      3,
      rowsOf({ email: email(0), city: 'A' }, { email: email(0), city: 'B' }, { phone: phone(0), city: 'C' }),
      ['updated', 'updated', 'updated'],
    ],
    [
      'one known person who is skipped',
      1,
      rowsOf({ email: email(0) }, { email: email(0) }, { phone: phone(0) }),
      ['skipped', 'skipped', 'skipped'],
      { skipExisting: true },
    ],
    // What fails changes nothing that the next row would have to wait for.
    [
      'somebody whose row before fails by a phone',
      1,
      rowsOf({ email: email(9), phone: phone(0) }, { email: email(9), city: 'Oslo' }),
      ['failed', 'created'],
    ],
    [
      'somebody whose row before fails by a cell',
      1,
      rowsOf({ email: email(0), fails: true }, { email: email(0), city: 'Oslo' }),
      ['failed', 'updated'],
    ],
    [
      'a phone that its holder gives up in a later row',
      1,
      rowsOf({ email: email(1) }, { email: email(2), phone: phone(0) }, { email: email(0), phone: phone(3) }),
      ['created', 'failed', 'updated'],
    ],
    [
      'a phone that its holder has given up in a row before',
      2,
      rowsOf({ email: email(0), phone: phone(3) }, { email: email(2), phone: phone(0) }),
      ['updated', 'created'],
    ],
  ])('about %s: %i', async (_what, expected, rows, outcome, more) => {
    await ada();
    const merge = await given(rows, more);
    expect(await passes(merge, rows.length)).toBe(expected);
    expect(await statuses(merge)).toEqual(outcome);
  });

  it('leave alone whom a row that fails names', async () => {
    const id = await ada();
    const merge = await given(rowsOf({ email: email(0), city: 'Oslo', fails: true }, { phone: phone(0), city: 'Bergen', fails: true }));
    await db.transaction((tx) => merging(tx, merge, 2));
    expect(await statuses(merge)).toEqual(['failed', 'failed']);
    expect(await contact(id)).toMatchObject({ city: null });
  });
});

describe('what comes between', () => {
  it('is seen when the contact is held: it may be somebody else by then', async () => {
    const id = await person({ email: email(1) });
    const merge = await given(rowsOf({ email: email(1), city: 'Oslo' }));
    const { counts } = await behind(
      db,
      (tx) => tx.query(sql`UPDATE contacts SET email = 'other@mail.example' WHERE id = ${id}::uuid`),
      () => db.transaction((tx) => merging(tx, merge)),
    );
    expect(counts).toMatchObject({ created: 1, updated: 0 });
    expect(await contact(id)).toMatchObject({ city: null });
  });

  it('may take the phone that a row is just giving to somebody: the row finds it taken', async () => {
    const id = await person({ email: email(1) });
    const merge = await given(rowsOf({ email: email(1), phone: phone(1), city: 'Oslo' }, { email: email(2) }));
    const { counts } = await behind(
      db,
      (tx) =>
        tx.query(sql`
          INSERT INTO contacts (workspace_id, id, phone, display_name, original_source, created_at)
          VALUES (${workspace.id}::uuid, ${newId()}::uuid, ${phone(1)}, 'First', 'public_api', now())`),
      () => db.transaction((tx) => merging(tx, merge, 2)),
    );
    expect(counts).toEqual({ created: 1, updated: 0, skipped: 0, failed: 1 });
    expect(await contact(id)).toMatchObject({ phone: null, city: null });
  });

  it('may be the end of a list: nobody joins it', async () => {
    const listIds = [await givenList(db, workspace.id, []), await givenList(db, workspace.id, [])];
    const merge = await given(rowsOf({ email: email(1) }), { listIds, named: true });
    const { joined } = await behind(
      db,
      (tx) => tx.query(sql`DELETE FROM contact_lists WHERE id = ${listIds[0]}::uuid`),
      () => db.transaction((tx) => merging(tx, merge)),
    );
    expect(joined.map(({ listId }) => listId)).toEqual([listIds[1]]);
  });

  /** Merges while the passes given by their numbers meet a phone that has just been taken. */
  const disturbed = (merge: Merge, rows: number, isDisturbed: (pass: number) => boolean, error: Error) =>
    db.transaction((tx) => {
      let pass = 0;
      const query: Db['query'] = async (statement) => {
        if (statement.text.trimStart().startsWith('WITH') && isDisturbed(++pass)) throw error;
        return tx.query(statement);
      };
      return merging({ ...tx, query }, merge, rows);
    });
  const taken = Object.assign(new pg.DatabaseError('duplicate key', 0, 'error'), { code: '23505', constraint: 'contacts_phone' });

  it('may come nineteen times in a row, and once more is too often', async () => {
    const twice = rowsOf({ email: email(1) }, { email: email(1), city: 'Oslo' });
    const merge = await given(twice);
    const { counts } = await disturbed(merge, 2, (pass) => pass < 20 || (pass > 20 && pass < 40), taken);
    expect(counts).toMatchObject({ created: 1, updated: 1 });
    const other = await given(rowsOf({ email: email(2) }));
    await expect(disturbed(other, 1, (pass) => pass <= 20, taken)).rejects.toThrow(Contended);
    await expect(disturbed(other, 1, (pass) => pass === 1, new Error('gone'))).rejects.toThrow('gone');
  });
});

describe('whom a chunk has written', () => {
  it.each([1, 0])('is named when it is asked for, and on its lists whether or not, of which there are %i', async (lists) => {
    const known = await person({ email: email(1) });
    const rows = rowsOf({ email: email(1), city: 'Oslo' }, { email: email(2) });
    const listIds = lists ? [await givenList(db, workspace.id, [])] : [];
    const other = await givenList(db, workspace.id, []);
    const silent = await given(rows, { listIds });
    expect(await db.transaction((tx) => merging(tx, silent, 2))).toMatchObject({ created: [], updated: [], joined: [] });
    expect(await db.prisma.contactListMember.count({ where: { workspaceId: workspace.id } })).toBe(2 * lists);
    await db.prisma.contactListMember.deleteMany({ where: { workspaceId: workspace.id } });

    const [first, second] = rowsOf({ email: email(1), city: 'Bergen' }, { email: email(3) }) as [StagedRow, StagedRow];
    const named = await given([first, second], { listIds, named: true });
    const found = await db.transaction((tx) => merging(tx, named, 2));
    expect({ ...found, joined: found.joined.length }).toMatchObject({
      created: [second.contactId],
      updated: [{ contactId: known, fields: ['city'] }],
      joined: 2 * lists,
    });
    expect(await db.prisma.contactListMember.count({ where: { listId: other } })).toBe(0);
  });

  it('joins a list when all are new, and when all are known', async () => {
    await person({ email: email(1) });
    for (const address of [email(1), email(2)]) {
      const listId = await givenList(db, workspace.id, []);
      const merge = await given(rowsOf({ email: address }), { listIds: [listId] });
      await db.transaction((tx) => merging(tx, merge));
      expect(await db.prisma.contactList.findFirstOrThrow({ where: { id: listId } })).toMatchObject({ memberCount: 1 });
    }
  });
});

describe('columns', () => {
  it('that say nothing leave what a contact begins with', async () => {
    const fields = ['email', 'unsubscribed', 'first_name', 'address', 'display_name'];
    const merge = await given(rowsOf({ email: email(1) }), { fields });
    await db.transaction((tx) => merging(tx, merge));
    const params = { query: { email: email(1) } };
    expect((await must(workspace.api.GET('/v1/contacts', { params }))).items).toMatchObject([
      { display_name: 'Somebody', first_name: '', address: null, unsubscribed: false },
    ]);
  });
});
