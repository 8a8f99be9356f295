/**
 * `POST /v1/contacts/upsert` with 100 items, half of them new: plain, with an `Idempotency-Key` each, by a service without flows that could
 * listen, where a flow does, and where a feed takes the events of contacts, beside the same rows by one hand-written statement a request. All in turn, in one run.
 * `--fresh` begins with an empty database instead and looks at every batch from the first one on.
 * Usage: npm run bench -- upsert [--fresh] [REQUESTS]
 */
import { randomUUID } from 'node:crypto';
import express from 'express';
import type { Trigger } from '../../src/campaigns/flows/definition.ts';
import { hear } from '../../src/campaigns/flows/listening/inbox.repo.ts';
import { startService } from '../../src/service.ts';
import { httpPost, listen, load, makeWorkspace, median, sizeOf, startBenchService } from './lib.ts';

const fresh = process.argv.includes('--fresh');
const requests = sizeOf(Number(process.argv.slice(3).find((argument) => /^\d+$/.test(argument)) ?? 300), 2);
const ROUNDS = sizeOf(5, 1);

/** Every person occurs twice in a round: once new, once as an update of the company. */
let round = 0;
const batches = (): { items: Record<string, string>[] }[] => {
  round += 1;
  return Array.from({ length: requests }, (_batch, b) => ({
    items: Array.from({ length: 100 }, (_item, i) => ({
      email: `round${round}.person${(b >> 1) * 100 + i}@example.com`,
      first_name: 'Ada',
      last_name: `Lovelace ${i}`,
      company: `Company ${b}`,
      job_title: 'Analyst',
      city: 'London',
    })),
  }));
};

const bench = await startBenchService();
const { config, log, db } = bench.service;

/** Without flows that could listen to anything. */
const deaf = await startService({ ...config, databaseUrl: db.pool.options.connectionString, role: 'api' }, { log, deaf: true });

/** A workspace with a flow for new and changed contacts. Nothing moves in the flow, so that the bench measures the writes. */
const listening = await makeWorkspace(db);
const now = new Date();
const flow = { workspaceId: listening.workspaceId, id: randomUUID(), name: 'Listening', status: 'active', reentryPolicy: 'allow' };
await db.prisma.flow.create({ data: { ...flow, createdAt: now, updatedAt: now } });
const triggers: Trigger[] = [
  { type: 'contact_created' },
  { type: 'contact_updated', field: 'company', operator: 'contains', value: 'company' },
];
await db.transaction((tx) => hear({ db: tx, workspaceId: flow.workspaceId, now }, { flowId: flow.id, triggers }));

/** Somewhere with a feed of what happens to contacts. */
const followed = await makeWorkspace(db);
const taken = await fetch(`http://127.0.0.1:${bench.port}/v1/workspace`, {
  method: 'PATCH',
  headers: { authorization: `Bearer ${followed.apiKey}`, 'content-type': 'application/json' },
  body: JSON.stringify({ event_feed: true, event_types: ['contact.created', 'contact.updated'] }),
});
if (!taken.ok) throw new Error(await taken.text());

const app = express();
app.use(express.json({ limit: '5mb' }));
app.post('/baseline', async (request, response) => {
  const { items } = request.body as { items: Record<string, string>[] };
  const column = (name: string) => items.map((item) => item[name]);
  const { rows } = await db.pool.query(
    `WITH written AS (
     INSERT INTO contacts (workspace_id, id, email, email_domain, display_name, first_name, last_name, company, job_title, city, original_source, created_at)
     SELECT $1, uuid_v7(now()), email, split_part(email, '@', 2), first_name || ' ' || last_name, first_name, last_name, company, job_title, city, 'public_api', now()
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) AS item (email, first_name, last_name, company, job_title, city)
     ON CONFLICT (workspace_id, email) WHERE email IS NOT NULL
     DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name, company = excluded.company, job_title = excluded.job_title, city = excluded.city
     RETURNING *
     ), moved AS (
       INSERT INTO contact_moments (workspace_id, contact_id, updated_at) SELECT workspace_id, id, now() FROM written
       ON CONFLICT (workspace_id, contact_id) DO UPDATE SET updated_at = excluded.updated_at
     )
     SELECT * FROM written`,
    [bench.workspaceId, column('email'), column('first_name'), column('last_name'), column('company'), column('job_title'), column('city')],
  );
  response.json({ items: rows });
});
const bare = await listen(app);

