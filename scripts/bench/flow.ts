/**
 * How fast members move, beside one hand-written statement for each step; how fast they are enrolled one by one through the API; and
 * what a million who wait cost a service with nothing to do. `npm run bench -- flow [MEMBERS] [WAITING]`, 100,000 and 1,000,000 by default.
 */
import { setTimeout as delay } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { paths } from '../../generated/api.d.ts';
import { httpPost, load, median, sizeOf, startBenchProcess } from './lib.ts';
import { must } from './mailing.ts';

const MEMBERS = sizeOf(100_000, 50, 1);
const WAITING = sizeOf(1_000_000, 200, 2);
const ENROLMENTS = sizeOf(20_000, 20);
const IDLE_MS = sizeOf(10_000, 100);
const STEPS = 5;
const GOALS = { moves: 10_000, enrolments: 2_000, sweepMs: 50 };

const bench = await startBenchProcess();
const { pool, workspaceId } = bench;
const api = createClient<paths>({ baseUrl: `http://127.0.0.1:${bench.port}`, headers: { authorization: `Bearer ${bench.apiKey}` } });
type Body = paths['/v1/email-flows']['post']['requestBody']['content']['application/json'];

const { list_id } = await must(api.POST('/v1/contact-lists', { body: { name: 'Trail club', kind: 'static' } }));
const isOslo = { kind: 'condition', source: 'contact', field: 'city', operator: 'equals', value: 'Oslo' } as const;

async function startFlow(name: string, steps: Body['steps']): Promise<string> {
  const { flow_id } = await must(api.POST('/v1/email-flows', { body: { name, steps, triggers: [{ type: 'contact_created' }] } }));
  await must(api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId: flow_id } } }));
  return flow_id;
}

async function people(count: number): Promise<void> {
  await pool.query(
    `WITH people AS (
       INSERT INTO contacts (workspace_id, id, email, email_domain, display_name, city, original_source, created_at)
       SELECT $1, uuid_v7(now()), gen_random_uuid() || '@example.com', 'example.com', 'Person ' || i,
              CASE WHEN i % 2 = 0 THEN 'Oslo' ELSE 'Rome' END, 'public_api', now()
       FROM generate_series(1, $2::int) AS i RETURNING workspace_id, id, created_at)
     INSERT INTO contact_moments (workspace_id, contact_id, updated_at) SELECT * FROM people`,
    [workspaceId, count],
  );
  await pool.query('ANALYZE contacts, contact_moments');
}

const count = async (text: string, values: unknown[] = []): Promise<number> => Number((await pool.query(text, values)).rows[0].count);
const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
};

await people(MEMBERS);

// One statement for each step, the least that moves members.
await pool.query('CREATE TABLE bench_members (contact_id uuid PRIMARY KEY, step int NOT NULL, moved_at timestamptz NOT NULL)');
await pool.query(
  'CREATE TABLE bench_visits (contact_id uuid NOT NULL, step int NOT NULL, at timestamptz NOT NULL, PRIMARY KEY (contact_id, step))',
);
await pool.query('INSERT INTO bench_members SELECT id, 0, now() FROM contacts WHERE workspace_id = $1', [workspaceId]);
const baseline = await seconds(async () => {
  for (let step = 0; step < STEPS; step++) {
    await pool.query(
      `WITH moved AS (UPDATE bench_members m SET step = m.step + 1, moved_at = now() FROM contacts c
         WHERE c.workspace_id = $1 AND c.id = m.contact_id AND (c.city = 'Oslo' OR c.city <> 'Oslo') RETURNING m.contact_id, m.step)
       INSERT INTO bench_visits SELECT contact_id, step, now() FROM moved`,
      [workspaceId],
    );
  }
});

const flowId = await startFlow('Everybody', [
  { step_id: 'oslo', type: 'condition_check', condition: isOslo, default_step_id: 'club' },
  { step_id: 'club', type: 'add_to_list', list_id, next_step_id: 'joined' },
  { step_id: 'joined', type: 'wait', until_date_field: 'createdAt', next_step_id: 'again' },
  { step_id: 'again', type: 'condition_check', condition: isOslo, true_step_id: 'out', false_step_id: 'out' },
  { step_id: 'out', type: 'drop_from_flow' },
]);
const ours = await seconds(async () => {
  await pool.query(
    `INSERT INTO flow_inbox (workspace_id, flow_id, kind, contact_id, at, entered_via)
     SELECT $1, $2, 'entry', id, now(), 'contact_created' FROM contacts WHERE workspace_id = $1`,
    [workspaceId, flowId],
  );
  while ((await count("SELECT count(*) FROM flow_memberships WHERE flow_id = $1 AND status = 'dropped'", [flowId])) < MEMBERS)
    await delay(100);
});
const moves = (MEMBERS * STEPS) / ours;

