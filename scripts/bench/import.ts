/**
 * A CSV file of a million rows, half of them about people who are there already, imported with row results, timelines and all;
 * beside the same file by one COPY and one merge statement by hand, which leave nothing but the contacts. `npm run bench -- import
 * 100000 3` takes that many rows, that many times. Meanwhile the
 * API is asked for a contact fifty times a second.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { httpGet, loadBeside, sizeOf, startBenchProcess } from './lib.ts';

const ROWS = sizeOf(1_000_000, 100, 1);
const ROUNDS = sizeOf(3, 1, 2);
const COLUMNS = ['email', 'first_name', 'last_name', 'company', 'city', 'country', 'phone', 'points', 'tier'];
const MOST_RSS_MB = 300;
const SLOWEST_MS = 250;

const bench = await startBenchProcess();
const { pool, workspaceId, apiKey, port } = bench;
const folder = await mkdtemp(join(tmpdir(), 'bivouac-import-'));
const file = join(folder, 'people.csv');
await pipeline(Readable.from(lines()), createWriteStream(file));
console.log(`${ROWS} rows, ${((await stat(file)).size / 1e6).toFixed(0)} MB, ${ROUNDS} rounds`);

const api = async (method: string, path: string, body?: object): Promise<never> => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as never;
};
for (const [display_name, value_type] of [
  ['Points', 'number'],
  ['Tier', 'string'],
])
  await api('POST', '/v1/contact-fields', { display_name, value_type });
await pool.query(`CREATE UNLOGGED TABLE by_hand (${COLUMNS.map((name) => `${name} text`).join(', ')})`);

const figures = { ours: [] as number[], baseline: [] as number[] };
let [mostRss, slowest] = [0, 0];
for (let round = 1; round <= ROUNDS; round++) {
  await reset();
  figures.baseline.push(await baseline());
  await reset();
  figures.ours.push(await ours());
  console.log(`round ${round}: by hand ${figures.baseline.at(-1)?.toFixed(1)} s, ours ${figures.ours.at(-1)?.toFixed(1)} s`);
}
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
const ratio = median(figures.ours) / median(figures.baseline);
const rate = (seconds: number) => ({ seconds: seconds.toFixed(1), 'rows/s': Math.round(ROWS / seconds) });
console.table({
  'import: ours': rate(median(figures.ours)),
  'import: baseline': rate(median(figures.baseline)),
  ratio: { seconds: ratio.toFixed(2) },
});
const verdict = (met: boolean) => (met ? 'met' : 'MISSED');
console.log(`goal: at most 2.5 times the baseline: ${verdict(ratio <= 2.5)}`);
console.log(`most memory of the service: ${mostRss} MB; goal: under ${MOST_RSS_MB} MB: ${verdict(mostRss < MOST_RSS_MB)}`);
console.log(`p99 of the API meanwhile: ${slowest.toFixed(0)} ms; goal: under ${SLOWEST_MS} ms: ${verdict(slowest < SLOWEST_MS)}`);
await rm(folder, { recursive: true });
await bench.stop();

/** Even rows are about people who exist, odd ones about new people. Emails come in no order. */
function* lines() {
  yield `${COLUMNS.join(',')}\n`;
  let chunk = '';
  for (let i = 0; i < ROWS; i++) {
    const phone = i % 4 === 1 ? `+4670${String(1_000_000 + i).padStart(7, '0')}` : '';
    chunk += `${emailOf(i)},Förnamn${i % 500},Lövgren ${i % 9_973},"Company ${i % 2_003}, Ltd",City ${i % 251},Sweden,${phone},${i % 10_000},tier ${i % 5}\n`;
    if (chunk.length > 65_536) {
      yield chunk;
      chunk = '';
    }
  }
  yield chunk;
}

function emailOf(i: number): string {
  return `p${((i * 2_654_435_761) % 4_294_967_296).toString(36)}.${i}@mail${i % 997}.example`;
}

