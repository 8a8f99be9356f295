import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdir, readFile, readlink, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { once as shared } from '../../shared/once.ts';
import { CLI } from '../../shared/program.ts';
import { StartError } from '../../shared/start-error.ts';
import { freePort } from '../free-port.ts';
import { ProgramFailed, type Programs, type RunAs, run } from './programs.ts';

export interface Cluster {
  folder: string;
  programs: Programs;
  runAs: RunAs;
}

export const USER = 'bivouac';
export const START_TIMEOUT_S = 60;
const IMMEDIATE_TIMEOUT_S = 5;
const STOP_TIMEOUT_S = 60;

/** The data is of another major version of PostgreSQL, which this one cannot read. */
export class OtherVersion extends StartError {
  constructor(folder: string, theirs: string, ours: string) {
    super(
      `${folder} was made by PostgreSQL ${theirs}; this version of Bivouac brings PostgreSQL ${ours}, which cannot read it. Take the data over: ` +
        `with the version of Bivouac that made it, "${CLI} backup FILE"; then, with this one and another DATA_DIR, "${CLI} restore FILE".`,
    );
  }
}

export async function initialise({ folder, programs, runAs }: Cluster, password: string): Promise<void> {
  // Made beside its place and moved there when it is complete: neither a kill nor a second process sees half a cluster. The name is random,
  // since process ids repeat across containers.
  const fresh = `${folder}.${randomUUID()}`;
  await mkdir(fresh, { mode: 0o700 });
  // initdb reads the password from a file, and may run under a user without access to the data directory.
  const file = `${fresh}.pw`;
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  if (runAs.uid !== undefined) for (const path of [fresh, file]) await chown(path, runAs.uid, runAs.gid as number);
  try {
    const args = ['-D', fresh, '-U', USER, '--auth=scram-sha-256', `--pwfile=${file}`, '--encoding=UTF8'];
    // The built-in locale folds case by Unicode and, unlike the system's, is the same on every machine.
    await run(
      programs.initdb,
      [...args, '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions'],
      runAs,
    );
    await rename(fresh, folder).catch((error: { code?: string }) => {
      // Another process was a moment faster, and its cluster is as good.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await rm(file, { force: true });
  }
}

/** PostgreSQL runs on the cluster, or is starting or stopping. */
export class ClusterLocked extends Error {
  override name = 'ClusterLocked';
}

/** The exit status of `flock` for a lock that is held. */
const HELD = 75;

/**
 * Runs a program under the cluster's lock. The lock is a `flock` on a file in the folder: unlike process ids, it is seen from other
 * PID namespaces and containers. The program and everything it starts inherit the open file, so the lock lasts as long as any process
 * of the PostgreSQL that `pg_ctl` starts, and ends with the last of them, however they end. Systems without `flock` have no PID
 * namespaces either.
 * @throws ClusterLocked
 */
async function runLocked({ folder, runAs }: Cluster, program: string, args: string[]): Promise<void> {
  const lock = ['flock', '--nonblock', '--conflict-exit-code', String(HELD), join(folder, 'bivouac.lock')];
  const prefix = (await hasFlock()) ? [...runAs.prefix, ...lock] : runAs.prefix;
  await run(program, args, { ...runAs, prefix }).catch((error) => {
    throw error instanceof ProgramFailed && error.status === HELD ? new ClusterLocked() : error;
  });
}

const hasFlock = shared(() =>
  promisify(execFile)('flock', ['--version']).then(
    () => true,
    () => false,
  ),
);

export const isLocked = (cluster: Cluster): Promise<boolean> =>
  runLocked(cluster, 'true', []).then(
    () => false,
    (error) => {
      if (error instanceof ClusterLocked) return true;
      throw error;
    },
  );

/**
 * Removes what a killed PostgreSQL left in the way, then starts the new one. After a reboot, or in a new container, the process id in
 * `postmaster.pid` belongs to another program, and PostgreSQL would take that for a living postmaster; an id that no process has makes
 * it check for itself. This is safe under the lock alone: the file of a living PostgreSQL must never change.
 */
const CLEAR_AND_START = `
file=$1; shift
if [ -f "$file" ]; then rest=$(tail -n +2 "$file"); printf '2147483647\n%s\n' "$rest" > "$file"; fi
exec "$@"`;

/**
 * @param choose finds a free port, unless one is known
 * @throws OtherVersion, ClusterLocked, or with the last lines of the server's log
 */
export async function start(cluster: Cluster, known?: number, choose = freePort): Promise<number> {
  const { folder, programs } = cluster;
  const port = known ?? (await choose());
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
  const log = join(folder, 'server.log');
  try {
    const pgCtl = [programs.pg_ctl, 'start', '-D', folder, '-w', '-t', String(START_TIMEOUT_S), '-l', log, '-o', settings];
    await runLocked(cluster, 'sh', ['-c', CLEAR_AND_START, 'sh', join(folder, 'postmaster.pid'), ...pgCtl]);
  } catch (error) {
    if (error instanceof ClusterLocked) throw error;
    // Another process may have been faster; then its cluster is the one to use.
    const running = await runningPort(folder);
    if (running !== null) return running;
    const words = (await readFile(log, 'utf8').catch(() => '')).trim();
    // The port was taken since it was found free.
    if (known === undefined && words.includes(`already running on port ${port}?`)) return start(cluster, known, choose);
    const [, theirs, ours] = /initialized by PostgreSQL version (\d+).* not compatible with this version (\d+)[^\n]*$/.exec(words) ?? [];
    if (theirs && ours) throw new OtherVersion(folder, theirs, ours);
    throw new StartError(`The embedded PostgreSQL did not start:\n${words.split('\n').slice(-5).join('\n') || (error as Error).message}`);
  }
  return port;
}

/** Stops in order until `limit`, then at once. After the latter, the next start replays the log. */
export async function stop({ folder, programs, runAs }: Cluster, limit: AbortSignal): Promise<void> {
  const stopped = (mode: string, seconds: number) =>
    run(programs.pg_ctl, ['stop', '-D', folder, '-m', mode, '-w', '-t', String(seconds)], runAs).then(
      () => true,
      () => false,
    );
  if (!limit.aborted && (await Promise.race([stopped('fast', STOP_TIMEOUT_S), once(limit, 'abort').then(() => false)]))) return;
  if ((await runningPort(folder)) === null || (await stopped('immediate', IMMEDIATE_TIMEOUT_S))) return;
  throw new Error(`The PostgreSQL in ${folder} could not be stopped`);
}

/** The last message of the server itself. Lines after it may quote statements, and with them personal data. */
export async function lastWords(folder: string): Promise<string> {
  const lines = (await readFile(join(folder, 'server.log'), 'utf8').catch(() => '')).split('\n');
  return lines.findLast((line) => /\b(LOG|ERROR|FATAL|PANIC): /.test(line)) ?? '';
}

/** The port of a cluster that this process can see, or null. */
export async function runningPort(folder: string): Promise<number | null> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid = '', writer = ''] = text.split('\n');
  return isThere(Number(pid)) && (await isPostmaster(Number(pid), writer, folder)) ? writtenPort(text) : null;
}