const enrolling = await startFlow('By hand', [{ step_id: 'wait', type: 'wait', duration_amount: 30, duration_unit: 'days' }]);
const { rows } = await pool.query<{ id: string }>('SELECT id FROM contacts WHERE workspace_id = $1 LIMIT $2', [workspaceId, ENROLMENTS]);
const requests = rows.map(({ id }) => httpPost(`/v1/email-flows/${enrolling}/contacts/${id}`, {}, bench.apiKey));
const enrolled = await load(bench.port, requests, { connections: 64, total: rows.length });

/** Seconds of CPU that the service has used. */
async function cpu(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${bench.port}/metrics`)).text();
  return Number(/^\S*process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1]);
}
/** Blocks that statements have read, without PostgreSQL's own maintenance. */
async function blocks(): Promise<number> {
  const { rows } = await pool.query(
    "SELECT sum(hits + coalesce(reads, 0))::float8 AS blocks FROM pg_stat_io WHERE backend_type = 'client backend'",
  );
  return rows[0].blocks;
}
const idle = async () => {
  await delay(IDLE_MS / 5);
  const [before, blocksBefore] = [await cpu(), await blocks()];
  await delay(IDLE_MS);
  const [after, blocksAfter] = [await cpu(), await blocks()];
  return { core: (after - before) / (IDLE_MS / 1_000), blocks: (blocksAfter - blocksBefore) / (IDLE_MS / 1_000) };
};
const idleBefore = await idle();
const waiting = await startFlow('Waiting', [{ step_id: 'wait', type: 'wait', duration_amount: 30, duration_unit: 'days' }]);
await pool.query(
  `WITH members AS (
     INSERT INTO flow_memberships (workspace_id, id, flow_id, contact_id, entered_via, entered_at, status)
     SELECT $1, uuid_v7(now()), $2, uuid_v7(now()), 'manual', now(), 'under_way' FROM generate_series(1, $3::int)
     RETURNING id, contact_id)
   INSERT INTO flow_positions (workspace_id, contact_id, flow_id, member_id, step_id, visit, status, due_at, wait_until, started_at)
   SELECT $1, contact_id, $2, id, 'wait', 1, 'waiting', due, due, now()
   FROM members, LATERAL (SELECT now() + interval '1 day' + random() * interval '30 days' AS due) AS d`,
  [workspaceId, waiting, WAITING],
);
await pool.query('VACUUM ANALYZE flow_memberships, flow_positions');
const idleAfter = await idle();

// The first query of a turn: the due members among all that wait.
const looks: number[] = [];
for (let i = 0; i < 20; i++)
  looks.push(
    1_000 *
      (await seconds(() =>
        pool.query(
          `SELECT member_id FROM flow_positions WHERE workspace_id = $1 AND flow_id = $2 AND due_at <= now() + interval '25 hours'
           ORDER BY due_at LIMIT 2000`,
          [workspaceId, waiting],
        ),
      )),
  );

console.table({
  'step moves a second, entries and exits included': {
    ours: moves.toFixed(0),
    baseline: ((MEMBERS * STEPS) / baseline).toFixed(0),
    goal: GOALS.moves,
  },
  'enrolments a second, one request each': {
    ours: (enrolled.requests / enrolled.seconds).toFixed(0),
    baseline: '',
    goal: GOALS.enrolments,
  },
  [`due ones among ${WAITING}, ms`]: { ours: median(looks).toFixed(1), baseline: '', goal: GOALS.sweepMs },
  'idle, % of a core': { ours: (idleAfter.core * 100).toFixed(1), baseline: (idleBefore.core * 100).toFixed(1), goal: 'the same' },
  'idle, blocks a second': { ours: idleAfter.blocks.toFixed(0), baseline: idleBefore.blocks.toFixed(0), goal: 'the same' },
});
console.log(
  `enrolling: p50 ${enrolled.p50.toFixed(1)} ms, p99 ${enrolled.p99.toFixed(1)} ms; ratio of moves to the baseline ${(moves / ((MEMBERS * STEPS) / baseline)).toFixed(2)}`,
);
const met = moves >= GOALS.moves && enrolled.requests / enrolled.seconds >= GOALS.enrolments && median(looks) < GOALS.sweepMs;
console.log(`goal: 10,000 moves/s, 2,000 enrolments/s, a look under 50 ms: ${met ? 'met' : 'MISSED'}`);
await bench.stop();
