import { readFile, writeFile } from 'node:fs/promises';
import { mkdtemp } from 'node:fs/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from './src/platform/embedded-postgres.ts';
import { migrate } from './src/platform/migrations.ts';
import { readMigrations } from './src/platform/migration-files.ts';
const folder = await mkdtemp('/tmp/labm/fx-');
const cluster = await startEmbeddedPostgres(folder);
const names = (await readMigrations()).map(({ name }) => name);
await migrate(cluster.url, { only: new Set(names.filter((n) => n <= '20261122110000_assets')) });
const q = new pg.Client({ connectionString: cluster.url }); await q.connect();
await q.query(await readFile('test/support/releases/0.5.0.sql', 'utf8'));
await q.query('SET session_replication_role = origin');
await migrate(cluster.url, { only: new Set(names.filter((n) => n <= '20261122150000_bulk_jobs')) });
await q.query('SET session_replication_role = replica');
const extra = process.argv[2] ? await readFile(process.argv[2], 'utf8') : '';
if (extra) await q.query(extra);
const { rows: tables } = await q.query("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1");
let out = '-- The schema of 0.6.0 with rows in every table. Rows refer to one another across tables, so they are looked at when all are there.\nSET session_replication_role = replica;\n';
const empty: string[] = [];
for (const { name } of tables) {
  const { rows: cols } = await q.query("SELECT column_name AS name, is_identity AS identity, data_type AS type, is_nullable AS nullable, column_default AS def FROM information_schema.columns WHERE table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position", [name]);
  const { rows } = await q.query(`SELECT ${cols.map((c: any) => `${c.name}::text`).join(', ')} FROM ${name} ORDER BY 1, 2`);
  if (rows.length === 0) { empty.push(name + ': ' + cols.map((c: any) => `${c.name} ${c.type}${c.nullable === 'NO' ? '!' : ''}${c.def ? ' =' + c.def : ''}`).join(', ')); continue; }
  const used = cols.filter((c: any) => rows.some((r: any) => r[c.name] !== null));
  const lit = (v: string | null) => v === null ? 'NULL' : v.includes('\\') ? `E'${v.replaceAll('\\', '\\\\').replaceAll("'", "''")}'` : `'${v.replaceAll("'", "''")}'`;
  out += `\nINSERT INTO ${name} (${used.map((c: any) => c.name).join(', ')})${used.some((c: any) => c.identity === 'YES') ? ' OVERRIDING SYSTEM VALUE' : ''}\nVALUES ${rows.map((r: any) => `(${used.map((c: any) => lit(r[c.name])).join(', ')})`).join(',\n       ')};\n`;
}
console.log(empty.join('\n'));
out += '\nSET session_replication_role = DEFAULT;\n';
await writeFile('/tmp/labm/0.6.0.sql', out);
await q.end(); await cluster.stop();
