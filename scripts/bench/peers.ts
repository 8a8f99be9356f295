/**
 * Sending and importing, beside the way of the most used self-hosted tool (`peer.ts`), on one database server, one mail sink and the same
 * people: how fast, with how much processor time, and how much memory. `npm run bench -- peers [PEOPLE]`, 100,000 by default.
 *
 * Parcelvoy needs MySQL and a queue service, phpList MySQL and a web server, Sympa a mail server that it controls; where none of that is
 * installed, they cannot be started, and their figures are left out.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { apiOf, importer } from './import-run.ts';
import { COLUMNS } from './import-ways.ts';
import { sizeOf, startBenchProcess, TICKS } from './lib.ts';
import { openMailing, startSink } from './mailing.ts';
import { everybody, type Figures, type Task } from './peer.ts';

const people = sizeOf(100_000, 100, 1);

const { sink, port: smtpPort } = await startSink();
const bench = await startBenchProcess({ SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, BASE_URL: 'https://api.example.com' });
const { pool } = bench;
const api = apiOf(bench);
const folder = await mkdtemp(join(tmpdir(), 'bivouac-peers-'));

/** Seconds of processor time of the database server, all its processes together. */
async function databaseSeconds(): Promise<number> {
  const { rows } = await pool.query('SELECT pid FROM pg_stat_activity UNION SELECT pg_backend_pid()');
  const times = async (pid: number) =>
    (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(') ')[1]?.split(' ').map(Number) ?? [];
  const first = await times(rows[0].pid);
  const sum = (parts: number[]) => parts.reduce((total, part) => total + (part || 0), 0);
  const own = await Promise.all(rows.map(async ({ pid }) => sum((await times(pid)).slice(11, 13))));
  // With those of its processes that have ended.
  return (sum(own) + sum((await times(first[1] as number)).slice(11, 15))) / TICKS;
}

type Shown = Figures & { databaseSeconds: number };

async function measured(work: () => Promise<Figures>): Promise<Shown> {
  const before = await databaseSeconds();
  const figures = await work();
  return { ...figures, databaseSeconds: (await databaseSeconds()) - before };
}

async function ours(work: () => Promise<unknown>): Promise<Figures> {
  await bench.peakMb();
  const [before, started] = [await bench.cpuSeconds(), performance.now()];
  await work();
  const seconds = (performance.now() - started) / 1_000;
  return { seconds, cpuSeconds: (await bench.cpuSeconds()) - before, peakMb: await bench.peakMb() };
}

async function peer(kind: Task['kind']): Promise<Figures> {
  const child: ChildProcess = fork(new URL('peer.ts', import.meta.url));
  const task: Task = { kind, databaseUrl: bench.databaseUrl, smtpPort, people };
  child.send(task);
  const [figures] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The peer has failed'))),
  ])) as [Figures];
  return figures;
}

async function send(listId: string): Promise<void> {
  const mailing = await openMailing(bench);
  const blastId = await mailing.draft(listId);
  await mailing.send(blastId);
  for (;;) {
    const { rows } = await pool.query('SELECT status FROM blasts WHERE id = $1', [blastId]);
    if (rows[0].status === 'sent') return;
    if (rows[0].status !== 'sending') throw new Error(`The blast is ${rows[0].status}`);
    await delay(100);
  }
}

for (const [display_name, value_type] of [
  ['Points', 'number'],
  ['Tier', 'string'],
])
  await api('POST', '/v1/contact-fields', { display_name, value_type });
const { list_id: listId }: { list_id: string } = await api('POST', '/v1/contact-lists', { name: 'People', kind: 'static' });
const file = join(folder, 'people.csv');
const lines = everybody(people).map((person) => COLUMNS.map((name) => person[name]).join(','));
await writeFile(file, `${COLUMNS.join(',')}\n${lines.toArray().join('\n')}\n`);

const results: Record<string, Shown> = {};
results['import: ours'] = await measured(() => ours(() => importer(bench, listId).run(file)));
results['import: row by row'] = await measured(() => peer('import'));
await pool.query('VACUUM ANALYZE');
results['send: ours'] = await measured(() => ours(() => send(listId)));
results['send: by id, rendered each'] = await measured(() => peer('send'));

console.table(
  Object.fromEntries(
    Object.entries(results).map(([name, { seconds, cpuSeconds, databaseSeconds, peakMb }]) => [
      name,
      {
        'a second': Math.round(people / seconds),
        'processor s a thousand': ((cpuSeconds * 1_000) / people).toFixed(3),
        'with the database': (((cpuSeconds + databaseSeconds) * 1_000) / people).toFixed(3),
        'peak MB': peakMb,
      },
    ]),
  ),
);
await pool.query('DROP SCHEMA IF EXISTS peer CASCADE; DROP SCHEMA IF EXISTS row_by_row CASCADE');
await rm(folder, { recursive: true });
await bench.stop();
sink.disconnect();
