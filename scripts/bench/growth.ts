/**
 * The cost of a workspace's growth: the p50 of single requests with 10,000, 100,000 and 1,000,000 contacts. `npm run bench --
 * growth 100000` ends at that size.
 */
import { httpDelete, httpGet, httpPost, load, sizeOf, startBenchService } from './lib.ts';
import { seedContacts } from './seed.ts';

const most = sizeOf(1_000_000, 1_000, 1);
const SIZES = [1_000, 10_000, 100_000, 1_000_000].filter((size) => size <= most && size >= Math.min(most, 10_000));
const REQUESTS = sizeOf(200, 10);
/** Per ten times as many contacts. */
const GOAL = 1.5;
/** Requests that do something only once, so that no round can warm them up. */
const ONCE = { add: 'add 10 to a list', remove: 'remove 10 from a list', delete: 'delete 10' };

const bench = await startBenchService();
const { pool } = bench.service.db;
const url = pool.options.connectionString as string;
const figures: Record<string, Record<string, string>> = {};
const p50s: Record<string, number[]> = {};

let known = 0;
for (const size of SIZES) {
  const { rows, indexes, lists } = await seedContacts(url, bench.workspaceId, size, known);
  console.log(`${size - known} people more: rows in ${rows.toFixed(1)} s, indexes and statistics in ${indexes.toFixed(1)} s`);
  known = size;
  const { rows: people } = await pool.query<{ id: string; email: string; phone: string }>(
    `SELECT id, email, phone FROM contacts WHERE workspace_id = $1 AND email IS NOT NULL AND phone IS NOT NULL
     ORDER BY hashtext(id::text) LIMIT ${REQUESTS * 10}`,
    [bench.workspaceId],
  );
  const { rows: recent } = await pool.query<{ updated_at: Date }>(
    'SELECT updated_at FROM contact_moments WHERE workspace_id = $1 ORDER BY updated_at DESC OFFSET 500 LIMIT 1',
    [bench.workspaceId],
  );
  const { rows: fields } = await pool.query<{ id: string }>(
    "SELECT id FROM contact_field_definitions WHERE workspace_id = $1 AND api_name = 'favorite_trail'",
    [bench.workspaceId],
  );
  const some = people.slice(0, REQUESTS);
  const get = (path: string) => httpGet(path, bench.apiKey);
  const post = (path: string, body: unknown) => httpPost(path, body, bench.apiKey);
  const tens = (from: number, count: number) =>
    Array.from({ length: count }, (_ten, i) => ({ contact_ids: people.slice(from + i * 10, from + i * 10 + 10).map(({ id }) => id) }));
  const [large, small] = [lists[0]?.id, lists.at(-1)?.id];
  const rules = {
    kind: 'group',
    operator: 'and',
    conditions: [
      { kind: 'condition', source: 'contact', field: 'lifecycleStage', operator: 'equals', value: 'customer' },
      { kind: 'condition', source: 'custom_field', fieldDefinitionId: fields[0]?.id, operator: 'equals', value: 'Kungsleden' },
      { kind: 'condition', source: 'list_membership', listId: large, operator: 'is_member' },
    ],
  };
  const made = await fetch(`http://127.0.0.1:${bench.port}/v1/contact-lists`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bench.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Rules at ${size}`, kind: 'dynamic', rules }),
  });
  const { list_id: dynamic } = (await made.json()) as { list_id: string };

  const requests: Record<string, string[]> = {
    'contact by id': some.map(({ id }) => get(`/v1/contacts/${id}`)),
    'lookup by email': some.map(({ email }) => get(`/v1/contacts?email=${encodeURIComponent(email)}`)),
    'lookup by phone': some.map(({ phone }) => get(`/v1/contacts?phone=${encodeURIComponent(phone)}`)),
    timeline: some.map(({ id }) => get(`/v1/contacts/${id}/activities`)),
    'upsert 1': some.map(({ email }, i) => post('/v1/contacts/upsert', { items: [{ email, city: `City ${size} ${i}` }] })),
    'page of recent changes': [get(`/v1/contacts?sort=updated_at&order=asc&updated_after=${recent[0]?.updated_at.toISOString()}`)],
    'search for one person': some.map(({ email }) => get(`/v1/contacts?search=${encodeURIComponent(email.split('@')[0] as string)}`)),
    'search by rules for one person': some.map(({ email }) =>
      post('/v1/contacts/search', { rules: { kind: 'condition', source: 'contact', field: 'email', operator: 'equals', value: email } }),
    ),
    'members of a list': [get(`/v1/contact-lists/${large}/contacts`)],
    'members by name': [get(`/v1/contact-lists/${large}/contacts?sort=display_name&order=asc`)],
    'members last added': [get(`/v1/contact-lists/${large}/contacts?sort=member_added_at`)],
    'search in a list for one person': some.map(({ email }) =>
      get(`/v1/contact-lists/${large}/contacts?search=${encodeURIComponent(email.split('@')[0] as string)}`),
    ),
    'page (counts all)': [get('/v1/contacts')],
    'page by last name (counts all)': [get('/v1/contacts?sort=last_name&order=asc')],
    'page by last activity (counts all)': [get('/v1/contacts?sort=last_activity_at')],
    'search by rules (counts all)': [post('/v1/contacts/search', { rules })],
    'members by rules (counts all)': [get(`/v1/contact-lists/${dynamic}/contacts`)],
    'member count (counts all)': [get(`/v1/contact-lists/${large}/member-count`)],
    [ONCE.add]: tens(0, REQUESTS).map((body) => post(`/v1/contact-lists/${small}/contacts`, body)),
    [ONCE.remove]: tens(0, REQUESTS).map((body) => httpDelete(`/v1/contact-lists/${small}/contacts`, body, bench.apiKey)),
    // The last ones: too few to change the other figures.
    [ONCE.delete]: tens(REQUESTS * 9, REQUESTS / 10).map((body) => post('/v1/contacts/delete', body)),
  };
  for (const [name, texts] of Object.entries(requests)) {
    const once = Object.values(ONCE).includes(name);
    const total = once ? texts.length : name.includes('counts') ? 20 : REQUESTS;
    if (!once) await load(bench.port, texts, { connections: 1, total: total / 4 });
    const { p50 } = await load(bench.port, texts, { connections: 1, total });
    const before = p50s[name]?.at(-1);
    p50s[name] = [...(p50s[name] ?? []), p50];
    figures[name] = { ...figures[name], [size]: `${p50.toFixed(2)} ms${before ? ` (× ${(p50 / before).toFixed(2)})` : ''}` };
  }
}
console.table(figures);
/** Differences below this are noise of the machine. */
const NOISE_MS = 1;
const grown = Object.entries(p50s).filter(
  ([name, values]) => !name.includes('counts') && values.some((value, i) => i > 0 && value > (values[i - 1] as number) * GOAL + NOISE_MS),
);
console.log(
  `goal: at most ${GOAL} times for ten times the contacts, but for counts: ${grown.length === 0 ? 'met' : `MISSED by ${grown.map(([name]) => name).join(', ')}`}`,
);
await bench.stop();
