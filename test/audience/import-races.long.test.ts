/** Concurrent imports and other writers of the same contacts: every request gets an answer, and no contact exists twice. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { fromUlid } from '../../src/platform/ids.ts';
import { rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { givenList } from '../support/given.ts';
import { execute, expectNothingAdrift, expectWhole, getRun, startFile, straight } from '../support/imports.ts';
import { deadlocksIn } from '../support/race.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const PEOPLE = 600;
const ROWS = rounds(1_500, 3_000);
const CLIENTS = 4;
const REQUESTS = rounds(6, 30);

const emailOf = (person: number) => `person${person}@mail.example`;
const phoneOf = (person: number) => `+4670174${String(person).padStart(4, '0')}`;

/** So many numbers, in an order that depends on the step. */
const tour = (step: number, count: number) => Array.from({ length: count }, (_, i) => (i * step + step) % PEOPLE);

/** An address with a neighbour's phone, or with its own. */
const crossed = (person: number, shift: number) => ({ email: emailOf(person), phone: phoneOf((person + shift) % PEOPLE) });

test('two imports and four clients write the same people', async () => {
  const workspace = await service.workspace();
  const { db } = service;
  const lists = [await givenList({ db, workspaceId: workspace.id }, []), await givenList({ db, workspaceId: workspace.id }, [])];
  const runs: string[] = [];
  for (const [step, shifts] of [
    [7, [0, 1, 0]],
    [PEOPLE - 11, [0, 0, 2]],
  ] as const) {
    const lines = tour(step, ROWS).map((person, row) => {
      const { email, phone } = crossed(person, shifts[row % 3] as number);
      return row % 5 === 0 ? `,${phone},City ${row}` : `${email},${row % 5 === 1 ? '' : phone},City ${row}`;
    });
    const session = await startFile(service, workspace, `email,phone,city\n${lines.join('\n')}\n`);
    const plan = { mappings: straight('email', 'phone', 'city'), list_ids: step === 7 ? lists : lists.toReversed() };
    runs.push((await must(execute(workspace, session, plan))).import_run_id);
  }

  const statuses: number[] = [];
  const client = async (step: number) => {
    for (let request = 0; request < REQUESTS; request++) {
      const items = tour(step + request, 100).map((person, i) => crossed(person, i % 3));
      const { response, data } = await workspace.api.POST('/v1/contacts/upsert', { body: { items } });
      statuses.push(response.status);
      const ids = (data?.items ?? []).flatMap(({ contact_id }) => contact_id ?? []);
      const params = { path: { listId: lists[request % 2] as string } };
      const joined = await workspace.api.POST('/v1/contact-lists/{listId}/contacts', { params, body: { contact_ids: [...new Set(ids)] } });
      statuses.push(joined.response.status);
    }
  };
  // Jobs of the two runs in parallel: each drain takes the next one.
  await Promise.all([service.drain(), service.drain(), ...[13, 17, 19, PEOPLE - 23].slice(0, CLIENTS).map(client)]);
  for (const runId of runs) {
    await expect
      .poll(async () => {
        service.clock.advance({ minutes: 1 });
        await service.drain();
        return (await getRun(workspace, runId)).status;
      })
      .toBe('completed');
  }

  expect(statuses.filter((status) => status >= 300)).toEqual([]);
  expect(await deadlocksIn(db)).toBe(0);
  for (const runId of runs) {
    expect((await getRun(workspace, runId)).progress).toMatchObject({ total_rows: ROWS, processed_rows: ROWS });
    await expectWhole(db, runId);
  }
  await expectNothingAdrift(db);

  // The contacts that the runs report as created exist once, and only one writer reports each.
  const [found] = await db.query(sql`
    SELECT count(*)::int AS created, count(DISTINCT r.contact_id)::int AS different, count(c.id)::int AS there,
      (SELECT count(*)::int FROM contacts o WHERE o.workspace_id = ${workspace.id}::uuid AND o.original_source = 'import') AS imported
    FROM contact_import_results r
    LEFT JOIN contacts c ON c.workspace_id = r.workspace_id AND c.id = r.contact_id AND c.original_source = 'import'
    WHERE r.workspace_id = ${workspace.id}::uuid AND r.status = 'created' AND r.run_id = ANY(${runs.map(fromUlid)}::uuid[])`);
  const { created } = found as { created: number };
  expect(found).toEqual({ created, different: created, there: created, imported: created });
  const [twice] = await db.query(sql`
    SELECT count(*)::int - count(DISTINCT email)::int - count(*) FILTER (WHERE email IS NULL)::int AS emails,
      count(*)::int - count(DISTINCT phone)::int - count(*) FILTER (WHERE phone IS NULL)::int AS phones
    FROM contacts WHERE workspace_id = ${workspace.id}::uuid`);
  expect(twice).toEqual({ emails: 0, phones: 0 });
});