/** Half of the people, and nothing else. */
async function reset(): Promise<void> {
  await pool.query('TRUNCATE contacts, contact_moments, contact_activities, contact_list_members, contact_import_results, by_hand CASCADE');
  const STEP = 50_000;
  for (let at = 0; at < ROWS; at += STEP) {
    const emails = Array.from({ length: Math.min(STEP, ROWS - at) / 2 }, (_, i) => emailOf(at + i * 2));
    await pool.query(
      `INSERT INTO contacts (workspace_id, id, email, email_domain, display_name, first_name, city, original_source, created_at)
       SELECT $1, uuid_v7(now()), email, split_part(email, '@', 2), 'Somebody', 'Some', 'Here', 'public_api', now() - interval '1 day'
       FROM unnest($2::text[]) AS email`,
      [workspaceId, emails],
    );
  }
  await pool.query('VACUUM ANALYZE contacts, contact_moments');
  await pool.query('CHECKPOINT');
}

async function baseline(): Promise<number> {
  const started = performance.now();
  const client = await pool.connect();
  try {
    // It is one statement, and takes longer than any of the service's may.
    await client.query('SET statement_timeout = 0');
    await pipeline(createReadStream(file), client.query(copyFrom('COPY by_hand FROM STDIN WITH (FORMAT csv, HEADER)')));
    await client.query('ANALYZE by_hand');
    await client.query(
      `WITH written AS (
       INSERT INTO contacts AS c (workspace_id, id, email, email_domain, display_name, first_name, last_name, company, city, country, phone,
         custom_fields, original_source, original_source_detail, created_at)
       SELECT $1, uuid_v7(now()), email, split_part(email, '@', 2), first_name || ' ' || last_name, first_name, last_name, company, city, country, phone,
         jsonb_build_object('points', points::numeric, 'tier', tier), 'import', 'people.csv', now()
       FROM by_hand
       ON CONFLICT (workspace_id, email) WHERE email IS NOT NULL DO UPDATE SET
         first_name = excluded.first_name, last_name = excluded.last_name, company = excluded.company, city = excluded.city,
         country = excluded.country, phone = coalesce(excluded.phone, c.phone), custom_fields = c.custom_fields || excluded.custom_fields
       RETURNING c.workspace_id, c.id)
       UPDATE contact_moments t SET updated_at = now() FROM written w WHERE t.workspace_id = w.workspace_id AND t.contact_id = w.id`,
      [workspaceId],
    );
  } finally {
    await client.query('RESET statement_timeout');
    client.release();
  }
  return (performance.now() - started) / 1_000;
}

async function ours(): Promise<number> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM contacts LIMIT 50');
  const beside = loadBeside(
    port,
    rows.map(({ id }) => httpGet(`/v1/contacts/${id}`, apiKey)),
    20,
  );
  await bench.peakMb();
  const started = performance.now();
  const session: { import_session_id: string; upload_url: string } = await api('POST', '/v1/contacts/imports', {
    source: 'upload',
    file_name: 'people.csv',
  });
  const handle = await open(file);
  const upload = await fetch(session.upload_url.replace(/^https?:\/\/[^/]+/, `http://127.0.0.1:${port}`), {
    method: 'PUT',
    headers: { 'content-type': 'text/csv' },
    body: handle.readableWebStream({ autoClose: true }) as never,
    duplex: 'half',
  } as RequestInit);
  if (upload.status !== 204) throw new Error(`The upload was answered ${upload.status}`);
  const { import_run_id }: { import_run_id: string } = await api('POST', `/v1/contacts/imports/${session.import_session_id}/execute`, {
    mappings: COLUMNS.map((header) => ({
      header,
      target_kind: header === 'points' || header === 'tier' ? 'custom_field' : 'standard',
      target_field: header,
    })),
  });
  for (;;) {
    const run: { status: string; created_count: number; updated_count: number; error_message: string | null } = await api(
      'GET',
      `/v1/contacts/imports/${import_run_id}`,
    );
    if (run.status === 'failed') throw new Error(run.error_message as string);
    if (run.status === 'completed') {
      if (run.created_count !== ROWS / 2 || run.updated_count !== ROWS / 2) throw new Error(`The counts are wrong: ${JSON.stringify(run)}`);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const seconds = (performance.now() - started) / 1_000;
  mostRss = Math.max(mostRss, await bench.peakMb());
  slowest = Math.max(slowest, (await beside.end()).p99);
  return seconds;
}
