/**
 * A rule tree of ten conditions over a million contacts, its first page and its count, beside what a person would write for
 * the same question by hand; then questions that an index answers. `npm run bench -- search [CONTACTS]`.
 */
import { compare, httpGet, httpPost, load, sizeOf, startBenchService } from './lib.ts';
import { seedContacts } from './seed.ts';

const contacts = sizeOf(1_000_000, 2_000, 1);
const bench = await startBenchService();
const { pool } = bench.service.db;
const { lists } = await seedContacts(pool.options.connectionString as string, bench.workspaceId, contacts);
const listOf = (name: string) => lists.find((list) => list.name === name)?.id as string;
const { rows: definitions } = await pool.query<{ id: string; api_name: string }>(
  'SELECT id, api_name FROM contact_field_definitions WHERE workspace_id = $1',
  [bench.workspaceId],
);

const where = (field: string, operator: string, value?: string | number) => ({
  kind: 'condition',
  source: 'contact',
  field,
  operator,
  value,
});
const custom = (apiName: string, operator: string, value?: string | number) => ({
  kind: 'condition',
  source: 'custom_field',
  fieldDefinitionId: definitions.find(({ api_name }) => api_name === apiName)?.id,
  operator,
  value,
});
const listed = (name: string, operator: string) => ({ kind: 'condition', source: 'list_membership', listId: listOf(name), operator });
const did = (activityType: string, amount: number, unit: string) => ({
  kind: 'condition',
  source: 'activity',
  activityType,
  operator: 'has_activity',
  timeWindow: { amount, unit },
});
const group = (operator: 'and' | 'or', ...conditions: unknown[]) => ({ kind: 'group', operator, conditions });

const TREE = group(
  'and',
  where('unsubscribed', 'is_false'),
  where('email', 'is_not_empty'),
  group('or', where('lifecycleStage', 'equals', 'customer'), where('leadStatus', 'equals', 'qualified')),
  group(
    'or',
    where('country', 'equals', 'sverige'),
    where('company', 'contains', 'juniper'),
    custom('favorite_trail', 'equals', 'kungsleden'),
  ),
  where('createdAt', 'on_or_after', '2024-01-01'),
  did('email_delivered', 3, 'year'),
  listed('Customers', 'is_not_member'),
);
/** The tree as SQL, with the functions of the indexes and with literal values. */
const SAME = `
  FROM contacts c LEFT JOIN contact_moments t ON t.workspace_id = c.workspace_id AND t.contact_id = c.id
  WHERE c.workspace_id = '${bench.workspaceId}' AND NOT c.unsubscribed AND c.email <> ''
    AND (fold_case(c.lifecycle_stage) = 'CUSTOMER' OR fold_case(c.lead_status) = 'QUALIFIED')
    AND (fold_case(c.country) = 'SVERIGE' OR fold_case(c.company) LIKE '%JUNIPER%' OR fold_case(c.custom_fields ->> 'favorite_trail') = 'KUNGSLEDEN')
    AND c.created_at >= '2024-01-01Z'
    AND EXISTS (SELECT FROM contact_activities a WHERE a.workspace_id = c.workspace_id AND a.contact_id = c.id AND a.type = 'email_delivered'
      AND a.occurred_at BETWEEN now() - interval '3 years' AND now())
    AND NOT EXISTS (SELECT FROM contact_list_members m
      WHERE m.workspace_id = c.workspace_id AND m.list_id = '${listOf('Customers')}' AND m.contact_id = c.id)`;
const COLUMNS = `c.id, c.email, c.email_domain, c.phone, c.display_name, c.first_name, c.last_name, c.company, c.job_title, c.address, c.address2, c.city,
  c.state, c.country, c.zip_code, c.lead_status, c.lifecycle_stage, c.service_score, c.unsubscribed, c.marketing_email_subscribed,
  c.marketing_sms_subscribed, c.original_source, c.original_source_detail, t.last_activity_at, c.created_at, t.updated_at`;

const post = (path: string, body: unknown) => httpPost(path, body, bench.apiKey);
/** The client-side duration of one request, in milliseconds. */
const ask = async (request: string, total = 1) => (await load(bench.port, [request], { connections: 1, total: sizeOf(total, 1) })).p50;
async function query(...statements: string[]): Promise<number> {
  const started = performance.now();
  await Promise.all(statements.map((statement) => pool.query(statement)));
  return performance.now() - started;
}
const goal = { text: "at most 1.3 times the hand-written SQL's time", met: (a: number, b: number) => a / b <= 1.3 };

const count = `SELECT count(*) ${SAME}`;
await compare(`first page and total of ${contacts}`, {
  unit: 'ms',
  more: false,
  ours: () => ask(post('/v1/contacts/search', { rules: TREE })),
  baseline: () => query(`SELECT ${COLUMNS} ${SAME} ORDER BY c.created_at DESC, c.id DESC LIMIT 25`, count),
  goal,
});
const { list_id } = (await (
  await fetch(`http://127.0.0.1:${bench.port}/v1/contact-lists`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bench.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ten conditions', kind: 'dynamic', rules: TREE }),
  })
).json()) as { list_id: string };
await compare(`count of ${contacts}`, {
  unit: 'ms',
  more: false,
  ours: () => ask(httpGet(`/v1/contact-lists/${list_id}/member-count`, bench.apiKey)),
  baseline: () => query(count),
  goal,
});

const { rows: people } = await pool.query<{ email: string; phone: string; city: string; domain: string; last_name: string }>(
  `SELECT email, phone, city, email_domain AS domain, last_name FROM contacts WHERE workspace_id = $1 AND email IS NOT NULL AND phone IS NOT NULL
     AND city LIKE '%by' AND email_domain ~ '[0-9]' ORDER BY hashtext(id::text) LIMIT 1`,
  [bench.workspaceId],
);
const [person] = people;
const GOAL_MS = 50;
const QUESTIONS: Record<string, unknown> = {
  'an email': where('email', 'equals', person?.email),
  'a phone': where('phone', 'equals', person?.phone),
  'part of an email': where('email', 'contains', person?.email.slice(0, -8)),
  'a small domain': where('emailDomain', 'equals', person?.domain),
  'a small place': where('city', 'equals', person?.city),
  'a number in a custom field': group('and', custom('shoe_size', 'equals', 48.5), where('city', 'equals', person?.city)),
  'a text in a custom field, among those of a place': group(
    'and',
    custom('notes', 'equals', 'Größe 46'),
    where('city', 'equals', person?.city),
  ),
  'on a list': listed('Friends of the house', 'is_member'),
  'on a larger list': listed('Trail club', 'is_member'),
  'did something yesterday or today': did('email_delivered', 2, 'day'),
  'came in within a day': where('createdAt', 'on_or_after', '2025-11-07'),
  'unsubscribed, in a small place': group('and', where('unsubscribed', 'is_true'), where('city', 'equals', person?.city)),
};
const answers: Record<string, Record<string, string | number>> = {};
for (const [name, rules] of Object.entries(QUESTIONS)) {
  const response = await fetch(`http://127.0.0.1:${bench.port}/v1/contacts/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bench.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ rules }),
  });
  const { pagination } = (await response.json()) as { pagination: { total: number } };
  const p50 = await ask(post('/v1/contacts/search', { rules }), 11);
  answers[name] = { 'first page and total': `${p50.toFixed(1)} ms`, found: pagination.total, goal: p50 < GOAL_MS ? 'met' : 'MISSED' };
}
console.log(`questions that an index answers, goal: under ${GOAL_MS} ms each`);
console.table(answers);
await bench.stop();
