/** Reads of an import, for each row, from the tables that it fills. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { rounds } from '../support/at-length.ts';
import { givenList } from '../support/given.ts';
import { runImport, startFile, straight } from '../support/imports.ts';
import { startTestService, type TestService } from '../support/service.ts';

const FILLED = ['contacts', 'contact_moments', 'contact_list_members', 'contact_import_results'];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const PEOPLE = rounds(3_000, 8_000);

/** Rows and entries of indexes that were read, of the tables that an import fills, by all who have ended their transactions. */
async function reads(): Promise<number> {
  const [read] = await service.db.query<{ count: number }>(sql`
    SELECT ((SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = ANY(${FILLED}::text[]))
      + (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname = ANY(${FILLED}::text[])))::float8 AS count`);
  return read?.count as number;
}

test('is a few rows, before PostgreSQL knows how large the tables have become', async () => {
  for (const table of FILLED) await service.db.query({ text: `ALTER TABLE ${table} SET (autovacuum_enabled = false)`, values: [] });
  const lists = [
    await givenList({ db: service.db, workspaceId: service.id }, []),
    await givenList({ db: service.db, workspaceId: service.id }, []),
  ];
  const people = Array.from({ length: PEOPLE }, (_, row) => `person${row}@mail.example,City ${row % 10}`);
  // Everybody twice, the second time on the lists already.
  const file = await startFile(service, service, `email,city\n${people.join('\n')}\n${people.join('\n')}\n`);
  const { run } = await runImport(service, service, file, { mappings: straight('email', 'city'), list_ids: lists });
  expect(run).toMatchObject({ created_count: PEOPLE, updated_count: PEOPLE });
  // A connection tells what it has read when it ends.
  await service.db.query(sql`
    SELECT pg_terminate_backend(pid, 10_000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  const each = (await reads()) / (2 * PEOPLE);
  expect(each).toBeGreaterThan(1);
  // It is four or five, or some fifty where the first chunks were planned blindly; if each row read all before it, it would be as many as there are.
  expect(each).toBeLessThan(200);
});
