/**
 * The plans of each query about many contacts. The statements are those that a request really makes, noted on
 * their way to the database and then run once more under EXPLAIN.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { seedContacts, settle } from '../../scripts/bench/seed.ts';
import { ORDERS as CONTACT_ORDERS } from '../../src/audience/contacts/contact-page.repo.ts';
import { WITH_MOMENTS } from '../../src/audience/contacts/contacts.repo.ts';
import { pagesOfMembers } from '../../src/audience/exports/list-export.ts';
import { pagesOfAttention } from '../../src/audience/imports/runs.repo.ts';
import { suppressionReason } from '../../src/audience/suppressions/suppression.ts';
import { nextIds } from '../../src/campaigns/contact-jobs/contact-jobs.repo.ts';
import { FIRST_ID } from '../../src/platform/chunks.ts';
import { newId, toUlid, type WorkspaceId } from '../../src/platform/ids.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { givenList } from '../support/given.ts';
import { explain, type Read, statementsOf } from '../support/plans.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Enough that the planner has to choose, and at length as many as a middling workspace has. */
const CONTACTS = rounds(10_000, 50_000);
/** Read for one page, by whatever way; a list's first page looks through some thousands of contacts at most. */
const FEW = CONTACTS * 0.16;
/** The tables that are never to be read from end to end, where an index must serve. Moments are narrow: who counts them all may. */
const LARGE = new Set(['custom_events_rest', 'contacts', 'contact_activities', 'contact_list_members', 'contact_import_results']);

let service: TestService;
let person: { id: string; email: string; phone: string; city: string };
const lists: Record<string, string> = {};
const fields: Record<string, string> = {};

beforeAll(async () => {
  service = await startTestService({}, { isFresh: true });
  const { pool } = service.db;
  await seedContacts(pool.options.connectionString as string, service.id, CONTACTS);
  // Compared with it, the others are small parts of their table, and a full scan would be wrong.
  const everybody = await givenList({ db: service.db, workspaceId: service.id }, [], { memberCount: CONTACTS });
  await pool.query(
    `INSERT INTO contact_list_members (workspace_id, list_id, contact_id, added_at)
     SELECT workspace_id, $1, id, created_at FROM contacts WHERE workspace_id = $2`,
    [everybody, service.id],
  );
  await settle(pool, 'contact_list_members');
  await pool.query('ANALYZE contact_list_members');
  for (const { list_id, name } of (await must(service.api.GET('/v1/contact-lists', {}))).lists) lists[name] = list_id;
  const definitions = await must(service.api.GET('/v1/contact-fields', {}));
  for (const { api_name, field_definition_id } of definitions.fields) fields[api_name] = field_definition_id;
  const rules = all(of('lifecycleStage', 'equals', 'customer'), of('email', 'is_not_empty'));
  const dynamic = await must(
    service.api.POST('/v1/contact-lists', { body: { name: 'Reached customers', kind: 'dynamic', rules: rules as never } }),
  );
  lists['Reached customers'] = dynamic.list_id;
  // Three logins of everybody, and a few orders.
  await pool.query(
    `INSERT INTO custom_events (workspace_id, contact_id, name, id, received_at, properties)
     SELECT workspace_id, id, 'login', uuid_v7(now() - n * interval '20 days'), now(), jsonb_build_object('n', n)
     FROM contacts CROSS JOIN generate_series(0, 2) AS n WHERE workspace_id = $1
     UNION ALL
     SELECT workspace_id, id, 'order', uuid_v7(now()), now(), '{"total": 20}' FROM (SELECT * FROM contacts WHERE workspace_id = $1 ORDER BY id LIMIT 50) AS c`,
    [service.id],
  );
  await settle(pool, 'custom_events_rest');
  await pool.query('ANALYZE custom_events');
  const { rows } = await pool.query(
    "SELECT id, email, phone, city FROM contacts WHERE email IS NOT NULL AND phone IS NOT NULL AND city LIKE '%by' ORDER BY email LIMIT 1",
  );
  person = rows[0];
  await pool.query(
    `UPDATE contacts SET external_id = 'crm-' || id, tags = '{walker}', language = 'nn'
     WHERE workspace_id = $1 AND id IN (SELECT id FROM contacts WHERE workspace_id = $1 ORDER BY id LIMIT 20)`,
    [service.id],
  );
});
afterAll(() => service.stop());

