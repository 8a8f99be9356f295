import { mkdtemp } from 'node:fs/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from './src/platform/embedded-postgres.ts';
import { migrate } from './src/platform/migrations.ts';
import { readMigrations } from './src/platform/migration-files.ts';
import { seedContacts } from './lab-seed-060.ts';
import { newId } from './src/platform/ids.ts';
const N = Number(process.argv[2] ?? 1_000_000);
const folder = await mkdtemp('/tmp/labm/up-');
const cluster = await startEmbeddedPostgres(folder);
const names = (await readMigrations()).map(({ name }) => name);
await migrate(cluster.url, { only: new Set(names.filter((n) => n <= '20261122150000_bulk_jobs')) });
const q = new pg.Client({ connectionString: cluster.url }); await q.connect();
const ws = newId();
await q.query(`INSERT INTO workspaces (id, name, slug, plan, credits, created_at, updated_at) SELECT $1,'x','x','paid',0,now(),now()`, [ws]);
console.log('seed', await seedContacts(cluster.url, ws, N));
const { rows: ids } = await q.query('SELECT id, email FROM contacts TABLESAMPLE SYSTEM (0.1) LIMIT 500');
let stop = false;
const worst: Record<string, number[]> = {};
async function loop(name: string, text: string, values: () => unknown[], pauseMs = 0) {
  const c = new pg.Client({ connectionString: cluster.url }); await c.connect();
  const times: number[] = (worst[name] = []);
  let errors = 0; let error = '';
  while (!stop) {
    const t = performance.now();
    try { await c.query({ text, values: values() }); } catch (e) { errors += 1; error = (e as Error).message; if (/does not exist/.test(error)) { break; } }
    times.push(performance.now() - t);
    if (pauseMs) await new Promise((r) => setTimeout(r, pauseMs));
  }
  await c.end();
  console.log(name, 'n', times.length, 'errors', errors, error);
}
const any = () => ids[Math.floor(Math.random() * ids.length)];
const loops = [
  loop('read one', 'SELECT id, email, custom_fields FROM contacts WHERE workspace_id = $1 AND id = $2', () => [ws, any().id], 5),
  loop('read page', 'SELECT id, email, city FROM contacts WHERE workspace_id = $1 ORDER BY created_at DESC, id DESC LIMIT 25 OFFSET 100', () => [ws], 20),
  loop('count', 'SELECT count(*) FROM contacts WHERE workspace_id = $1', () => [ws], 200),
  loop('timeline', 'SELECT type, metadata FROM contact_activities WHERE workspace_id = $1 AND contact_id = $2 ORDER BY occurred_at DESC LIMIT 25', () => [ws, any().id], 10),
  loop('write one (0.6.0)', "UPDATE contacts SET city = 'X' || random(), updated_at = clock_timestamp() WHERE workspace_id = $1 AND id = $2", () => [ws, any().id], 20),
];
for (const name of names.filter((n) => n > '20261122150000_bulk_jobs')) {
  for (const t of Object.values(worst)) t.length = 0;
  const t = performance.now(); let waits = 0;
  await migrate(cluster.url, { only: new Set([...names.filter((n) => n <= name)]), onWait: () => { waits += 1; } });
  console.log(name.padEnd(46), ((performance.now() - t) / 1000).toFixed(2), 's, stood back', waits, Object.entries(worst).map(([n, w]) => `${n} ${Math.max(0, ...w).toFixed(0)}`).join(', '));
}
stop = true; await Promise.all(loops);
console.log((await q.query(`SELECT (SELECT count(*) FROM contacts) AS contacts, (SELECT count(*) FROM contact_moments) AS moments, (SELECT count(*) FROM contacts c WHERE NOT EXISTS (SELECT FROM contact_moments t WHERE t.workspace_id = c.workspace_id AND t.contact_id = c.id)) AS without`)).rows);
console.log((await q.query(`SELECT c.relname, pg_size_pretty(pg_relation_size(c.oid)) AS size FROM pg_class c WHERE relname LIKE 'contact%' AND relkind IN ('r','i') ORDER BY pg_relation_size(c.oid) DESC`)).rows.map((r) => `${r.relname} ${r.size}`).join('\n'));
console.log('URL', cluster.url, ws);
if (process.argv[3] === 'keep') await new Promise(() => {});
await q.end(); await cluster.stop();
