/**
 * Saving code, approving and listing among 100,000 emails, each beside the one statement that a person would write for it, behind
 * Express; then what the composer takes for a page and for an email, beside a bare insert of what it wrote.
 * Usage: npm run bench -- content [DOCUMENTS]
 */
import express, { type Request, type RequestHandler } from 'express';
import type { Commission } from '../../src/content/generation/generator.ts';
import { library } from '../../src/content/generation/library/index.ts';
import { verify } from '../../src/content/generation/verify/verify.ts';
import { plainTextOf } from '../../src/content/versions/plain-text.ts';
import { commission } from './commission.ts';
import { compare, httpGet, httpPost, listen, load, sizeOf, startBenchService } from './lib.ts';

const DOCUMENTS = sizeOf(100_000, 100, 1);
const REQUESTS = sizeOf(500, 5);
const CONNECTIONS = 4;

const PROMPT =
  'Spring sale at Juniper Trail, 30 % off tents until 12 April, code LENZ30. Link to https://juniper.example/sale\nPrices:\n- Two-person tent €189\n- Tarp €49';

/** Writes and checks, as a generation does after its claim. */
async function written(kind: Commission['kind'], prompt = PROMPT): Promise<string> {
  const { html } = await library.generate(commission({ kind, prompt }), new AbortController().signal);
  const verdict = await verify(html, { kind, title: 'Spring', unsubscribeLink: true });
  if ('problem' in verdict) throw new Error(`The ${kind} ${verdict.problem}`);
  return verdict.html;
}

const code = await written('email');
const text = plainTextOf(code);
const bench = await startBenchService();
const { pool } = bench.service.db;
const { workspaceId, apiKey } = bench;

// Emails with a version, ready to be approved. The first few give the planner its statistics.
for (let made = 0; made < DOCUMENTS; ) {
  const batch = made === 0 ? 100 : Math.min(5_000, DOCUMENTS - made);
  await pool.query(
    `WITH made AS (
       INSERT INTO documents (workspace_id, id, kind, name, status, subject, from_name, from_address, reply_to_email, current_version, created_by_name, created_at, updated_at)
       SELECT $1, uuid_v7(now()), 'email', 'Email ' || n, 'draft', 'Tents for less', 'Juniper Trail', 'hello@example.com', 'hello@example.com', 1, 'Bench',
         now() - n * interval '1 minute', now() - n * interval '1 minute'
       FROM generate_series($2::int + 1, $2::int + $3::int) AS n RETURNING id, created_at
     ), generated AS (
       INSERT INTO generations (workspace_id, id, document_id, number, type, status, created_at, completed_at)
       SELECT $1, uuid_v7(now()), id, 1, 'code', 'completed', created_at, created_at FROM made RETURNING id, document_id
     )
     INSERT INTO versions (workspace_id, id, document_id, version, html, plain_text, plain_text_source)
     SELECT $1, id, document_id, 1, '<!doctype html><p>Tents</p>', 'Tents', 'auto' FROM generated`,
    [workspaceId, made, batch],
  );
  if (made === 0) await pool.query('ANALYZE documents, generations, versions');
  made += batch;
}
await pool.query('ANALYZE documents, generations, versions');
const { rows } = await pool.query<{ id: string }>('SELECT id FROM documents WHERE workspace_id = $1 ORDER BY updated_at DESC', [
  workspaceId,
]);
/** Different ones every time, so that an approval has something to do. */
let next = 0;
const someIds = () => Array.from({ length: REQUESTS }, () => rows[next++ % rows.length]?.id as string);

const answer =
  (ask: (request: Request) => Promise<unknown>): RequestHandler =>
  async (request, response) => {
    response.json(await ask(request));
  };
