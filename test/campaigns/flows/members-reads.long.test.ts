/** Reads of an enrolment from the tables of members, in a new flow beside a large one. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '../../support/blast.ts';
import { givenContacts } from '../../support/given.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const TABLES = ['flow_memberships', 'flow_positions'];
const PEOPLE = 200;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function activeFlow(): Promise<{ flowId: string; list_id: string }> {
  const { list_id } = await must(service.api.POST('/v1/contact-lists', { body: { name: `List ${Math.random()}`, kind: 'static' } }));
  const steps = [{ step_id: 'a_day', type: 'wait' as const, duration_amount: 1, duration_unit: 'days' as const }];
  const body = { name: 'Welcome', triggers: [{ type: 'added_to_static_list' as const, list_id }], steps };
  const { flow_id: flowId } = await must(service.api.POST('/v1/email-flows', { body }));
  await must(service.api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId } } }));
  return { flowId, list_id };
}
async function enrolAll(flowId: string, people: string[]): Promise<void> {
  for (let i = 0; i < people.length; i += 50)
    await Promise.all(
      people.slice(i, i + 50).map((contactId) =>
        must(
          service.api.POST('/v1/email-flows/{flowId}/contacts/{contactId}', {
            params: { path: { flowId, contactId } },
            body: {},
          }),
        ),
      ),
    );
}
/** Rows and entries of indexes that were read, by all who have ended their transactions. */
async function reads(): Promise<number> {
  const { connectionString } = service.db.pool.options;
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    // A connection tells what it has read when it ends.
    await client.query(
      'SELECT pg_terminate_backend(pid, 10_000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    const { rows } = await client.query(
      `SELECT ((SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = ANY($1::text[]))
         + (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname = ANY($1::text[])))::float8 AS count`,
      [TABLES],
    );
    return rows[0].count;
  } finally {
    await client.end();
  }
}

test('is a few rows, however many members the flow has got since anybody counted', async () => {
  const people = await givenContacts({ db: service.db, workspaceId: service.id }, 2 * PEOPLE);
  const { list_id } = await activeFlow();
  const params = { path: { listId: list_id } };
  await must(service.api.POST('/v1/contact-lists/{listId}/contacts', { params, body: { contact_ids: people } }));
  await service.drain();
  for (const table of TABLES) {
    await service.db.query({ text: `ALTER TABLE ${table} SET (autovacuum_enabled = false)`, values: [] });
    await service.db.query({ text: `ANALYZE ${table}`, values: [] });
  }
  const { flowId } = await activeFlow();
  const before = await reads();
  await enrolAll(flowId, people.slice(0, PEOPLE));
  const each = ((await reads()) - before) / PEOPLE;
  expect(each).toBeGreaterThan(1);
  // It is some ten; if each looked through those who entered before it, it would be a hundred and more.
  expect(each).toBeLessThan(60);
});
