import pg from 'pg';
import type { Clock } from './clock.ts';
import { KEEP_ALIVE_DELAY_MS } from './connections.ts';
import { databaseError, isUnavailable } from './database-errors.ts';
import type { Log } from './log.ts';
import type { Sockets } from './sockets.ts';

export interface Pulse {
  /** The database's time: all processes decide alike by it, however wrong their own clocks are. */
  readonly clock: Clock;
  ageMs(): number;
  offsetMs(): number;
  isReadOnly(): boolean;
  /** It answers late, or its commits wait for a silent standby: requests wait for the database, not for each other. */
  isSlow(): boolean;
  isSound(): boolean;
  /** Resolves after the first answer, or without one: then it goes on trying. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface PulseOptions {
  url: string;
  /** Those of all pools, dropped when they lead nowhere, or to another server than the address does. */
  sockets: Sockets;
  log: Log;
  /** Gets the database's place in its log, with the moment before which it was not read. */
  onPosition?: ((at: number, position: number) => void) | undefined;
  /** Of its connection. */
  name?: string;
  everyMs?: number;
}

/** After so many missed answers in a row, every connection is dropped. */
const MOST_MISSED = 5;
/** A commit that waits for a standby for so long is given up: its session ends, and its client reads that it may have failed. */
const LONGEST_COMMIT_MS = 5_000;
/** The pulse's own connection is replaced this often, to follow the address. */
const LIFETIME_MS = 30_000;
/** Smaller differences of time are noise. */
const STEADY_MS = 2;
const NOTABLE_MS = 1_000;
/** After such a leap of the database's time, no background work begins until time has gone on evenly for as long. */
const LEAP_MS = 10_000;

// `pg_stat_activity` shows the age of a statement, not of a wait: so waiting commits are remembered. To read it costs more the more
// connections there are, and without standbys no commit waits.
const QUESTION = `
  SELECT pg_postmaster_start_time()::text AS server, current_setting('transaction_read_only') = 'on' AS "isReadOnly",
    CASE WHEN current_setting('synchronous_standby_names') = '' THEN '{}' ELSE ARRAY(
      SELECT pid || ' ' || query_start FROM pg_stat_activity
      WHERE wait_event = 'SyncRep' AND datname = current_database() AND usename = current_user AND application_name LIKE 'bivouac%'
    ) END AS commits,
    CASE WHEN NOT pg_is_in_recovery() THEN (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 END AS position,
    extract(epoch FROM clock_timestamp())::float8 * 1000 AS now`;