const app = express();
app.use(express.json({ limit: '5mb' }));
app.post(
  '/emails/:id/save-code',
  answer(async ({ params, body }) => {
    const { rows: saved } = await pool.query({
      name: 'bench-save',
      text: `WITH held AS (
          SELECT id, current_version + 1 AS version FROM documents WHERE workspace_id = $1 AND id = $2 AND kind = 'email' FOR UPDATE
        ), generated AS (
          INSERT INTO generations (workspace_id, id, document_id, number, type, status, created_at, completed_at)
          SELECT $1, uuid_v7(now()), id, version, 'code', 'completed', now(), now() FROM held RETURNING id
        ), kept AS (
          INSERT INTO versions (workspace_id, id, document_id, version, html, plain_text, plain_text_source)
          SELECT $1, generated.id, held.id, held.version, $3, $4, 'auto' FROM held, generated
        )
        UPDATE documents d SET current_version = held.version, updated_at = now() FROM held, generated
        WHERE d.workspace_id = $1 AND d.id = held.id RETURNING d.id, held.version, generated.id AS generation_id`,
      values: [workspaceId, params.id, (body as { code: string }).code, text],
    });
    return saved[0];
  }),
);
app.post(
  '/emails/:id/approve',
  answer(async ({ params }) => {
    const { rows: approved } = await pool.query({
      name: 'bench-approve',
      text: `UPDATE documents SET status = 'approved', approved_version = current_version, updated_at = now()
        WHERE workspace_id = $1 AND id = $2 AND kind = 'email' RETURNING *`,
      values: [workspaceId, params.id],
    });
    return approved[0];
  }),
);
app.get(
  '/emails',
  answer(async () => {
    const { rows: emails } = await pool.query({
      name: 'bench-list',
      text: `SELECT * FROM documents WHERE workspace_id = $1 AND kind = 'email' ORDER BY updated_at DESC, id DESC LIMIT 26`,
      values: [workspaceId],
    });
    return { emails };
  }),
);
const baseline = await listen(app);

const rate = async (port: number, requests: string[]) =>
  REQUESTS / (await load(port, requests, { connections: CONNECTIONS, total: REQUESTS })).seconds;
const goal = { text: 'at least 0.5 of the baseline', met: (a: number, b: number) => a / b >= 0.5 };
const unit = 'requests/s';

await compare(`save code of ${Math.round(code.length / 1_000)} kB`, {
  unit,
  more: true,
  ours: () =>
    rate(
      bench.port,
      someIds().map((id) => httpPost(`/v1/emails/${id}/save-code`, { code }, apiKey)),
    ),
  baseline: () =>
    rate(
      baseline.port,
      someIds().map((id) => httpPost(`/emails/${id}/save-code`, { code })),
    ),
  goal,
});
await compare('approve', {
  unit,
  more: true,
  ours: () =>
    rate(
      bench.port,
      someIds().map((id) => httpPost(`/v1/emails/${id}/approve`, {}, apiKey)),
    ),
  baseline: () =>
    rate(
      baseline.port,
      someIds().map((id) => httpPost(`/emails/${id}/approve`, {})),
    ),
  goal,
});
await compare(`list 25 of ${DOCUMENTS}`, {
  unit,
  more: true,
  ours: () => rate(bench.port, [httpGet('/v1/emails?limit=25', apiKey)]),
  baseline: () => rate(baseline.port, [httpGet('/emails')]),
  goal,
});

/** Milliseconds of each of some runs, one after the other. */
async function each(work: () => Promise<unknown>): Promise<number> {
  const runs = sizeOf(20, 1);
  const started = performance.now();
  for (let run = 0; run < runs; run++) await work();
  return (performance.now() - started) / runs;
}
await pool.query('CREATE UNLOGGED TABLE bench_written (html text NOT NULL)');
for (const kind of ['page', 'email'] as const) {
  const html = await written(kind);
  await compare(`${kind === 'page' ? 'a page' : 'an email'} of ${Math.round(html.length / 1_000)} kB, composed and checked`, {
    unit: 'ms',
    more: false,
    ours: () => each(() => written(kind)),
    baseline: () => each(() => pool.query('INSERT INTO bench_written VALUES ($1)', [html])),
    goal: { text: 'under 200 ms', met: (a) => a < 200 },
  });
}
await pool.query('DROP TABLE bench_written');
baseline.server.close();
await bench.stop();
