import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../shared/start-error.ts';
import { databaseError, isUnavailable } from './database-errors.ts';
import {
  type Cluster,
  ClusterLocked,
  hiddenPort,
  initialise,
  isLocked,
  lastWords,
  runningPort,
  START_TIMEOUT_S,
  start,
  stop,
  USER,
} from './embedded-postgres/cluster.ts';
import { findPrograms } from './embedded-postgres/programs.ts';
import { unprivileged } from './embedded-postgres/run-as.ts';
import { exists, makeDataDir, readOrMake } from './files.ts';
import type { Log } from './log.ts';

export { OtherVersion } from './embedded-postgres/cluster.ts';

const DATABASE = 'bivouac';
/** Held while a process owns the cluster. It ends with the connection, so a killed owner leaves nothing behind. */
const OWNER_LOCK = 7_301_947;
/** Application names of owners. A service stays; a visitor stops the cluster when it is done. */
const SERVICE = 'bivouac-service';
const VISITOR = 'bivouac-visitor';
const VISIT_TIMEOUT_MS = 30_000;
const TAKEOVER_TIMEOUT_MS = 5_000;
/** Pauses between attempts to revive a crashed cluster: the first, which doubles, and the longest. */
const REVIVAL_PAUSE_MS = 1_000;
const REVIVAL_PAUSE_AT_MOST_MS = 10_000;
const STOP_TIMEOUT_MS = 60_000;
/** For a cluster in another namespace to end, or to accept a connection. The processes of a crashed one end sooner. */
const HIDDEN_TIMEOUT_MS = 10_000;

export interface EmbeddedPostgres {
  /** Address of the database, password included. */
  url: string;
  /** Stops the cluster if this process owns it, in order until `limit`, then at once. */
  stop(limit?: AbortSignal): Promise<void>;
}

export interface Owner {
  /** A visitor (the command line) joins the cluster of a running service; visitors without one take turns. */
  visiting?: boolean;
  log?: Log;
  onStep?: (words: string) => void;
}

class DataDirInUse extends StartError {
  constructor(dataDir: string, where: keyof typeof WAYS_OUT) {
    super(
      `Another Bivouac process is using the data directory ${dataDir}${WAYS_OUT[where]} or set DATABASE_URL to share one PostgreSQL between processes.`,
    );
  }
}

const WAYS_OUT = {
  here: '. Stop it, give this one a DATA_DIR of its own,',
  elsewhere: ' from another container or process namespace. Run commands there (docker exec, for example), stop that process,',
};

