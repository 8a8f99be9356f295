import type { Config } from '../config.ts';
import type { Limits } from '../platform/connections.ts';
import { sayTrouble } from '../platform/database-trouble.ts';
import { type Database, FOR_BACKGROUND, FOR_REQUESTS, openDatabase, PAGES, PROBING, sql } from '../platform/db.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import type { Log } from '../platform/log.ts';
import { type Metrics, watchPools, watchPulse, watchReplica } from '../platform/metrics.ts';
import { migrate } from '../platform/migrations.ts';
import { createPulse, type Pulse } from '../platform/pulse.ts';
import { createReplica, PRIMARY_ONLY, type Reading, type Replica, readCluster } from '../platform/replica.ts';
import { retryBriefly } from '../platform/retry.ts';
import { createSockets, type Sockets } from '../platform/sockets.ts';
import type { Stopping } from './stopping.ts';

/** The database of a service: each use has connections of its own, so that none takes those of another. */
export interface Databases {
  url: string;
  requests: Database;
  background: Database;
  readiness: Database;
  pages: Database;
  pulse: Pulse;
  /** For what may be read from a standby. */
  reading: Reading;
  replica: Replica | undefined;
  /** Those of all connections. */
  sockets: Sockets;
  open(use: string, limits: Partial<Limits>): Database;
}

export interface Start {
  log: Log;
  stopping: Stopping;
  onStep: (words: string) => void;
  stopSignal: AbortSignal | undefined;
  /** Of the pulse's connection, which shows other processes the work of this one. */
  pulseName: string;
}

/** @throws StartError when the database cannot be used, the reason of `stopSignal` */
export async function openDatabases(config: Config, start: Start): Promise<Databases> {
  const { log, stopping } = start;
  const url = config.databaseUrl ?? (await startEmbedded(config, start));
  start.stopSignal?.throwIfAborted();
  await migrateTables(url, start);

  const sockets = createSockets();
  const openPool = (use: string, limits: Partial<Limits>, statisticsOf?: Database) => {
    const onLost = (error: Error) => log.warn({ err: error }, 'database connection lost');
    const opened = openDatabase(url, onLost, { ...limits, pooled: config.databasePooled, sockets }, statisticsOf);
    stopping.under(`the database's connections for ${use}`, opened.close);
    return opened;
  };
  const background = openPool('jobs', { ...FOR_BACKGROUND, connections: config.databaseJobConnections });
  // Statistics are kept by background connections: no request waits for one that looks after them.
  const open: Databases['open'] = (use, limits) => openPool(use, limits, background);
  const requests = open('requests', { ...FOR_REQUESTS, connections: config.databaseConnections });
  const readiness = open('readiness', PROBING);
  const pages = open('pages', { ...PAGES, connections: 4 });
  // Migrations have worked, and a pooler may still refuse the settings of these connections: better an error here than on every request.
  await retryBriefly(() => requests.transaction((tx) => tx.query(sql`SELECT ${1}::int AS one`))).catch(sayTrouble);
  const replica = openReplica(config, start, background);
  const pulse = createPulse({ url, sockets, log, name: start.pulseName, onPosition: replica?.notePrimary });
  stopping.under("the database's pulse", pulse.stop);
  await pulse.start();
  await replica?.start();
  return { url, requests, background, readiness, pages, pulse, reading: replica ?? PRIMARY_ONLY, replica, sockets, open };
}

function openReplica(config: Config, { log, stopping }: Start, background: Database): Replica | undefined {
  const url = config.databaseReadUrl;
  if (!url) return undefined;
  const sockets = createSockets();
  const open = (use: string, limits: Partial<Limits>) => {
    // The looks at the replica report its state.
    const opened = openDatabase(url, () => {}, { ...limits, pooled: config.databasePooled, sockets }, background);
    stopping.under(`the replica's connections for ${use}`, opened.close);
    return opened;
  };
  const connections = config.databaseReadConnections;
  const replica = createReplica({
    requests: open('requests', { ...FOR_REQUESTS, connections }),
    jobs: open('jobs', { ...FOR_BACKGROUND, connections }),
    probe: open('looks', PROBING),
    sockets,
    mostLagMs: config.databaseReadMostLagMs,
    log,
    readCluster: () => readCluster(background),
  });
  stopping.under('the looks at the replica', async () => replica.stop());
  return replica;
}

export function watchDatabases(metrics: Metrics, { requests, background, pages, pulse, replica }: Databases): void {
  watchPools(metrics, { requests, jobs: background, pages });
  watchPulse(metrics, pulse);
  if (replica) watchReplica(metrics, replica);
}

async function startEmbedded({ dataDir }: Config, { log, stopping, onStep }: Start): Promise<string> {
  const embedded = await startEmbeddedPostgres(dataDir, { log, onStep });
  stopping.under('the embedded database', embedded.stop, { keepsToLimit: true });
  return embedded.url;
}

async function migrateTables(url: string, { log, onStep }: Start): Promise<void> {
  onStep('Looking at the tables');
  await migrate(url, {
    onApply: (place, of) => onStep(`Applying migrations ${place}/${of}`),
    onWait: (migration) => log.warn({ migration }, 'a table is in use; its migration tries again'),
  }).catch(sayTrouble);
}