const upsert = (body: unknown, apiKey = bench.apiKey): string => httpPost('/v1/contacts/upsert', body, apiKey);
const keyed = (request: string): string => request.replace('\r\n', `\r\nIdempotency-Key: ${randomUUID()}\r\n`);
const run = (port: number, sent: string[], connections = 2) => load(port, sent, { connections, total: sent.length });

const modes = {
  'by hand': () =>
    run(
      bare.port,
      batches().map((body) => httpPost('/baseline', body)),
    ),
  plain: () =>
    run(
      bench.port,
      batches().map((body) => upsert(body)),
    ),
  keyed: () =>
    run(
      bench.port,
      batches().map((body) => keyed(upsert(body))),
    ),
  unheard: () =>
    run(
      deaf.port as number,
      batches().map((body) => upsert(body)),
    ),
  listening: () =>
    run(
      bench.port,
      batches().map((body) => upsert(body, listening.apiKey)),
    ),
  followed: () =>
    run(
      bench.port,
      batches().map((body) => upsert(body, followed.apiKey)),
    ),
};
type Mode = keyof typeof modes;

if (fresh) {
  // The code is warm and no table has a row: what is measured from here on is the database.
  await run(bench.port, Array(20).fill(upsert({ items: Array(100).fill({ city: 'London' }) })), 1);
  const { p50, max } = await run(
    bench.port,
    batches().map((body) => upsert(body)),
    1,
  );
  console.log(
    `on an empty database: median ${p50.toFixed(1)} ms, slowest batch ${max.toFixed(1)} ms, ${(max / p50).toFixed(1)} times the median`,
  );
  console.log(`goal: no batch over 5 times the median: ${max / p50 <= 5 ? 'met' : 'MISSED'}`);
} else {
  const names = Object.keys(modes) as Mode[];
  const speeds = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Mode, number[]>;
  for (const name of names) await modes[name]();
  for (let turn = 0; turn < ROUNDS; turn++) {
    for (const name of names) speeds[name].push((requests * 100) / (await modes[name]()).seconds);
  }
  const ratio = (name: Mode, to: Mode) => median(speeds[name].map((speed, turn) => speed / (speeds[to][turn] as number)));
  const row = (name: Mode) => ({
    'contacts/s': median(speeds[name]).toFixed(0),
    range: `${Math.min(...speeds[name]).toFixed(0)} – ${Math.max(...speeds[name]).toFixed(0)}`,
    'of by hand': ratio(name, 'by hand').toFixed(2),
    'of plain': ratio(name, 'plain').toFixed(2),
    'of unheard': ratio(name, 'unheard').toFixed(2),
  });
  console.table(Object.fromEntries(names.map((name) => [name, row(name)])));
  const { p50 } = await run(
    bench.port,
    batches().map((body) => upsert(body)),
    1,
  );
  console.log(`p50 of a request alone: ${p50.toFixed(1)} ms`);
  const goals: [string, boolean][] = [
    ['plain at least 0.8 of by hand', ratio('plain', 'by hand') >= 0.8],
    ['at least 10000 contacts/s', median(speeds.plain) >= 10_000],
    ['a request alone under 10 ms', p50 < 10],
    ['keyed at least 0.8 of plain', ratio('keyed', 'plain') >= 0.8],
    ['plain at least 0.85 of unheard', ratio('plain', 'unheard') >= 0.85],
    ['followed at least 0.9 of plain', ratio('followed', 'plain') >= 0.9],
  ];
  for (const [goal, met] of goals) console.log(`goal: ${goal}: ${met ? 'met' : 'MISSED'}`);
}
bare.server.close();
await deaf.stop();
await bench.stop();
