/** Batches that write the same people at the same moment: who waits for whom, what is held meanwhile, and what is looked at again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdPeople } from '../../src/audience/contacts/batch.repo.ts';
import { writeContacts } from '../../src/audience/contacts/contacts.service.ts';
import { type Db, type Statement, sql, type Tx } from '../../src/platform/db.ts';
import { openEvents } from '../../src/platform/events.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { givenContacts } from '../support/given.ts';
import { behind, deadlocksIn, isFree } from '../support/race.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
let workspace: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
  workspace = await service.workspace();
});
afterAll(() => service.stop());

const here = () => ({ workspaceId: workspace.id, now: service.clock.now() });
const upsert = (items: { email?: string; phone?: string; company?: string }[], key?: string) =>
  workspace.api.POST('/v1/contacts/upsert', { body: { items }, ...(key && { headers: { 'Idempotency-Key': key } }) });

async function person(fields: { email: string; phone?: string }): Promise<string> {
  return (await must(upsert([fields]))).items[0]?.contact_id as string;
}

describe('batches of the same people', () => {
  const PEOPLE = rounds(30, 60);
  /** All of them, in another order for each batch, some with a phone that another batch gives to another contact. */
  const everybody = (batch: number, mark: string) =>
    Array.from({ length: PEOPLE }, (_, i) => {
      const n = (i * 7 + batch * 13) % PEOPLE;
      const phone = (n + (i % 2) * (batch % 3)) % PEOPLE;
      return {
        email: `${mark}${n}@mail.example`,
        phone: `+4670174${mark === 'k' ? 1 : 2}${String(phone).padStart(3, '0')}`,
        company: `Company ${batch}`,
      };
    });

  it.runIf(isAtLength).each([
    ['as they come', 'p'],
    ['each in a transaction, under a key', 'k'],
  ])('wait for one another and not in a circle, %s', async (_how, mark) => {
    const answers = await Promise.all(
      Array.from({ length: rounds(5, 24) }, (_, batch) => upsert(everybody(batch, mark), mark === 'k' ? `batch ${batch}` : undefined)),
    );
    expect(answers.map(({ response }) => response.status).filter((status) => status !== 200)).toEqual([]);
    expect(await deadlocksIn(service.db)).toBe(0);
  });

  it('hold no contact while they wait for an identifier', async () => {
    const known = await person({ email: 'known@mail.example' });
    const phone = '+46701745001';
    let wasFree: boolean | undefined;
    let asked: ReturnType<typeof upsert> | undefined;
    await behind(
      service.db,
      async (tx) => {
        // Another writer gives the phone to a new contact.
        await holdPeople({ db: tx, workspaceId: workspace.id }, [phone], []);
        await tx.query(sql`
          INSERT INTO contacts (workspace_id, id, email, phone, display_name, original_source, created_at)
          VALUES (${workspace.id}::uuid, ${newId()}::uuid, 'first@mail.example', ${phone}, 'First', 'public_api', now())`);
      },
      () => {
        asked = upsert([
          { email: 'known@mail.example', company: 'Changed' },
          { email: 'late@mail.example', phone },
        ]);
        return asked;
      },
      async () => {
        wasFree = await isFree({ db: service.db, workspaceId: workspace.id }, 'contacts', known);
      },
    );
    expect((await must(asked as ReturnType<typeof upsert>)).items.map(({ status }) => status)).toEqual(['updated', 'rejected']);
    expect(wasFree).toBe(true);
  });

  it.runIf(isAtLength)('of contacts named by their ids, too', async () => {
    const ids = (await must(upsert(everybody(0, 'p')))).items.map(({ contact_id }) => contact_id as string);
    const answers = await Promise.all(
      Array.from({ length: rounds(10, 24) }, (_, batch) => {
        const inItsOrder = batch % 2 ? ids : ids.toReversed();
        const items = inItsOrder.map((contact_id) => ({ contact_id, company: `By id ${batch}` }));
        return workspace.api.POST('/v1/contacts/update', { body: { items } });
      }),
    );
    expect(answers.map(({ response }) => response.status).filter((status) => status !== 200)).toEqual([]);
    expect(await deadlocksIn(service.db)).toBe(0);
  });

  it('decide again when somebody has lost an identifier meanwhile: the last one stays', async () => {
    const contact_id = await person({ email: 'both@mail.example', phone: '+46701745002' });
    const { data } = await behind(
      service.db,
      (tx) => tx.query(sql`UPDATE contacts SET phone = NULL WHERE workspace_id = ${workspace.id}::uuid AND id = ${contact_id}::uuid`),
      () => workspace.api.POST('/v1/contacts/update', { body: { items: [{ contact_id, email: null }] } }),
    );
    expect(data?.items[0]).toMatchObject({ status: 'rejected', error_code: 'validation_failed' });
  });

  it.each([
    ['email', { email: 'wanted@mail.example' }],
    ['phone', { phone: '+46701745003' }],
  ])('decide again when somebody has taken the %s meanwhile', async (_what, taken) => {
    const contact_id = await person({ email: `taker${Object.keys(taken)}@mail.example`, phone: `+4670174600${'email' in taken ? 1 : 2}` });
    const { data } = await behind(
      service.db,
      async (tx) => {
        await holdPeople({ db: tx, workspaceId: workspace.id }, Object.values(taken), []);
        await givenContacts({ db: tx, workspaceId: workspace.id }, 1, { email: null, ...taken });
      },
      () => workspace.api.POST('/v1/contacts/update', { body: { items: [{ contact_id, ...taken }] } }),
    );
    expect(data?.items[0]).toMatchObject({ status: 'rejected', error_code: 'conflict', existing_contact: taken });
  });

  it('hold the identifier that somebody gives up, and none of those who keep theirs', async () => {
    const fields = { email: 'giver@mail.example', phone: '+46701745004' };
    const contact_id = await person(fields);
    const update = (item: object) => workspace.api.POST('/v1/contacts/update', { body: { items: [{ contact_id, ...item }] } });
    await service.db.transaction(async (tx) => {
      await holdPeople({ db: tx, workspaceId: workspace.id }, Object.values(fields), []);
      expect((await update({ company: 'Fjord' })).data?.items[0]).toMatchObject({ status: 'updated' });
    });
    for (const item of [{ email: 'given.up@mail.example' }, { phone: null }]) {
      const { data } = await behind(
        service.db,
        (tx) => holdPeople({ db: tx, workspaceId: workspace.id }, Object.values(fields), []),
        () => update(item),
      );
      expect(data?.items[0]).toMatchObject({ status: 'updated' });
    }
  });
});

