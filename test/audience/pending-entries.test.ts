/** Pending entries that writes leave in the search indexes of contacts. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { pendingEntrySweep } from '../../src/audience/contacts/contact-page.repo.ts';
import { must } from '../support/blast.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
let workspace: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  workspace = await service.workspace();
});

let marks = 0;
async function write(): Promise<string> {
  const mark = `trailhead${++marks}x`;
  await must(workspace.api.POST('/v1/contacts', { body: { items: [{ email: `${mark}@example.com` }] } }));
  return mark;
}
const found = async (search: string) =>
  (await must(workspace.api.GET('/v1/contacts', { params: { query: { search } } }))).items.map(({ email }) => email);

/** Puts away what is in the lists, and tells how many pages that were. */
async function pages(): Promise<number> {
  const { rows } = await service.db.pool.query(`
    SELECT sum(gin_clean_pending_list(i.oid))::int AS pages FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_am m ON m.oid = i.relam
    WHERE x.indrelid = 'contacts'::regclass AND m.amname = 'gin'`);
  return rows[0].pages;
}

it('is found at once, and is put away before long', async () => {
  await pages();
  const mark = await write();
  expect(await found(mark)).toEqual([`${mark}@example.com`]);
  expect(await pages()).toBeGreaterThan(0);

  const later = await write();
  await service.drain();
  expect(await pages()).toBe(0);
  expect(await found(later)).toEqual([`${later}@example.com`]);
});

it('is put away by one process at a time, for which no other waits', async () => {
  await pages();
  await write();
  const { db } = service;
  const sweep = () => pendingEntrySweep({ db }).run(new AbortController().signal);
  await db.transaction(async (tx) => {
    await pendingEntrySweep({ db: tx }).run(new AbortController().signal);
    await write();
    await sweep();
  });
  expect(await pages()).toBeGreaterThan(0);
  await write();
  await sweep();
  expect(await pages()).toBe(0);
});
