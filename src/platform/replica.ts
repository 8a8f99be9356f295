import { setTimeout as delay } from 'node:timers/promises';
import { type Database, type Db, sql } from './db.ts';
import type { Log } from './log.ts';
import type { Sockets } from './sockets.ts';

/** Where reads go that may be a little late. */
export interface Reading {
  /**
   * Runs `work`, which writes nothing, on the replica, and again on the primary if that fails for whatever reason: a replica is never why a
   * request fails, nor why something just made is not found.
   */
  read<Result>(primary: Db, work: (db: Db) => Promise<Result>): Promise<Result>;
  /** For a long read from one place; undefined: the primary. */
  forJobs(): Db | undefined;
}

export interface Replica extends Reading {
  /** The primary's place in its log, read after `at` on the clock of `performance.now()`. */
  notePrimary(at: number, position: number): void;
  /** By how many milliseconds it may be behind; at least the age of the oldest known place where it has not come to that yet. */
  lagMs(): number;
  isUsed(): boolean;
  /** Reads since the start, by where they went. */
  reads(): { replica: number; primary: number };
  /** Resolves after the first look, or without an answer: then it goes on trying. */
  start(): Promise<void>;
  stop(): void;
}

export const PRIMARY_ONLY: Reading = { read: (primary, work) => work(primary), forJobs: () => undefined };

interface Options {
  /** Of the replica: for requests, for jobs, and for looking at it. */
  requests: Database;
  jobs: Database;
  probe: Database;
  /** Those of the three. */
  sockets: Sockets;
  mostLagMs: number;
  log: Log;
  everyMs?: number;
  /** The cluster that the primary belongs to. */
  readCluster: () => Promise<string>;
}

/** Shorter than people wait for a report. */
const ANSWER_MS = 2_000;
const MOST_PLACES = 4_000;

const CLUSTER = 'SELECT system_identifier::text AS cluster FROM pg_control_system()';

interface Look {
  isStandby: boolean;
  position: number | null;
  cluster: string;
}

export const readCluster = async (db: Db): Promise<string> => {
  const [row] = await db.query<{ cluster: string }>({ text: CLUSTER, values: [] });
  return row?.cluster ?? '';
};

/**
 * Looks at the replica every second. Its lag is measured against places in the primary's log, which the pulse reads every second: times of
 * transactions would call a standby whose connection is cut up to date, and one of an idle primary late.
 */
export function createReplica({ requests, jobs, probe, sockets, mostLagMs, log, everyMs = 1_000, readCluster }: Options): Replica {
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let places: { at: number; position: number }[] = [];
  /** Everything that was committed before this moment is there. */
  let upTo = performance.now();
  /** Why nothing is read there. */
  let reason: string | undefined = 'it has not answered yet';
  let isLogged = false;
  let primaryCluster: string | undefined;
  const counts = { replica: 0, primary: 0 };

  const lagMs = () => performance.now() - upTo;

  async function look(): Promise<string | undefined> {
    primaryCluster ??= await readCluster();
    const [found] = await probe.query<Look>(sql`
      SELECT pg_is_in_recovery() AS "isStandby", (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8 AS position,
        (SELECT system_identifier::text FROM pg_control_system()) AS cluster`);
    if (!found?.isStandby || found.position === null) return 'it is not a standby';
    if (found.cluster !== primaryCluster) return 'it is a standby of another database';
    const { position } = found;
    const reached = places.findLast((place) => place.position <= position);
    if (reached) upTo = reached.at;
    // Back only when it has caught up well, so that it does not come and go.
    return lagMs() > (reason === undefined ? mostLagMs : mostLagMs / 2) ? 'it is behind' : undefined;
  }

  function judge(now: string | undefined): void {
    const was = reason;
    reason = now;
    if (now !== undefined && (was === undefined || !isLogged))
      log.warn(
        { reason: now, lag_seconds: Math.round(lagMs() / 1_000) },
        'reports and exports read from the primary: the replica is of no use',
      );
    else if (now === undefined && was !== undefined) log.info({}, 'reports and exports read from the replica');
    isLogged = true;
  }

  async function lookInTime(): Promise<void> {
    const over = new AbortController();
    const late = delay(ANSWER_MS, 'it does not answer', { ref: false, signal: over.signal }).catch(() => undefined);
    const found = look().catch(() => 'it does not answer');
    const result = await Promise.race([found, late]);
    over.abort();
    // Statements under way there would wait until their limit.
    if (result === 'it does not answer') sockets.drop('the replica does not answer');
    judge(result);
  }

  function tick(): void {
    looking ??= lookInTime().finally(() => {
      looking = undefined;
    });
  }

  /** The last look may be a second old, and the pulse may have stopped. */
  const isUsed = () => reason === undefined && lagMs() <= mostLagMs + everyMs + ANSWER_MS;

  return {
    notePrimary(at, position) {
      places.push({ at, position });
      if (places.length > MOST_PLACES) places = places.slice(-MOST_PLACES / 2);
    },
    lagMs,
    isUsed,
    reads: () => counts,
    async read(primary, work) {
      if (isUsed()) {
        try {
          const result = await work(requests);
          counts.replica += 1;
          return result;
        } catch {
          // The primary judges: errors of the request come from there.
        }
      }
      counts.primary += 1;
      return work(primary);
    },
    forJobs() {
      counts[isUsed() ? 'replica' : 'primary'] += 1;
      return isUsed() ? jobs : undefined;
    },
    async start() {
      timer = setInterval(tick, everyMs);
      tick();
      await looking;
    },
    stop: () => clearInterval(timer),
  };
}
