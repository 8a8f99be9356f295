/**
 * Events out and in: webhooks to a receiver on this machine, pages of a feed with a million events, and custom events of known contacts.
 * Usage: npm run bench -- events [webhooks] [events] [custom events]
 */
import { setTimeout as delay } from 'node:timers/promises';
import { median, sizeOf, startBenchProcess } from './lib.ts';
import { startServer } from './receiving.ts';

const WEBHOOKS = sizeOf(20_000, 50, 1);
const EVENTS = sizeOf(1_000_000, 200, 2);
const CUSTOM = sizeOf(100_000, 2_000, 3);
const PAGES = sizeOf(30, 2);
const AT_ONCE = 50_000;

const { url, received, stop: stopServer } = await startServer();
const bench = await startBenchProcess({ OUTBOUND_ALLOW: '127.0.0.1' });
const { pool, workspaceId } = bench;

async function call(path: string, init: { method?: string; body?: object } = {}): Promise<any> {
  const headers = { authorization: `Bearer ${bench.apiKey}`, 'content-type': 'application/json' };
  const { body, ...rest } = init;
  const response = await fetch(`http://127.0.0.1:${bench.port}/v1${path}`, {
    ...rest,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** In one position of the feed. The ends of their ids are numbers, since random ones would take most of the time. */
const insert = (type: string, count: number) =>
  pool.query(
    `INSERT INTO events (workspace_id, position, id, type, occurred_at, contact_id, data)
     SELECT $1, position, (beginning || lpad(to_hex(n), 12, '0'))::uuid, $2, now(), $4::uuid,
       jsonb_build_object('message_id', '01JPQ8M3A9D65E1Z2X0W8V7T61', 'contact_id', $4::text, 'address', 'person' || n || '@mail.example')
     FROM (SELECT event_position() AS position, left(uuid_v7(now())::text, 24) AS beginning OFFSET 0) AS place, generate_series(1, $3::int) AS n`,
    [workspaceId, type, count, '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01'],
  );

const { endpoint_id } = await call('/webhook-endpoints', { method: 'POST', body: { url, event_types: ['email.sent'] } });
await insert('email.sent', WEBHOOKS);
while ((await received()) === 0) await delay(5);
const began = performance.now();
const before = await received();
while ((await received()) < WEBHOOKS) await delay(20);
const perSecond = (WEBHOOKS - before) / ((performance.now() - began) / 1_000);
console.table({ webhooks: { 'a second': Math.round(perSecond), goal: '>= 2,000' } });
await call(`/webhook-endpoints/${endpoint_id}`, { method: 'PATCH', body: { status: 'disabled' } });

const seeding = performance.now();
for (let left = EVENTS; left > 0; left -= AT_ONCE) await insert('email.opened', Math.min(left, AT_ONCE));
await insert('email.bounced', 1);
await pool.query('ANALYZE events');
console.log(`${EVENTS} events written in ${((performance.now() - seeding) / 1_000).toFixed(1)} s`);
const middle = await call('/events?limit=500');

async function page(query: string): Promise<{ p50: number; max: number }> {
  const times: number[] = [];
  for (let i = 0; i < PAGES; i++) {
    const start = performance.now();
    await call(`/events?${query}`);
    times.push(performance.now() - start);
  }
  return { p50: Number(median(times).toFixed(1)), max: Number(Math.max(...times).toFixed(1)) };
}
console.table({
  'first page': await page('limit=100'),
  'a page behind a cursor': await page(`limit=100&after=${middle.next_cursor}`),
  'a type that is rare': await page('limit=100&types=email.bounced'),
  'of a contact': await page('limit=100&contact_id=01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01'),
});
console.log('goal: a page in less than 50 ms');

const PEOPLE = 1_000;
await pool.query(
  `WITH people AS (
     INSERT INTO contacts (workspace_id, id, display_name, email, email_domain, original_source, created_at)
     SELECT $1, uuid_v7(now()), 'Person', 'person' || n || '@mail.example', 'mail.example', 'public_api', now() FROM generate_series(1, $2::int) AS n
     RETURNING workspace_id, id, created_at)
   INSERT INTO contact_moments (workspace_id, contact_id, updated_at) SELECT * FROM people`,
  [workspaceId, PEOPLE],
);
const SENDERS = 4;
const start = performance.now();
await Promise.all(
  Array.from({ length: SENDERS }, async (_value, sender) => {
    for (let sent = 0; sent < CUSTOM / SENDERS; sent += 500) {
      const items = Array.from({ length: 500 }, (_item, i) => ({
        name: 'order_placed',
        contact: { email: `person${((sent + i) % PEOPLE) + 1}@mail.example` },
        properties: { order_id: `${sender}-${sent + i}`, total: i },
        event_id: `${sender}-${sent + i}`,
      }));
      const { accepted_count } = await call('/events', { method: 'POST', body: { items } });
      if (accepted_count !== items.length) throw new Error(`only ${accepted_count} events were accepted`);
    }
  }),
);
const custom = (Math.ceil(CUSTOM / SENDERS / 500) * SENDERS * 500) / ((performance.now() - start) / 1_000);
console.table({ 'custom events in, 500 a request': { 'a second': Math.round(custom), goal: '>= 10,000' } });
await bench.stop();
stopServer();