/** Runs `work` and explains each statement that it made and that mentions contacts or suppressions. */
async function plansOf(work: () => Promise<unknown>): Promise<Read[]> {
  const noted = (await statementsOf(work)).filter(({ text }) =>
    /\b(FROM|JOIN) (contact(s|_moments|_activities|_list_members|_import_results)|suppressions)\b/.test(text),
  );
  expect(noted).not.toEqual([]);
  const reads: Read[] = [];
  for (const statement of noted) reads.push(await explain(service.db.pool, statement, LARGE));
  return reads;
}

/** Holds what a question reads against what it must be answered by, whichever of its statements that is. */
async function expectPlans(work: () => Promise<unknown>, ...indexes: string[]): Promise<Read[]> {
  const reads = await plansOf(work);
  expect(reads.flatMap(({ indexes: used }) => [...used])).toEqual(expect.arrayContaining(indexes));
  expect(reads.flatMap(({ scanned }) => [...scanned])).toEqual([]);
  return reads;
}

type Rules = components['schemas']['SearchRuleTree'];
const of = (field: string, operator: string, value?: string | number) =>
  ({ kind: 'condition', source: 'contact', field, operator, value }) as Rules;
const all = (...conditions: Rules[]) => ({ kind: 'group', operator: 'and', conditions }) as Rules;
const contacts = (query: Record<string, unknown>) => () => must(service.api.GET('/v1/contacts', { params: { query: query as never } }));
const search = (rules: Rules, rest: Record<string, unknown> = {}) =>
  must(service.api.POST('/v1/contacts/search', { body: { rules, ...rest } }));
const members =
  (list: string, query: Record<string, unknown> = {}) =>
  () =>
    must(
      service.api.GET('/v1/contact-lists/{listId}/contacts', {
        params: { path: { listId: lists[list] as string }, query: query as never },
      }),
    );

const ORDERS = [
  ['created_at', 'contacts_created'],
  ['updated_at', 'contact_moments_updated'],
  ['last_activity_at', 'contact_moments_active'],
  ['display_name', 'contacts_display_name'],
  ['first_name', 'contacts_first_name'],
  ['last_name', 'contacts_last_name'],
  ['normalized_email', 'contacts_email'],
  ['original_source', 'contacts_original_source'],
] as const;
/** At length both ways; else one of the two, by turns: an index is read from either end. */
const ORDERS_BOTH_WAYS = ORDERS.flatMap(([sort, index], place) =>
  (['asc', 'desc'] as const).filter((_order, way) => isAtLength || way === place % 2).map((order) => ({ sort, order, index })),
);
/** The reads of the page itself, without its count, which may read everything. */
async function pageOf(work: () => Promise<unknown>): Promise<Read> {
  return (await plansOf(work)).reduce((least, read) => (read.rows < least.rows ? read : least));
}