const END_COMMITS = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND pid || ' ' || query_start = ANY($1::text[])`;

interface Answer {
  server: string;
  isReadOnly: boolean;
  commits: string[];
  /** Of its log; null at a standby. */
  position: number | null;
  now: number;
}

/**
 * Asks the database every second, on a connection of its own: which server answers, whether it takes writes, what time it is, and which
 * commits stand still. A server's start time distinguishes it from any other, and from itself after a restart.
 */
export function createPulse({ url, sockets, log, name = 'bivouac-pulse', onPosition, everyMs = 1_000 }: PulseOptions): Pulse {
  let connection: { client: pg.Client; opened: number } | undefined;
  let beating: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let missed = 0;
  let answered = performance.now();
  let server: string | undefined;
  let isReadOnly = false;
  /** The database's time at the start of this process' monotonic clock. */
  let origin: number | undefined;
  let leapt = Number.NEGATIVE_INFINITY;
  let isOff = false;
  let commits = new Map<string, number>();
  let isStanding = false;

  const now = () => (origin === undefined ? Date.now() : performance.now() + origin);
  const offsetMs = () => Date.now() - now();

  async function connect(): Promise<pg.Client> {
    if (connection && performance.now() < connection.opened + LIFETIME_MS && !isReadOnly) return connection.client;
    connection?.client.end().catch(() => {});
    connection = undefined;
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: MOST_MISSED * everyMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      stream: sockets.open,
      application_name: name,
    });
    client.on('error', () => {});
    client.on('end', () => {
      if (connection?.client === client) connection = undefined;
    });
    await client.connect();
    connection = { client, opened: performance.now() };
    return client;
  }

  async function beat(): Promise<void> {
    const client = await connect();
    const asked = performance.now();
    const { rows } = await client.query<Answer>(QUESTION);
    const [answer] = rows as [Answer];
    answered = performance.now();
    noteTime(answer.now - (asked + answered) / 2, (answered - asked) / 2);
    noteServer(answer);
    if (answer.position !== null) onPosition?.(asked, answer.position);
    await noteCommits(client, answer.commits);
  }

  function noteTime(measured: number, doubt: number): void {
    const difference = origin === undefined ? 0 : measured - origin;
    if (origin === undefined || Math.abs(difference) > doubt + STEADY_MS) origin = measured;
    if (Math.abs(difference) >= LEAP_MS) {
      leapt = performance.now();
      log.warn({ seconds: difference / 1_000 }, "the database's time has leapt; background work rests until it goes on evenly");
    }
    const offset = offsetMs();
    const wasOff = isOff;
    isOff = Math.abs(offset) >= NOTABLE_MS;
    if (isOff && !wasOff)
      log.warn({ seconds: offset / 1_000 }, "this machine's clock differs from the database's, whose time counts; check its NTP");
  }

  function noteServer(answer: Answer): void {
    if (answer.isReadOnly !== isReadOnly) {
      if (answer.isReadOnly) log.error('the database is read-only: nothing can be written');
      else log.info('the database takes writes again');
    }
    isReadOnly = answer.isReadOnly;
    const isAnother = server !== undefined && answer.server !== server;
    server = answer.server;
    if (isAnother) drop({ started_at: server }, 'another database server answers');
  }

  async function noteCommits(client: pg.Client, waiting: string[]): Promise<void> {
    commits = new Map(waiting.map((commit) => [commit, commits.get(commit) ?? answered]));
    // After one has waited in vain, later ones wait less.
    const most = isStanding ? everyMs : LONGEST_COMMIT_MS;
    const over = waiting.filter((commit) => answered - (commits.get(commit) as number) >= most);
    isStanding = over.length > 0 || (isStanding && waiting.length > 0);
    if (over.length === 0) return;
    log.error({ commits: over.length }, 'commits wait for a standby that does not answer; their sessions are ended');
    await client.query(END_COMMITS, [over]);
  }

  function drop(about: object, reason: string): void {
    log.warn(about, `${reason}; all connections to it are opened anew`);
    connection = undefined;
    sockets.drop(reason);
  }

  /** Ticks are counted, not time: after a standstill of the process itself, one tick is due and not many. */
  function tick(): void {
    if (beating) missed += 1;
    else {
      beating = beat()
        .then(
          () => (missed = 0),
          (error: unknown) => {
            const found = databaseError(error);
            // A server without room for another connection still serves the existing ones.
            if (isUnavailable(found) && found.trouble === 'unreachable') missed += 1;
            else log.warn({ err: found }, "the database's pulse cannot be taken");
          },
        )
        .then(() => {
          beating = undefined;
        });
    }
    if (missed === MOST_MISSED) drop({ seconds: Math.round(ageMs() / 1_000) }, 'the database does not answer');
    else if (missed > 0 && missed % MOST_MISSED === 0) sockets.drop('the database does not answer');
  }

  const ageMs = () => performance.now() - answered;

  return {
    clock: { now: () => new Date(now()) },
    ageMs,
    offsetMs,
    isReadOnly: () => isReadOnly,
    isSlow: () => missed > 0 || [...commits.values()].some((since) => since < answered),
    isSound: () => origin !== undefined && missed < MOST_MISSED && !isReadOnly && performance.now() >= leapt + LEAP_MS,
    async start() {
      timer = setInterval(tick, everyMs);
      tick();
      await beating;
    },
    async stop() {
      clearInterval(timer);
      await connection?.client.end().catch(() => {});
    },
  };
}
