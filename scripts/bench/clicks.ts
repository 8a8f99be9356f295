/**
 * Clicks on the links of a blast, each by somebody else, recorded: with report, timeline and last activity. Beside an Express redirect
 * that records nothing; each in a process of its own. Then links with merge tags, which need the contact, and opens.
 * Usage: npm run bench -- clicks
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createTokens } from '../../src/campaigns/tracking/tokens.ts';
import { newId } from '../../src/platform/ids.ts';
import { compare, httpGet, load, median, sizeOf, startBenchProcess } from './lib.ts';

const REQUESTS = sizeOf(25_000, 40);
const ROUNDS = sizeOf(5, 1);
const CONNECTIONS = 32;
const LINKS = ['https://shop.example.com/?a=1&b=2', 'https://shop.example.com/?for={{contact.email}}'];

const child = spawn(process.execPath, [fileURLToPath(new URL('redirect.ts', import.meta.url))], { stdio: ['ignore', 'pipe', 'inherit'] });
const [line] = (await once(child.stdout, 'data')) as [Buffer];
const theirPort = Number(line.toString());

const bench = await startBenchProcess();
const { pool, workspaceId } = bench;
const tokens = createTokens('a secret for the bench');
const messageId = newId();
await pool.query(
  `WITH blast AS (
     INSERT INTO blasts (workspace_id, id, name, status, sent_at, created_at, updated_at) VALUES ($1, $2, 'Bench', 'sent', now(), now(), now())
   ), message AS (
     INSERT INTO messages (workspace_id, id, origin, blast_id, operational, subject, from_name, from_address, reply_to, html, plain_text, created_at)
     VALUES ($1, $2, 'blast', $2, false, 'Hi', 'Bench', 'hello@example.com', '', '', '', now())
   )
   INSERT INTO message_links (workspace_id, message_id, position, url)
   SELECT $1, $2, place - 1, url FROM unnest($3::text[]) WITH ORDINALITY AS link (url, place)`,
  [workspaceId, messageId, LINKS],
);

let mailed = 0;
/** New recipients for each round: only the first click of a recipient counts. */
async function mail(count: number): Promise<string[]> {
  const deliveries = Array.from({ length: count }, newId);
  const contacts = Array.from({ length: count }, newId);
  const first = mailed;
  mailed += count;
  for (let from = 0; from < count; from += 5_000) {
    await pool.query(
      `WITH person AS (
         SELECT delivery_id, contact_id, 'person' || ($4 + place) || '@mail.example' AS email
         FROM unnest($2::uuid[], $3::uuid[]) WITH ORDINALITY AS p (delivery_id, contact_id, place)
       ), contact AS (
         INSERT INTO contacts (workspace_id, id, email, display_name, original_source, created_at)
         SELECT $1, contact_id, email, email, 'public_api', now() FROM person
       ), moments AS (
         INSERT INTO contact_moments (workspace_id, contact_id, updated_at) SELECT $1, contact_id, now() FROM person
       )
       INSERT INTO deliveries (workspace_id, id, message_id, contact_id, display_name, email, status, sent_at, delivered_at)
       SELECT $1, delivery_id, $5, contact_id, email, email, 'sent', now() - interval '1 minute', now() - interval '1 minute' FROM person`,
      [workspaceId, deliveries.slice(from, from + 5_000), contacts.slice(from, from + 5_000), first + from, messageId],
    );
  }
  await pool.query('ANALYZE contacts, contact_moments, deliveries, delivery_clicks, contact_activities, message_links');
  return deliveries;
}

/** Counts recorded hits of one kind. */
const recorded = async (column: 'clicked_at' | 'opened_at', deliveries: string[]): Promise<number> =>
  (
    await pool.query(
      `SELECT count(*)::int AS n FROM deliveries WHERE workspace_id = $1 AND id = ANY($2::uuid[]) AND ${column} IS NOT NULL`,
      [workspaceId, deliveries],
    )
  ).rows[0].n;

/** Without one a hit is a machine's. */
const AGENT = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:128.0) Gecko/20100101 Firefox/128.0';

const lags: number[] = [];
async function hit(column: 'clicked_at' | 'opened_at', pathOf: (deliveryId: string) => string): Promise<number> {
  const deliveries = await mail(REQUESTS);
  const requests = deliveries.map((deliveryId) => httpGet(pathOf(deliveryId), undefined, AGENT));
  const { seconds } = await load(bench.port, requests, { connections: CONNECTIONS, total: REQUESTS });
  const answered = performance.now();
  while ((await recorded(column, deliveries)) < REQUESTS) await delay(20);
  lags.push(performance.now() - answered);
  return REQUESTS / seconds;
}
const of = (deliveryId: string) => ({ workspaceId, deliveryId, messageId });
const follow = (position: number) => () => hit('clicked_at', (deliveryId) => `/t/c/${tokens.click(of(deliveryId), position)}`);
const open = () => hit('opened_at', (deliveryId) => `/t/o/${tokens.open(of(deliveryId))}`);

const theirs = [httpGet(`/t/c/${tokens.click(of(newId()), 0)}`, undefined, AGENT)];
await compare('clicks', {
  unit: 'clicks/s',
  more: true,
  ours: follow(0),
  baseline: async () => REQUESTS / (await load(theirPort, theirs, { connections: CONNECTIONS, total: REQUESTS })).seconds,
  goal: { text: 'at least 5,000 a second, and half of the baseline', met: (ours, baseline) => ours >= 5_000 && ours >= baseline / 2 },
});
console.log(`all were recorded ${median(lags).toFixed(0)} ms after the last answer, at most ${Math.max(...lags).toFixed(0)} ms`);

const others = { 'links with a merge tag': follow(1), opens: open };
const rates: Record<string, { 'a second': string }> = {};
for (const [name, measure] of Object.entries(others)) {
  const speeds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) speeds.push(await measure());
  rates[name] = { 'a second': median(speeds).toFixed(0) };
}
console.table(rates);
console.log(`at most ${await bench.peakMb()} MB of memory in the service`);

child.kill();
await once(child, 'exit');
await bench.stop();