test('the next contacts of a contact job are read by the key', async () => {
  const members = { id: '', kind: 'dynamic', rules: null };
  const span = { after: FIRST_ID, upTo: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
  await expectPlans(() => nextIds({ db: service.db, workspaceId: service.id as WorkspaceId }, { members, span }, 1_000), 'contacts_pkey');
});

describe('a page of contacts', () => {
  test.each(ORDERS_BOTH_WAYS)('by $sort $order is read from its index', async ({ sort, order, index }) => {
    const reads = await expectPlans(contacts({ sort, order }));
    expect(reads.find(({ rows }) => rows < 100)?.indexes).toContain(index);
  });

  test.each(ORDERS_BOTH_WAYS)('far back by $sort $order passes over the others in the index alone', async ({ sort, order, index }) => {
    const reads = await plansOf(contacts({ sort, order, page: CONTACTS / 100 }));
    expect(reads.flatMap(({ alone }) => [...alone])).toContain(index);
  });

  test('of those without a value is read in the order of the key', async () => {
    const reads = await expectPlans(
      contacts({ sort: 'last_activity_at', limit: 100, page: CONTACTS / 100 / 2 }),
      'contact_moments_active',
      'contact_moments_pkey',
    );
    expect(reads.length).toBe(4);
  });

  test('of recent changes is counted from the index, too', async () => {
    const { rows } = await service.db.pool.query('SELECT updated_at FROM contact_moments ORDER BY updated_at DESC OFFSET 500 LIMIT 1');
    const reads = await expectPlans(
      contacts({ sort: 'updated_at', order: 'asc', updated_after: rows[0].updated_at.toISOString() }),
      'contact_moments_updated',
    );
    for (const read of reads) expect(read.rows).toBeLessThanOrEqual(500);
  });

  test('that a text is looked for in is found by its trigrams', async () => {
    const reads = await expectPlans(contacts({ search: person.email.slice(0, -4) }), 'contacts_search');
    for (const read of reads) expect(read.rows).toBeLessThan(FEW);
  });

  test('by email and phone is looked up in their indexes', async () => {
    const [read] = await expectPlans(contacts({ email: person.email, phone: person.phone }), 'contacts_email', 'contacts_phone');
    expect(read?.rows).toBeLessThan(10);
  });
});

test('the page of a timeline is read from its index', async () => {
  const params = { path: { contact_id: person.id } };
  const [read] = await expectPlans(
    () => must(service.api.GET('/v1/contacts/{contact_id}/activities', { params })),
    'contact_activities_pkey',
  );
  expect(read?.rows).toBeLessThan(20);
});

describe('a page of members', () => {
  test.each(
    ORDERS_BOTH_WAYS.flatMap((order) => ['Spring newsletter', 'Reached customers', 'All contacts'].map((list) => ({ ...order, list }))),
  )('of $list by $sort $order looks through the first contacts', async ({ list, sort, order, index }) => {
    const page = await pageOf(members(list, { sort, order }));
    expect(page.indexes).toContain(index);
    expect(page.rows).toBeLessThan(FEW);
  });

  test.each(ORDERS_BOTH_WAYS)('by $sort $order is the one that sorting everybody gives', async ({ sort, order }) => {
    for (const [list, page] of [
      ['Spring newsletter', 2],
      ['Friends of the house', 1],
    ] as const) {
      const { contacts: found } = await members(list, { sort, order, page, limit: 20 })();
      const { rows } = await service.db.pool.query<{ id: string }>(
        `SELECT c.id FROM contacts c ${WITH_MOMENTS} JOIN contact_list_members m ON m.contact_id = c.id WHERE m.list_id = $1
         ORDER BY ${CONTACT_ORDERS[sort].key} ${order} NULLS LAST, c.id ${order} LIMIT 20 OFFSET $2`,
        [lists[list], (page - 1) * 20],
      );
      expect(found.map(({ contact_id }) => contact_id)).toEqual(rows.map(({ id }) => id));
    }
  });

  test('of everybody far back is read from the index of the order, too', async () => {
    const reads = await plansOf(members('All contacts', { sort: 'display_name', page: CONTACTS / 100 }));
    expect(reads.flatMap(({ alone }) => [...alone])).toContain('contacts_display_name');
  });

  test.each(['asc', 'desc'])('last added %s is read from the index of the list', async (order) => {
    const [read] = await expectPlans(members('Spring newsletter', { sort: 'member_added_at', order }), 'contact_list_members_added');
    // One page of the list, and the contacts on it.
    expect(read?.rows).toBeLessThanOrEqual(100);
  });

  test('of a small list is sorted from its members alone', async () => {
    const [read] = await expectPlans(members('Friends of the house', { sort: 'last_name' }), 'contacts_pkey');
    expect(read?.rows).toBeLessThan(200);
  });

  test('that a text is looked for in is found by its trigrams', async () => {
    const reads = await expectPlans(members('Spring newsletter', { search: person.email.slice(0, -4) }), 'contacts_search');
    for (const read of reads) expect(read.rows).toBeLessThan(FEW);
  });

  test('who are unsubscribed is read from their index', async () => {
    await expectPlans(members('Unsubscribed'), 'contacts_unsubscribed');
  });

  test('for an export is read along the key of the list', async () => {
    for (const [list, kind] of [
      ['Spring newsletter', 'static'],
      ['All contacts', 'system'],
    ] as const) {
      const pages = pagesOfMembers(
        { db: service.db, workspaceId: service.id, now: service.clock.now() },
        { id: lists[list] as string, kind, rules: null },
      );
      const reads = await expectPlans(
        async () => {
          await pages.next();
          await pages.next();
        },
        kind === 'static' ? 'contact_list_members_pkey' : 'contacts_pkey',
      );
      // Each of the 200 as a member, as a contact, and when they were last touched.
      for (const read of reads) expect(read.rows).toBeLessThanOrEqual(600);
    }
  });
});

test.each(['Spring newsletter', 'All contacts', 'Subscribed', 'Unsubscribed'])(
  'members of %s are counted without reading contacts',
  async (list) => {
    const path = { listId: lists[list] as string };
    // Index-only scans need a current visibility map: an autovacuum that came too early leaves the planner a sequential scan.
    for (const table of ['contacts', 'contact_moments', 'suppressions']) await settle(service.db.pool, table);
    const [read] = await expectPlans(() => must(service.api.GET('/v1/contact-lists/{listId}/member-count', { params: { path } })));
    expect([...(read as Read).indexes]).not.toEqual([]);
  },
);

describe('suppressed addresses', () => {
  const suppressions = (query: Record<string, unknown>) => () => must(service.api.GET('/v1/suppressions', { params: { query } }));

  test('are listed from the index of their order, however far the page is', async () => {
    for (const page of [1, 40]) {
      const read = await pageOf(suppressions({ page }));
      expect(read.indexes).toEqual(new Set(['suppressions_since']));
      expect(read.rows).toBeLessThanOrEqual(25 * page);
    }
  });

  test('are looked up by their key', async () => {
    const [read] = await expectPlans(suppressions({ address: person.email }), 'suppressions_pkey');
    expect(read?.rows).toBeLessThan(5);
  });

  test('are found for many contacts in one hash, and for few by the key', async () => {
    const client = await service.db.pool.connect();
    const plan = async (source: string) => {
      const { rows } = await client.query<{ line: string }>({
        text: `EXPLAIN (VERBOSE) SELECT c.id, ${suppressionReason(false).text} FROM ${source} WHERE c.workspace_id = $1`,
        values: [service.id],
      });
      return rows.map((row) => Object.values(row)[0]).join('\n');
    };
    try {
      // Rolled back, with the statistics: the plans of other tests are those of few suppressions.
      await client.query('BEGIN');
      // Too many to read all of them for ten.
      await client.query(
        `INSERT INTO suppressions (workspace_id, address, reason, source, since)
         SELECT $1, 'gone' || n || '@mail.example', 'bounced', 'smtp', now() FROM generate_series(1, 2000) AS n`,
        [service.id],
      );
      await client.query('ANALYZE suppressions');
      expect(await plan('contacts c')).toMatch(/hashed SubPlan/);
      const few = await plan('(SELECT id FROM contacts LIMIT 10) AS due JOIN contacts c ON c.id = due.id');
      expect(few).not.toMatch(/hashed SubPlan/);
      expect(few).toMatch(/suppressions_pkey/);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

describe('the results of an import', () => {
  const ROWS = CONTACTS;
  let runId: string;
  beforeAll(async () => {
    runId = newId();
    const { pool } = service.db;
    await pool.query(
      `INSERT INTO contact_import_runs (workspace_id, id, session_id, source, headers, mappings, duplicate_strategy, list_ids, created_field_definition_ids,
         status, created_count, skipped_count, error_count, total_rows, created_at, completed_at)
       VALUES ($1, $2, $2, 'rows', '{email}', '[]', 'skip', '{}', '{}', 'completed', $3 * 0.89, $3 * 0.1, $3 * 0.01, $3, now(), now())`,
      [service.id, runId, ROWS],
    );
    await pool.query(
      `INSERT INTO contact_import_results (workspace_id, run_id, row_number, status, contact_id, cells)
       SELECT $1, $2, n + 2, CASE WHEN n % 100 = 0 THEN 'failed' WHEN n % 10 = 1 THEN 'skipped' ELSE 'created' END,
         CASE WHEN n % 100 > 0 THEN gen_random_uuid() END, CASE WHEN n % 10 < 2 THEN '["somebody@example.org"]'::jsonb END
       FROM generate_series(0, $3 - 1) AS n`,
      [service.id, runId, ROWS],
    );
    await settle(pool, 'contact_import_results');
    await pool.query('ANALYZE contact_import_results');
  });
  const results = (query: { status?: 'failed'; page?: number }) => () =>
    must(
      service.api.GET('/v1/contacts/imports/{import_run_id}/results', {
        params: { path: { import_run_id: toUlid(runId) }, query: { limit: 100, ...query } },
      }),
    );

  test('are read by their row numbers, however far the page is', async () => {
    const [read] = await expectPlans(results({ page: ROWS / 125 }), 'contact_import_results_pkey');
    expect(read?.rows).toBeLessThanOrEqual(100);
  });

  test('that failed are found among the others', async () => {
    const [read] = await expectPlans(results({ status: 'failed', page: 2 }), 'contact_import_results_attention');
    expect(read?.rows).toBeLessThanOrEqual(200);
  });

  test('that need attention are exported in order, without a look at the rest', async () => {
    const reads = await expectPlans(
      async () => {
        let rows = 0;
        for await (const page of pagesOfAttention({ db: service.db, workspaceId: service.id }, runId)) rows += page.length;
        expect(rows).toBe(ROWS * 0.11);
      },
      'contact_import_results_attention',
      'contact_import_results_pkey',
    );
    for (const read of reads) expect(read.rows).toBeLessThanOrEqual(2_000);
  });
});

describe('a search by rules', () => {
  const custom = (apiName: string, value: string | number) =>
    ({ kind: 'condition', source: 'custom_field', fieldDefinitionId: fields[apiName], operator: 'equals', value }) as Rules;
  const listed = (list: string) => ({ kind: 'condition', source: 'list_membership', listId: lists[list], operator: 'is_member' }) as Rules;
  const did = (activityType: string) =>
    ({ kind: 'condition', source: 'activity', activityType, operator: 'has_activity', timeWindow: { amount: 50, unit: 'year' } }) as Rules;

  const event = (more: object) => ({ kind: 'condition', source: 'event', operator: 'has_activity', ...more }) as Rules;
  /** As PostgreSQL calls that of a partition. */
  const EVENTS_BY_NAME = 'custom_events_rest_workspace_id_name_id_contact_id_idx';

  test.each<[string, () => Rules, string[]]>([
    ['email', () => of('email', 'equals', person.email), ['contacts_email']],
    ['phone', () => of('phone', 'equals', person.phone), ['contacts_phone']],
    ['part of an email', () => of('email', 'contains', person.email.slice(0, -4)), ['contacts_search']],
    ['name', () => of('displayName', 'starts_with', 'maya lind'), ['contacts_search']],
    ['domain', () => of('emailDomain', 'equals', person.email.split('@')[1]), ['contacts_terms']],
    ['city', () => of('city', 'equals', person.city), ['contacts_terms']],
    ['number', () => all(custom('shoe_size', 48.5), of('lifecycleStage', 'equals', 'customer')), ['contacts_terms']],
    ['text of a custom field', () => all(custom('notes', 'Größe 46'), of('leadStatus', 'equals', 'new')), ['contacts_terms']],
    ['external_id', () => of('externalId', 'equals', 'crm-4711'), ['contacts_external_id']],
    ['tag', () => of('tags', 'has_tag', 'walker'), ['contacts_terms']],
    ['creation', () => of('createdAt', 'less_than', '2023-01-02'), ['contacts_created']],
    ['last change', () => of('updatedAt', 'less_than', '2023-01-02'), ['contact_moments_updated']],
    ['last activity', () => of('lastActivityAt', 'less_than', '2023-01-05'), ['contact_moments_active']],
    ['unsubscribed', () => of('unsubscribed', 'is_true'), ['contacts_unsubscribed']],
    ['list', () => listed('Friends of the house'), ['contact_list_members_pkey', 'contacts_pkey']],
    ['rare activity', () => did('email_clicked'), ['contact_activities_type']],
    ['activity', () => did('email_delivered'), ['contact_activities_type']],
    ['rare event', () => event({ name: 'order' }), [EVENTS_BY_NAME]],
    [
      'event with a property',
      () => event({ name: 'order', properties: [{ property: 'total', operator: 'greater_than', value: 10 }] }),
      [EVENTS_BY_NAME],
    ],
    ['number of events', () => event({ name: 'order', count: { operator: 'at_least', value: 2 } }), [EVENTS_BY_NAME]],
  ])('by %s uses its index', async (_name, rules, indexes) => {
    await expectPlans(() => search(rules()), ...indexes);
  });

  const any = (...conditions: Rules[]) => ({ kind: 'group', operator: 'or', conditions }) as Rules;

  test('by one or another value uses the index for both', async () => {
    const [read] = await expectPlans(() => search(any(of('city', 'equals', person.city), custom('shoe_size', 48.5))), 'contacts_terms');
    expect(read?.rows).toBeLessThan(FEW);
  });

  test('by a value or something without an index asks nothing of an index', async () => {
    const asked = await statementsOf(() => search(any(of('city', 'equals', person.city), of('country', 'equals', 'Sverige'))));
    const texts = asked.map(({ text }) => text);
    expect(texts.filter((text) => text.includes('FROM contacts'))).not.toEqual([]);
    expect(texts.filter((text) => text.includes('contact_terms'))).toEqual([]);
  });

  test('of what many fit begins with the first of them', async () => {
    const page = await pageOf(() => search(of('lifecycleStage', 'equals', 'customer'), { sort: 'last_name', order: 'asc' }));
    expect(page.indexes).toContain('contacts_last_name');
    expect(page.rows).toBeLessThan(1_000);
  });
});