/** The port of a cluster in another namespace, or null while it has not written one. */
export const hiddenPort = async (folder: string): Promise<number | null> =>
  writtenPort(await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => ''));

const writtenPort = (text: string): number | null => Number(text.split('\n')[3]) || null;

function isThere(pid: number): boolean {
  if (!pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code !== 'ESRCH';
  }
}

/** The id may belong to another PostgreSQL, or to another program. */
async function isPostmaster(pid: number, writer: string, folder: string): Promise<boolean> {
  const { program, given } = await commandOf(pid);
  if (!program.startsWith('postgres')) return false;
  // A postmaster's working directory is its folder, whatever path it was given. Without access to it, the arguments decide.
  const at = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  if (at) return at === (await realpath(folder));
  return given(writer) && (await realpath(writer).catch(() => '')) === (await realpath(folder));
}

/** A zombie runs nothing. */
async function commandOf(pid: number): Promise<{ program: string; given: (folder: string) => boolean }> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  if (line !== null) {
    const words = line.split('\0');
    return { program: basename(words[0] as string), given: (folder) => words[words.indexOf('-D') + 1] === folder };
  }
  const shown = await promisify(execFile)('ps', ['-ww', '-p', String(pid), '-o', 'args=']).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
  const [path = ''] = shown.split(' -D ');
  return { program: basename(path), given: (folder) => `${shown} `.includes(` -D ${folder} `) };
}