describe('a batch whose items want what others of it set free', () => {
  /** Two contacts that exchange their emails, through a third address: the last item takes its own round. */
  async function exchange() {
    const mark = newId().slice(-8);
    const emails = [`${mark}a@mail.example`, `${mark}b@mail.example`] as const;
    const ids = [await person({ email: emails[0] }), await person({ email: emails[1] })].sort() as [string, string];
    const found = await service.db.prisma.contact.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } });
    const second = found[1]?.email as string;
    // The one with the greater id is written in the first round, the other in the second.
    const items = [
      { contact_id: ids[1], email: `${mark}c@mail.example` },
      { contact_id: ids[0], email: second },
    ];
    return {
      ids,
      items,
      second,
      third: `${mark}c@mail.example`,
      ask: () => workspace.api.POST('/v1/contacts/update', { body: { items } }),
    };
  }
  const done = [{ status: 'updated' }, { status: 'updated' }];

  it('holds everybody before its first round', async () => {
    const { ids, ask } = await exchange();
    let free: boolean | undefined;
    const { data } = await behind(
      service.db,
      (tx) => holdPeople({ db: tx, workspaceId: workspace.id }, [], [ids[0]]),
      ask,
      async () => {
        free = await isFree({ db: service.db, workspaceId: workspace.id }, 'contacts', ids[1]);
      },
    );
    expect(free).toBe(true);
    expect(data?.items).toMatchObject(done);
  });

  it('looks again when it holds them, and holds whom it then finds', async () => {
    const { second, third, ask } = await exchange();
    const phone = '+46701745005';
    const answers: ReturnType<typeof ask>[] = [];
    await service.db.transaction(async (holder) => {
      await holdPeople({ db: holder, workspaceId: workspace.id }, [phone], []);
      const [holding] = await holder.query<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
      answers.push(
        behind(
          service.db,
          async (tx) => {
            await holdPeople({ db: tx, workspaceId: workspace.id }, [second], []);
            await givenContacts({ db: tx, workspaceId: workspace.id }, 1, { email: third, phone });
          },
          ask,
        ),
      );
      const waiting = () => service.db.query(sql`SELECT pid FROM pg_stat_activity WHERE ${holding?.pid}::int = ANY(pg_blocking_pids(pid))`);
      await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(1);
    });
    const [answer] = await Promise.all(answers);
    expect(answer?.data?.items).toMatchObject([
      { status: 'rejected', existing_contact: { email: third } },
      { status: 'rejected', existing_contact: { email: second } },
    ]);
  });

  it('gives up when it has found others than those whom it holds twenty times', async () => {
    /** A database whose transactions find a new contact, so many times. */
    const surprising = (times: number): Db => {
      let left = times;
      const find =
        (tx: Tx): Db['query'] =>
        async <Row>(statement: Statement) => {
          const rows = await tx.query<Row>(statement);
          if (statement.name !== 'find_contacts_matching' || left-- <= 0) return rows;
          return [...rows, { ...(rows[0] as Row), id: newId(), email: `${newId()}@mail.example`, phone: null }];
        };
      const { db } = service;
      return { ...db, prisma: db.prisma, transaction: (work) => db.transaction((tx) => work({ ...tx, query: find(tx) })) };
    };
    const update = (db: Db, items: { contact_id: string; email: string }[]) =>
      writeContacts({ db, ...here() }, openEvents(), { mode: 'update', items, itemIssues: [null, null] });
    const { items } = await exchange();
    await expect(update(surprising(20), items)).rejects.toMatchObject({ code: 'contended' });
    expect(await update(surprising(19), items)).toMatchObject(done);
  });
});

