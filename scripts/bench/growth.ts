/**
 * What a workspace's growth costs: the p50 of single requests with 10,000, 100,000 and 1,000,000 contacts. `npm run bench --
 * growth 100000` ends at that size.
 */
import { httpGet, httpPost, load, startBenchService } from './lib.ts';
import { seedContacts } from './seed.ts';

const most = Number(process.argv[3] ?? 1_000_000);
const SIZES = [10_000, 100_000, 1_000_000].filter((size) => size <= most);
const REQUESTS = 200;
/** Per ten times as many contacts. */
const GOAL = 1.5;

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
    'SELECT updated_at FROM contacts WHERE workspace_id = $1 ORDER BY updated_at DESC OFFSET 500 LIMIT 1',
    [bench.workspaceId],
  );
  const some = people.slice(0, REQUESTS);
  const get = (path: string) => httpGet(path, bench.apiKey);
  const list = lists.at(-1)?.id;
  const requests: Record<string, string[]> = {
    'contact by id': some.map(({ id }) => get(`/v1/contacts/${id}`)),
    'lookup by email': some.map(({ email }) => get(`/v1/contacts?email=${encodeURIComponent(email)}`)),
    'lookup by phone': some.map(({ phone }) => get(`/v1/contacts?phone=${encodeURIComponent(phone)}`)),
    timeline: some.map(({ id }) => get(`/v1/contacts/${id}/activities`)),
    'add 10 to a list': some.map((_person, i) =>
      httpPost(`/v1/contact-lists/${list}/contacts`, { contact_ids: people.slice(i * 10, i * 10 + 10).map(({ id }) => id) }, bench.apiKey),
    ),
    'upsert 1': some.map(({ email }, i) =>
      httpPost('/v1/contacts/upsert', { items: [{ email, city: `City ${size} ${i}` }] }, bench.apiKey),
    ),
    'page of recent changes': [get(`/v1/contacts?sort=updated_at&order=asc&updated_after=${recent[0]?.updated_at.toISOString()}`)],
    'search for one person': some.map(({ email }) => get(`/v1/contacts?search=${encodeURIComponent(email.split('@')[0] as string)}`)),
    'page (counts all)': [get('/v1/contacts')],
    'page by last name (counts all)': [get('/v1/contacts?sort=last_name&order=asc')],
    'page by last activity (counts all)': [get('/v1/contacts?sort=last_activity_at')],
  };
  for (const [name, texts] of Object.entries(requests)) {
    const total = name.includes('counts') ? 20 : REQUESTS;
    // The first round warms up, but what is added to a list is new only once.
    if (!name.startsWith('add')) await load(bench.port, texts, { connections: 1, total: total / 4 });
    const { p50 } = await load(bench.port, texts, { connections: 1, total });
    const before = p50s[name]?.at(-1);
    p50s[name] = [...(p50s[name] ?? []), p50];
    figures[name] = { ...figures[name], [size]: `${p50.toFixed(2)} ms${before ? ` (× ${(p50 / before).toFixed(2)})` : ''}` };
  }
}
console.table(figures);
/** Requests of a millisecond or two are as quick as the machine is at that moment. */
const NOISE_MS = 1;
const grown = Object.entries(p50s).filter(
  ([name, values]) => !name.includes('counts') && values.some((value, i) => i > 0 && value > (values[i - 1] as number) * GOAL + NOISE_MS),
);
console.log(
  `goal: at most ${GOAL} times for ten times the contacts, but for counts: ${grown.length === 0 ? 'met' : `MISSED by ${grown.map(([name]) => name).join(', ')}`}`,
);
await bench.stop();
