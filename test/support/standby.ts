/** Two PostgreSQL servers of a test's own: a primary, and a synchronous hot standby that can take its place. */
import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Cluster, initialise, start, stop, USER } from '../../src/platform/embedded-postgres/cluster.ts';
import { findPrograms } from '../../src/platform/embedded-postgres/programs.ts';
import { unprivileged } from '../../src/platform/embedded-postgres/run-as.ts';

const PASSWORD = 'a-password-for-tests';

export interface Server {
  port: number;
  url: string;
  /** A statement on a connection of its own. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Its processes stand still, or go on. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** As a machine dies: immediately, with work unfinished. */
  die(): Promise<void>;
}

export interface Pair {
  primary: Server;
  standby: Server;
  /** Commits on the primary wait for the standby, or no longer. */
  synchronous(isOn: boolean): Promise<void>;
  close(): Promise<void>;
}

export async function startPair(): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), 'bivouac-pair-'));
  const programs = await findPrograms();
  const clusterAt = async (name: string): Promise<Cluster> => ({
    folder: join(folder, name, 'postgres'),
    programs,
    runAs: await unprivileged(programs, join(folder, name), join(folder, name, 'postgres')),
  });
  for (const name of ['primary', 'standby']) await mkdir(join(folder, name), { mode: 0o755 });
  const first = await clusterAt('primary');
  await initialise(first, PASSWORD);
  await appendFile(join(first.folder, 'postgresql.auto.conf'), `fsync = off\nwal_keep_size = '256MB'\n`);
  const second = await clusterAt('standby');
  // Nothing has been written since initdb, so the copy is whole. It catches up from there.
  await cp(first.folder, second.folder, { recursive: true, preserveTimestamps: true });
  const primary = serverOf(first, await start(first));
  const connection = `host=127.0.0.1 port=${primary.port} user=${USER} password=${PASSWORD} application_name=standby`;
  await appendFile(join(second.folder, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`);
  await writeFile(join(second.folder, 'standby.signal'), '');
  await primary.query('CREATE DATABASE bivouac', [], 'postgres');
  const standby = serverOf(second, await start(second));
  return {
    primary,
    standby,
    async synchronous(isOn) {
      await primary.query(`ALTER SYSTEM SET synchronous_standby_names = '${isOn ? 'standby' : ''}'`);
      await primary.query('SELECT pg_reload_conf()');
    },
    async close() {
      for (const server of [primary, standby]) await server.thaw();
      const now = AbortSignal.abort();
      await Promise.allSettled([stop(second, now), stop(first, now)]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function serverOf({ folder }: Cluster, port: number) {
  const urlOf = (database: string) => `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  const signal = async (name: NodeJS.Signals) => {
    for (const pid of await processes(folder)) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended meanwhile.
      }
    }
  };
  return {
    port,
    url: urlOf('bivouac'),
    async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = [], database = 'bivouac'): Promise<Row[]> {
      const client = new pg.Client({ connectionString: urlOf(database), application_name: 'test' });
      client.on('error', () => {});
      await client.connect();
      try {
        return (await client.query<Row>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    die: () => signal('SIGKILL'),
  };
}

/** The postmaster of a folder, first, and its children. */
async function processes(folder: string): Promise<number[]> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const postmaster = Number(text.split('\n')[0]);
  if (!postmaster) return [];
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(postmaster)]).catch(() => ({ stdout: '' }));
  return [postmaster, ...stdout.split('\n').map(Number).filter(Boolean)];
}
