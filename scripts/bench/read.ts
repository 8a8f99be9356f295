/** `GET /v1/contacts/{id}` beside Express with one named query, no auth and no validation. */
import express from 'express';
import { compare, httpGet, httpPost, listen, load, sizeOf, startBenchService } from './lib.ts';

const REQUESTS = sizeOf(10_000, 20);
const PEOPLE = sizeOf(1_000, 100);
const bench = await startBenchService();
const batches = Array.from({ length: PEOPLE / 100 }, (_batch, b) =>
  httpPost(
    '/v1/contacts/upsert',
    {
      items: Array.from({ length: 100 }, (_item, i) => ({
        email: `person${b * 100 + i}@example.com`,
        first_name: 'Ada',
        last_name: `Number ${i}`,
        company: 'Analytical',
      })),
    },
    bench.apiKey,
  ),
);
await load(bench.port, batches, { connections: 1, total: batches.length });
const { rows } = await bench.service.db.pool.query<{ id: string }>('SELECT id FROM contacts WHERE workspace_id = $1', [bench.workspaceId]);

const app = express();
app.get('/v1/contacts/:contact_id', async (request, response) => {
  const result = await bench.service.db.pool.query({
    name: 'bench-read',
    text: 'SELECT * FROM contacts WHERE workspace_id = $1 AND id = $2',
    values: [bench.workspaceId, request.params.contact_id],
  });
  response.json(result.rows[0]);
});
const baseline = await listen(app);

const paths = rows.map(({ id }) => httpGet(`/v1/contacts/${id}`, bench.apiKey));
const measure = (port: number) => async () => REQUESTS / (await load(port, paths, { connections: 16, total: REQUESTS })).seconds;

await compare('read', {
  unit: 'requests/s',
  more: true,
  ours: measure(bench.port),
  baseline: measure(baseline.port),
  goal: { text: 'at least 0.85 of the baseline', met: (a, b) => a / b >= 0.85 },
});
baseline.server.close();
await bench.stop();
