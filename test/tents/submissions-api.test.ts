/** Submissions as a resource: the list with its filters, one of them, and their export. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, toUlid } from '../../src/platform/ids.ts';
import type { SubmissionFilters } from '../../src/tents/forms/submission-page.repo.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { parseCsv } from '../support/csv.ts';
import { explain, statementsOf } from '../support/plans.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { givenTent, sendSignup } from './given.ts';

let service: TestService;
let tentId: string;
let port: number;
beforeAll(async () => {
  service = await startTestService();
  tentId = await givenTent({ db: service.db, workspaceId: service.id });
  port = service.service.pagesPort as number;
});
afterAll(() => service.stop());

interface Given {
  at: string;
  fields: Record<string, string>;
  formId?: string;
  contactId?: string | null;
}

async function giveSubmission({ at, fields, formId = 'signup', contactId = null }: Given, tent = tentId): Promise<string> {
  const id = newId();
  const row = { workspaceId: service.id, tentId: tent, id, formId, fields, contactId, submittedAt: new Date(at) };
  await service.db.prisma.submission.create({ data: row });
  return toUlid(id);
}

const list = (query: object = {}, tent = tentId) =>
  service.api.GET('/v1/tents/{tentId}/submissions', { params: { path: { tentId: tent }, query } });
const idsOf = async (query: object, tent = tentId) => (await must(list(query, tent))).submissions.map(({ submission_id }) => submission_id);
const get = (submission_id: string, tent = tentId) =>
  service.api.GET('/v1/tents/{tentId}/submissions/{submission_id}', { params: { path: { tentId: tent, submission_id } } });

test('a form that was sent is there, with its contact or without one, and goes on without a contact that is deleted', async () => {
  const tent = await givenTent({ db: service.db, workspaceId: service.id });
  await sendSignup({ port, slug: service.slug, tentId: tent }, 'noor@mail.example');
  await sendSignup({ port, slug: service.slug, tentId: tent }, 'no address');
  const { submissions } = await must(list({}, tent));
  const [without, made] = submissions;
  expect(without).toMatchObject({ form_id: 'signup', contact_id: null, fields: { email: 'no address', favourite_trail: 'Ridge' } });
  expect(made).toMatchObject({ tent_id: tent, contact_id: expect.any(String), fields: { email: 'noor@mail.example' }, origin: null });
  expect(await must(get(made?.submission_id as string, tent))).toEqual(made);
  const contact_id = made?.contact_id as string;
  await service.api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id } } });
  expect(await must(get(made?.submission_id as string, tent))).toEqual({ ...made, contact_id: null });
  expect((await get(made?.submission_id as string)).response.status).toBe(404);
  expect((await list({}, newId())).response.status).toBe(404);
});

describe('the list', () => {
  let tent: string;
  const ids: string[] = [];
  beforeAll(async () => {
    tent = await givenTent({ db: service.db, workspaceId: service.id });
    const given: Given[] = [
      { at: '2026-03-01T09:00:00Z', fields: { name: 'Ödön', note: 'Two of us, 50% off' } },
      { at: '2026-03-02T09:00:00Z', fields: { name: 'Maya' }, formId: 'feedback' },
      { at: '2026-03-02T09:00:00Z', fields: { name: 'Jonas', note: 'three "quoted" words' } },
      { at: '2026-03-03T00:00:00Z', fields: { name: 'Noor' } },
    ];
    for (const one of given) ids.push(await giveSubmission(one, tent));
  });

  test('is the latest first, narrowed down by form, time and text', async () => {
    const [first, second, third, last] = ids as [string, string, string, string];
    expect(await idsOf({}, tent)).toEqual([last, third, second, first]);
    expect(await idsOf({ form_id: 'feedback' }, tent)).toEqual([second]);
    expect(await idsOf({ form_id: 'unknown' }, tent)).toEqual([]);
    expect(await idsOf({ from: '2026-03-02', to: '2026-03-03' }, tent)).toEqual([third, second]);
    expect(await idsOf({ from: '2026-03-03T00:00:00Z' }, tent)).toEqual([last]);
    expect(await idsOf({ search: 'ödÖ' }, tent)).toEqual([first]);
    expect(await idsOf({ search: '"QUOTED"' }, tent)).toEqual([third]);
    // Signs of a pattern stand for themselves, and names of fields are not read.
    expect(await idsOf({ search: '50% off' }, tent)).toEqual([first]);
    expect(await idsOf({ search: '50_ off' }, tent)).toEqual([]);
    expect(await idsOf({ search: 'note' }, tent)).toEqual([]);
    expect((await list({ search: 'ab' }, tent)).response.status).toBe(400);
  });

  test('is read page by page, also among those of one moment', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page: { submissions: { submission_id: string }[]; next_cursor?: string } = await must(list({ limit: 1, cursor }, tent));
      seen.push(...page.submissions.map(({ submission_id }) => submission_id));
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen).toEqual(ids.toReversed());
    const { next_cursor } = await must(list({ limit: 1 }, tent));
    expect((await list({ limit: 1, cursor: next_cursor, search: 'Noor' }, tent)).error).toMatchObject({ error_code: 'invalid_cursor' });
  });
});

test('an export has the fields as columns, and opens in a spreadsheet', async () => {
  const tent = await givenTent({ db: service.db, workspaceId: service.id }, { name: 'Guided hikes' });
  const first = await giveSubmission({ at: '2026-03-01T09:00:00Z', fields: { name: '=1+1', origin: 'Leeds' } }, tent);
  const second = await giveSubmission({ at: '2026-03-02T09:00:00Z', fields: { note: 'a,b' }, formId: 'feedback' }, tent);
  const exported = async (query: object) => {
    const path = { tentId: tent };
    const { export: started } = await must(service.api.POST('/v1/tents/{tentId}/submissions/export', { params: { path, query } }));
    expect(started.file_name).toBe(`guided-hikes-submissions-${service.clock.now().toISOString().slice(0, 10)}.csv`);
    await service.drain();
    const there = { path: { tentId: tent, exportId: started.export_id } };
    const { export: done } = await must(service.api.GET('/v1/tents/{tentId}/submissions/export/{exportId}', { params: there }));
    expect(done.status).toBe('completed');
    const url = done.download_url as string;
    return parseCsv(await (await fetch(`${service.url}${url.slice(new URL(url).origin.length)}`)).text());
  };
  expect(await exported({})).toEqual([
    ['submission_id', 'form_id', 'contact_id', 'origin', 'submitted_at', 'name', 'note', 'fields.origin'],
    [first, 'signup', '', '', '2026-03-01T09:00:00.000Z', "'=1+1", '', 'Leeds'],
    [second, 'feedback', '', '', '2026-03-02T09:00:00.000Z', '', 'a,b', ''],
  ]);
  expect((await exported({ form_id: 'feedback' })).map((cells) => cells[0])).toEqual(['submission_id', second]);
});

test.runIf(isAtLength)('a page of many submissions reads few of them, whatever it is narrowed down by', async () => {
  const tent = await givenTent({ db: service.db, workspaceId: service.id });
  const many = rounds(20_000, 300_000);
  const atOnce = 20_000;
  for (let first = 1; first <= many; first += atOnce)
    await service.db.pool.query(
      `INSERT INTO submissions (workspace_id, tent_id, id, form_id, fields, submitted_at)
       SELECT $1, $2, gen_random_uuid(), CASE WHEN n = 7 THEN 'rare' ELSE 'signup' END,
         jsonb_build_object('email', 'visitor' || n || '@mail.example', 'note', md5(n::text)), timestamptz '2026-01-01' + n * interval '1 minute'
       FROM generate_series($3::int, $4::int) AS n`,
      [service.id, tent, first, first + atOnce - 1],
    );
  await service.db.pool.query('VACUUM ANALYZE submissions');
  const read = async (query: SubmissionFilters | object, found: number) => {
    const noted = await statementsOf(async () => expect((await idsOf(query, tent)).length).toBe(found));
    const [statement] = noted.filter(({ text }) => /FROM submissions\b/.test(text));
    return explain(service.db.pool, statement as { text: string; values: unknown[] }, new Set(['submissions']));
  };
  for (const [query, found] of [
    [{}, 25],
    [{ form_id: 'rare' }, 1],
    [{ from: '2026-01-02', to: '2026-01-03' }, 25],
    [{ search: 'visitor77@mail' }, 1],
    [{ search: 'nowhere to be found' }, 0],
    [{ search: 'mail.example' }, 25],
  ] as const) {
    const { scanned, rows } = await read(query, found);
    expect([query, [...scanned], rows < 500]).toEqual([query, [], true]);
  }
});

test('submissions that an earlier version had in timelines alone are carried over once', async () => {
  const tent = await givenTent({ db: service.db, workspaceId: service.id });
  await sendSignup({ port, slug: service.slug, tentId: tent }, 'both@mail.example');
  const { submissions } = await must(list({}, tent));
  const contactId = submissions[0]?.contact_id as string;
  const fields = { email: 'both@mail.example', note: 'Long ago' };
  const metadata = { tent_id: tent, form_id: 'ask', fields };
  await service.db.pool.query(
    `INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata)
     VALUES ($1, $2, 'form_submission', '2025-05-01T10:00:00Z', $3), ($1, $2, 'form_submission', '2025-05-01T10:00:00Z', '{}')`,
    [service.id, contactId, metadata],
  );
  const script = await readFile(
    new URL('../../prisma/migrations/20261129040003_submissions_carried/migration.sql', import.meta.url),
    'utf8',
  );
  for (const _run of [1, 2]) {
    await service.db.pool.query(script);
    const [kept, carried, ...more] = (await must(list({}, tent))).submissions;
    expect([kept, more]).toEqual([submissions[0], []]);
    expect(carried).toMatchObject({ form_id: 'ask', contact_id: contactId, fields, submitted_at: '2025-05-01T10:00:00.000Z' });
    expect((carried?.submission_id ?? '') < (kept?.submission_id ?? '')).toBe(true);
  }
});
