/** `POST /v1/contacts/upsert` with 100 items, half of them new, beside the same rows by one hand-written statement a request. */
import express from 'express';
import { compare, httpPost, listen, load, sizeOf, startBenchService } from './lib.ts';

const REQUESTS = sizeOf(300, 2);
const bench = await startBenchService();
const { pool } = bench.service.db;
let p50 = 0;

/** Every person comes twice in a round: once new, once known with another company. */
let round = 0;
const batches = (kind: string): unknown[] => {
  round += 1;
  const mark = `${kind}${round}`;
  return Array.from({ length: REQUESTS }, (_batch, b) => ({
    items: Array.from({ length: 100 }, (_item, i) => ({
      email: `${mark}.person${(b >> 1) * 100 + i}@example.com`,
      first_name: 'Ada',
      last_name: `Lovelace ${i}`,
      company: `Company ${b}`,
      job_title: 'Analyst',
      city: 'London',
    })),
  }));
};

const app = express();
app.use(express.json({ limit: '5mb' }));
app.post('/baseline', async (request, response) => {
  const { items } = request.body as { items: Record<string, string>[] };
  const column = (name: string) => items.map((item) => item[name]);
  const { rows } = await pool.query(
    `INSERT INTO contacts (workspace_id, id, email, email_domain, display_name, first_name, last_name, company, job_title, city, original_source, created_at, updated_at)
     SELECT $1, uuid_v7(now()), email, split_part(email, '@', 2), first_name || ' ' || last_name, first_name, last_name, company, job_title, city, 'public_api', now(), now()
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) AS item (email, first_name, last_name, company, job_title, city)
     ON CONFLICT (workspace_id, email) WHERE email IS NOT NULL
     DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name, company = excluded.company, job_title = excluded.job_title, city = excluded.city, updated_at = excluded.updated_at
     RETURNING *`,
    [bench.workspaceId, column('email'), column('first_name'), column('last_name'), column('company'), column('job_title'), column('city')],
  );
  response.json({ items: rows });
});
const bare = await listen(app);

async function ours(): Promise<number> {
  const requests = batches('ours').map((body) => httpPost('/v1/contacts/upsert', body, bench.apiKey));
  const result = await load(bench.port, requests, { connections: 2, total: REQUESTS });
  p50 = result.p50;
  return (REQUESTS * 100) / result.seconds;
}

async function baseline(): Promise<number> {
  const requests = batches('bare').map((body) => httpPost('/baseline', body));
  return (REQUESTS * 100) / (await load(bare.port, requests, { connections: 2, total: REQUESTS })).seconds;
}

await compare('upsert', {
  unit: 'contacts/s',
  more: true,
  ours,
  baseline,
  goal: { text: 'at least 0.6 of the baseline and 10000 contacts/s', met: (a, b) => a / b >= 0.6 && a >= 10_000 },
});
const requests = batches('alone').map((body) => httpPost('/v1/contacts/upsert', body, bench.apiKey));
p50 = (await load(bench.port, requests, { connections: 1, total: REQUESTS })).p50;
console.log(`p50 of a request alone: ${p50.toFixed(1)} ms; goal: under 15 ms: ${p50 < 15 ? 'met' : 'MISSED'}`);
bare.server.close();
await bench.stop();
