/** Writers of the same people at the same moment: who waits for whom, what is held meanwhile, and what is looked at again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdPeople } from '../../src/audience/contacts/hold.repo.ts';
import type { Mapping } from '../../src/audience/imports/mappings.ts';
import { holdStaged, type Merge, mergeStaged, type StagedRow, stage } from '../../src/audience/imports/merge.repo.ts';
import { type Db, sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { must } from '../support/blast.ts';
import { behind, deadlocksIn } from '../support/race.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
let workspace: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
  workspace = await service.workspace();
});
afterAll(() => service.stop());

const upsert = (items: { email?: string; phone?: string; company?: string }[], key?: string) =>
  workspace.api.POST('/v1/contacts/upsert', { body: { items }, ...(key && { headers: { 'Idempotency-Key': key } }) });

async function person(fields: { email: string; phone?: string }): Promise<string> {
  return (await must(upsert([fields]))).items[0]?.contact_id as string;
}

/** Whether nobody holds the row. Waits for nobody. */
async function isFree(table: 'contacts' | 'contact_lists', id: string): Promise<boolean> {
  const free = await service.db.query({
    text: `SELECT 1 AS free FROM ${table} WHERE workspace_id = $1::uuid AND id = $2::uuid FOR UPDATE SKIP LOCKED`,
    values: [workspace.id, id],
  });
  return free.length === 1;
}

describe('batches of the same people', () => {
  const PEOPLE = 60;
  /** All of them, in an order of the batch's own, some with a phone that another batch gives to somebody else. */
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

  it.each([
    ['as they come', 'p'],
    ['each in a transaction, under a key', 'k'],
  ])('wait for one another and not in a circle, %s', async (_how, mark) => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, batch) => upsert(everybody(batch, mark), mark === 'k' ? `batch ${batch}` : undefined)),
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
        // Somebody else is giving the phone to a new contact.
        await holdPeople(tx, workspace.id, [phone], []);
        await tx.query(sql`
          INSERT INTO contacts (workspace_id, id, email, phone, display_name, original_source, created_at, updated_at)
          VALUES (${workspace.id}::uuid, ${newId()}::uuid, 'first@mail.example', ${phone}, 'First', 'public_api', now(), now())`);
      },
      () => {
        asked = upsert([
          { email: 'known@mail.example', company: 'Changed' },
          { email: 'late@mail.example', phone },
        ]);
        return asked;
      },
      async () => {
        wasFree = await isFree('contacts', known);
      },
    );
    expect((await must(asked as ReturnType<typeof upsert>)).items.map(({ status }) => status)).toEqual(['updated', 'rejected']);
    expect(wasFree).toBe(true);
  });

  it('of contacts named by their ids, too', async () => {
    const ids = (await must(upsert(everybody(0, 'p')))).items.map(({ contact_id }) => contact_id as string);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, batch) => {
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
});

describe('a chunk of an import', () => {
  const mappings: Mapping[] = [
    { header: 'email', column: 0, kind: 'standard', field: 'email', fill: false },
    { header: 'city', column: 1, kind: 'standard', field: 'city', fill: false },
  ] as Mapping[];
  const row = (email: string, city: string, rowNumber = 2): StagedRow => ({
    rowNumber,
    contactId: newId(),
    defaultName: email,
    emailDomain: 'mail.example',
    values: { email, city },
    customOver: null,
    customUnder: null,
    fieldIssues: null,
    notes: null,
    cells: [email, city],
  });
  async function merging(
    rows: StagedRow[],
    listIds: string[] = [],
  ): Promise<{ merge: Merge; run: (tx: Db) => ReturnType<typeof mergeStaged> }> {
    const merge: Merge = {
      workspaceId: workspace.id,
      runId: newId(),
      claimId: newId(),
      fileName: null,
      mappings,
      skipExisting: false,
      listIds,
      named: false,
    };
    await stage(service.db, merge, rows);
    return { merge, run: (tx) => mergeStaged(tx, merge, rows.length, service.clock.now()) };
  }
  const cityOf = async (id: string) => (await service.db.prisma.contact.findFirstOrThrow({ where: { id } })).city;

  it('looks at the identifier once more when it holds the contact: it may be somebody else by then', async () => {
    const id = await person({ email: 'renamed@mail.example' });
    const { run } = await merging([row('renamed@mail.example', 'Oslo')]);
    const { counts } = await behind(
      service.db,
      (tx) =>
        tx.query(sql`UPDATE contacts SET email = 'other@mail.example' WHERE workspace_id = ${workspace.id}::uuid AND id = ${id}::uuid`),
      () => service.db.transaction(run),
    );
    expect(counts).toMatchObject({ created: 1, updated: 0 });
    expect(await cityOf(id)).toBeNull();
  });

  it('holds no list while it waits for a contact', async () => {
    const id = await person({ email: 'member@mail.example' });
    const { list_id } = await must(workspace.api.POST('/v1/contact-lists', { body: { name: 'Members', kind: 'static' } }));
    const { run } = await merging([row('member@mail.example', 'Oslo')], [list_id]);
    let wasFree: boolean | undefined;
    await behind(
      service.db,
      (tx) => tx.query(sql`SELECT 1 AS locked FROM contacts WHERE workspace_id = ${workspace.id}::uuid AND id = ${id}::uuid FOR UPDATE`),
      () => service.db.transaction(run),
      async () => {
        wasFree = await isFree('contact_lists', list_id);
      },
    );
    expect(wasFree).toBe(true);
    expect(await cityOf(id)).toBe('Oslo');
  });

  it('holds everybody that it is about before its first pass, and nobody before all identifiers', async () => {
    // The second row waits for a later pass, since the first has its phone; its contact is held from the beginning.
    const first = await person({ email: 'one@mail.example' });
    const second = await person({ email: 'two@mail.example' });
    const rows = [row('one@mail.example', 'Oslo'), row('two@mail.example', 'Bergen', 3)];
    const { merge } = await merging(rows);
    await service.db.transaction(async (tx) => {
      await holdStaged(tx, merge);
      expect([await isFree('contacts', first), await isFree('contacts', second)]).toEqual([false, false]);
    });

    let wasFree: boolean | undefined;
    await behind(
      service.db,
      (tx) => holdPeople(tx, workspace.id, ['two@mail.example'], []),
      () => service.db.transaction((tx) => holdStaged(tx, merge)),
      async () => {
        wasFree = await isFree('contacts', first);
      },
    );
    expect(wasFree).toBe(true);
  });

  it('waits for the chunk of another run of its workspace', async () => {
    const { merge } = await merging([row('three@mail.example', 'Oslo')]);
    const { merge: other } = await merging([row('four@mail.example', 'Oslo')]);
    await behind(
      service.db,
      (tx) => holdStaged(tx, merge),
      () => service.db.transaction((tx) => holdStaged(tx, other)),
    );
  });
});