/**
 * Starts the installed PostgreSQL with its data under `dataDir`, or takes over one that a killed process left running there.
 * @throws DataDirInUse when another process owns the cluster, OtherVersion, or SpoiltFile for its password
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  { visiting = false, log, onStep = () => {} }: Owner = {},
): Promise<EmbeddedPostgres> {
  const folder = join(dataDir, 'postgres');
  await makeDataDir(dataDir);
  const programs = await findPrograms();
  const cluster: Cluster = { folder, programs, runAs: await unprivileged(programs, dataDir, folder) };
  const password = await readOrMake(join(dataDir, 'postgres.password'), () => randomBytes(24).toString('hex'));

  if (!(await exists(join(folder, 'PG_VERSION')))) {
    onStep(`Making a database in ${dataDir}`);
    await initialise(cluster, password);
  }
  onStep('Starting PostgreSQL');

  const stopping = new AbortController();
  let revival: Promise<void> | undefined;
  const { port, ...entered } = await attach();
  let { owner, owns, joined } = entered;
  if (!visiting && entered.leftBehind)
    log?.info({ still_running: joined }, 'took the embedded database over from a process that was killed');
  const watch = () => owner.once('end', () => (revival ??= revive()));
  if (!visiting) watch();
  const url = `postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`;

  return {
    url,
    async stop(limit = AbortSignal.timeout(STOP_TIMEOUT_MS)) {
      stopping.abort();
      if (revival && !limit.aborted) await Promise.race([revival, once(limit, 'abort')]);
      // The lock is held until the cluster is down, so that no process takes over what is about to end.
      try {
        if (owns && !(visiting && joined)) await stop(cluster, limit);
      } finally {
        await owner.end().catch(() => {});
      }
    },
  };

  /** A visitor may start or stop the cluster at the same moment; then this process joins it, or starts it again. */
  async function attach(known?: number): Promise<{ port: number; owner: pg.Client; owns: boolean; joined: boolean; leftBehind: boolean }> {
    for (const since = Date.now(); ; await delay(200)) {
      const waited = Date.now() - since;
      try {
        const running = await runningPort(folder);
        if (running === null && (await isLocked(cluster))) return await attachHidden(waited);
        // An orderly stop removes it.
        const leftBehind = await exists(join(folder, 'postmaster.pid'));
        const port = running ?? (await start(cluster, known));
        return { port, ...(await enter(port)), joined: running !== null, leftBehind };
      } catch (error) {
        if (isUnavailable(error) && error.trouble === 'refused') {
          throw new StartError(`The password in ${join(dataDir, 'postgres.password')} does not open ${folder}; restore that file.`, {
            cause: error,
          });
        }
        const passes = isUnavailable(error) || error instanceof ClusterLocked;
        if (!passes || stopping.signal.aborted || waited >= START_TIMEOUT_S * 1_000) throw error;
      }
    }
  }

  /**
   * The cluster runs in another namespace. A visitor joins it if it can connect; a service must not take it over, since it could neither
   * stop nor revive it.
   * @throws ClusterLocked while it may still be starting or ending
   */
  async function attachHidden(waited: number) {
    const port = await hiddenPort(folder);
    const entered = port === null ? null : await enter(port).catch(unlessUnavailable);
    if (port !== null && entered && visiting) return { port, owner: entered.owner, owns: false, joined: true, leftBehind: false };
    await entered?.owner.end();
    if (entered || waited >= HIDDEN_TIMEOUT_MS) throw new DataDirInUse(dataDir, 'elsewhere');
    throw new ClusterLocked();
  }

  async function enter(port: number): Promise<{ owner: pg.Client; owns: boolean }> {
    const client = new pg.Client({
      connectionString: `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`,
      connectionTimeoutMillis: 10_000,
      application_name: visiting ? VISITOR : SERVICE,
    });
    // The end of the cluster ends this connection; the next statement elsewhere reports it.
    client.on('error', () => {});
    try {
      await client.connect();
      const owns = await own(client, visiting ? 0 : TAKEOVER_TIMEOUT_MS);
      if (!owns && !visiting) throw new DataDirInUse(dataDir, 'here');
      const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
      if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`).catch(unlessItExists);
      return { owner: client, owns };
    } catch (error) {
      await client.end().catch(() => {});
      throw databaseError(error);
    }
  }

  /**
   * The cluster went down under its owner, who starts it again, on the same port. Or it only ended its connections, as it does after a
   * crash of one of its processes, and accepts new ones by itself.
   */
  async function revive(): Promise<void> {
    for (let attempt = 1; !stopping.signal.aborted; attempt++) {
      const isThere = (await runningPort(folder)) !== null;
      const what = isThere ? 'ended its connections; waiting until it takes new ones' : 'went away; bringing it back';
      log?.error({ attempt, last_words: await lastWords(folder) }, `the embedded database ${what}`);
      try {
        ({ owner, owns, joined } = await attach(port));
        revival = undefined;
        watch();
        log?.info({ attempt }, 'the embedded database is back');
        return;
      } catch (error) {
        log?.error({ err: error, attempt }, 'the embedded database did not come back');
        const pause = Math.min(REVIVAL_PAUSE_MS * 2 ** (attempt - 1), REVIVAL_PAUSE_AT_MOST_MS);
        await delay(pause, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }
}

/** Waits for visitors, whose commands are short; for a service only as long as a killed one needs to release the lock. */
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

function unlessUnavailable(error: unknown): null {
  if (!isUnavailable(error)) throw error;
  return null;
}

/** A command and a service that start together may both create it. */
function unlessItExists(error: { code?: string }): void {
  if (error.code !== '42P04' && error.code !== '23505') throw error;
}