describe('a batch that others always come before', () => {
  /** A database whose batch writes have no effect, so many times. */
  function losing(times: number, answer: () => never[] = () => []): Db {
    let left = times;
    const wrap = <Of extends Db>(db: Of): Of => ({
      ...db,
      prisma: db.prisma,
      query: async (statement) => (statement.name === 'write_contact_batch' && left-- > 0 ? answer() : db.query(statement)),
      transaction: (work) => db.transaction((tx) => work(wrap(tx))),
    });
    return wrap(service.db);
  }
  const create = (db: Db, items: { email: string }[]) =>
    writeContacts({ db, ...here() }, openEvents(), { mode: 'create', items, itemIssues: [null, null] });

  it.runIf(isAtLength)('gives up the twentieth time, if not even one item was settled in between', async () => {
    expect(await create(losing(19), [{ email: 'late1@mail.example' }])).toMatchObject([{ status: 'created' }]);
    await expect(create(losing(20), [{ email: 'late2@mail.example' }])).rejects.toMatchObject({ code: 'contended' });
    await person({ email: 'there@mail.example' });
    const two = (email: string) => [{ email: 'there@mail.example' }, { email }];
    expect(await create(losing(20), two('late3@mail.example'))).toMatchObject([{ status: 'rejected' }, { status: 'created' }]);
    await expect(create(losing(21), two('late4@mail.example'))).rejects.toMatchObject({ code: 'contended' });
  });

  it('fails with what the database says, when it says something else', async () => {
    const contact_id = await person({ email: 'failing@mail.example' });
    const gone = losing(1, () => {
      throw new Error('gone');
    });
    const items = [{ contact_id, email: 'failed@mail.example' }];
    const writing = writeContacts({ db: gone, ...here() }, openEvents(), { mode: 'update', items, itemIssues: [null] });
    await expect(writing).rejects.toThrow('gone');
  });
});

describe('people are held', () => {
  it.runIf(isAtLength)(
    'each in the order that all keep: by the numbers of their identifiers, then by their ids; and no others',
    async () => {
      const ids = (await givenContacts({ db: service.db, workspaceId: workspace.id }, 12)).sort();
      const identifiers = Array.from({ length: 12 }, (_, n) => `held${n}@mail.example`);
      const numbersHeld = (waiting: boolean) =>
        service.db.query<{ number: string }>(sql`
        SELECT ((classid::bigint << 32) | objid::bigint)::text AS number FROM pg_locks
        WHERE locktype = 'advisory' AND objsubid = 1 AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND (NOT ${waiting}::boolean OR pid IN (SELECT pid FROM pg_locks WHERE NOT granted))
        ORDER BY (classid::bigint << 32) | objid::bigint`);
      const numbers = await service.db.transaction(async (tx) => {
        await holdPeople({ db: tx, workspaceId: workspace.id }, identifiers, []);
        return (await numbersHeld(false)).map(({ number }) => number);
      });
      expect(numbers).toHaveLength(12);
      let held: string[] = [];
      await behind(
        service.db,
        (tx) => tx.query(sql`SELECT 1 AS locked FROM pg_advisory_xact_lock(${numbers[6]}::bigint)`),
        () => service.db.transaction((tx) => holdPeople({ db: tx, workspaceId: workspace.id }, identifiers, ids)),
        async () => {
          held = (await numbersHeld(true)).map(({ number }) => number);
        },
      );
      expect(held).toEqual(numbers.slice(0, 6));

      // Neither where they lie nor the plan gives them an order.
      for (const id of ids.toReversed()) await service.db.prisma.contact.updateMany({ where: { id }, data: { company: 'Moved' } });
      let free: boolean[] = [];
      await behind(
        service.db,
        (tx) => holdPeople({ db: tx, workspaceId: workspace.id }, [], [ids[6] as string]),
        () =>
          service.db.transaction(async (tx) => {
            await tx.query(sql`SET LOCAL enable_indexscan = off`);
            await holdPeople({ db: tx, workspaceId: workspace.id }, identifiers, [...ids.slice(0, 3), ...ids.slice(4)].reverse());
          }),
        async () => {
          free = await Promise.all(ids.map((id) => isFree({ db: service.db, workspaceId: workspace.id }, 'contacts', id)));
        },
      );
      expect(free).toEqual(ids.map((_, place) => place === 3 || place > 6));
    },
  );
});
