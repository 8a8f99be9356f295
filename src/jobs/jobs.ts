import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Job, PgBoss } from 'pg-boss';
import { KEEP_ALIVE_DELAY_MS } from '../platform/connections.ts';
import type { Db } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Sockets } from '../platform/sockets.ts';
import { through } from './dead-letters.ts';
import { createOutage } from './outage.ts';
import { prepareQueues, type Queue } from './queues.ts';
import { createSweeper, type Sweep } from './sweeps.ts';
import { findDueQueues, readWaiting, watchQueues } from './waiting.ts';

export type { Queue, Sweep };

/** It re-reads the state, leaves when there is nothing to do, and is safe to run twice. */
export interface Worker<Data extends object = never> {
  queue: Queue<object>;
  /** `signal` is aborted when the process shuts down, or when another run has the job: leave the rest to the next run. */
  run: (data: Data, signal: AbortSignal) => Promise<void>;
}

/** Drops the type of the job's data: the list of workers holds queues of every shape. */
export const worker = <Data extends object>(queue: Queue<Data>, run: Worker<Data>['run']): Worker => ({ queue, run });

/**
 * Puts a job into its queue inside the transaction that made it necessary. Only one job with a `key` waits at a time; several keys make a
 * job each, in one statement. Jobs with the highest `priority` (0 by default) go first, then the oldest.
 */
export type Enqueue = <Data extends object>(
  db: Db,
  queue: Queue<Data>,
  data: Data,
  key?: string | string[],
  priority?: number,
) => Promise<void>;

export interface Jobs {
  enqueue: Enqueue;
  start(work: boolean): Promise<void>;
  /** Runs everything that is due until nothing is left. For tests and one-off commands. */
  drain(): Promise<void>;
  measure(): Promise<void>;
  /**
   * Begins nothing more, aborts the signals, and waits until `limit` at the latest. New jobs are still accepted. Jobs cut off are logged.
   * @returns false when something was cut off
   */
  finish(limit: AbortSignal): Promise<boolean>;
  /** Gives the jobs that were cut off back to their queues, and accepts no more. */
  close(): Promise<void>;
}

/** One statement for all queues. Notifications come sooner, but get lost with a connection, and poolers do not pass them on. */
const LOOK_S = 0.5;
const POLL_S = 30;
const CONNECT_TIMEOUT_MS = 5_000;
/** Taking and ending jobs is short work: more connections would do it no faster. */
const ENOUGH_CONNECTIONS = 4;
/** Neither a look nor the end of a job may hang on a dead connection. */
const QUERY_TIMEOUT_MS = 60_000;
/** A connection is replaced at this age, or at up to twice of it. */
const LIFETIME_S = 300;
/** How often a job that may not begin yet checks again. */
const PAUSE_MS = 250;
/** Jobs of one queue that are drained before sweeps and other queues. */
const MOST_DRAINED = 100;
/** Sweeps that run no oftener remove what is old or begin what time has brought: draining runs them once. */
const BY_TIME_S = 5;

interface Options {
  databaseUrl: string;
  db: Db;
  /** The queue's own connections, at least two; unneeded ones are not opened. */
  connections?: number;
  /** False behind a pooler that lends connections for a transaction: notifications do not arrive. */
  listen?: boolean;
  sockets?: Sockets;
  /** False while nothing may begin; drained jobs run anyway. */
  mayRun?: () => boolean;
  log: Log;
  metrics: Metrics;
  /** Of all queues, also those that this process only fills. */
  workers: Worker[];
  sweeps: Sweep[];
  /** @param part a queue or a sweep; by default this process runs all of them */
  isOurs?: (part: string) => boolean;
}

/** This folder is the only place that uses pg-boss. */
export function openJobs({
  databaseUrl,
  db,
  connections = ENOUGH_CONNECTIONS,
  listen = true,
  sockets,
  mayRun = () => true,
  log,
  metrics,
  workers,
  sweeps: allSweeps,
  isOurs = () => true,
}: Options): Jobs {
  let boss: PgBoss | undefined;
  const stopping = new AbortController();
  const closing = new AbortController();
  const outage = createOutage(log, askForWrites, closing.signal);
  const sweeper = createSweeper({ log, outage, stopping: stopping.signal, mayRun });
  const running = new Map<string, string>();
  const places = new Map<string, string[]>();
  const watch = watchQueues(db, log);
  const ours = workers.filter(({ queue }) => isOurs(queue.name));
  const sweeps = allSweeps.filter(({ name }) => isOurs(name));

  const started = (): PgBoss => {
    if (!boss) throw new Error('Jobs are used before they were started');
    return boss;
  };

  /** A standby answers too, but gives no jobs. */
  async function askForWrites(): Promise<void> {
    const { rows } = await started().getDb().executeSql("SELECT current_setting('transaction_read_only') AS closed");
    if (rows[0].closed === 'on') throw new Error('the database is read-only');
  }

  async function run({ queue, run }: Worker, { id, data, signal, retryCount = 0 }: Job<never>): Promise<void> {
    running.set(id, queue.name);
    // The only trace of a run whose process was killed.
    if (retryCount > 0) log.info({ queue: queue.name, job_id: id, run: retryCount + 1 }, 'a job runs again: its last run failed, or died');
    try {
      await run(data, signal ? AbortSignal.any([stopping.signal, signal]) : stopping.signal);
      metrics.jobs.inc({ queue: queue.name, outcome: 'completed' });
    } catch (error) {
      metrics.jobs.inc({ queue: queue.name, outcome: 'failed' });
      log.error({ err: error, queue: queue.name, job_id: id }, 'job failed');
      throw error;
    } finally {
      running.delete(id);
    }
  }

  async function runNext(entry: Worker): Promise<boolean> {
    const [job] = await started().fetch<never>(entry.queue.name, { batchSize: 1 });
    if (!job) return false;
    await run(entry, job).then(
      () => started().complete(entry.queue.name, job),
      (error: Error) => started().fail(entry.queue.name, job, error),
    );
    return true;
  }

  /** It looks for a job, runs it, and looks again at once, since there may be more. */
  async function openPlace(on: PgBoss, entry: Worker): Promise<void> {
    const place = await on.work<never>(
      entry.queue.name,
      { pollingIntervalSeconds: POLL_S, notifyPollingIntervalSeconds: POLL_S },
      async (jobs) => {
        try {
          while (!mayRun() && !stopping.signal.aborted) await delay(PAUSE_MS);
          for (const job of jobs) await run(entry, job);
        } finally {
          on.notifyWorker(place);
        }
      },
    );
    places.set(entry.queue.name, [...(places.get(entry.queue.name) ?? []), place]);
  }

  const look: Sweep = {
    name: 'queue-look',
    everySeconds: LOOK_S,
    async run() {
      for (const queue of await findDueQueues(db, [...places.keys()]))
        for (const place of places.get(queue) ?? []) boss?.notifyWorker(place);
    },
  };

  const findWaiting = async () => new Set((await readWaiting(db)).map(({ queue }) => queue));

  async function settled(limit: AbortSignal): Promise<void> {
    const queues = boss ? ours.map(({ queue }) => (boss as PgBoss).offWork(queue.name, { wait: true })) : [];
    const ended = new AbortController();
    const over = once(limit, 'abort', { signal: ended.signal }).catch(() => {});
    if (!limit.aborted) await Promise.race([over, Promise.all([...sweeper.running().values(), ...queues])]);
    ended.abort();
  }

  return {
    async enqueue(on, queue, data, key = newId(), priority = 0) {
      // Queues hold one waiting job for each key, so a job that is not shared needs a key of its own.
      const jobs = [key].flat().map((singletonKey) => ({ data, singletonKey, priority }));
      await started().insert(queue.name, jobs, { db: through(on) });
    },

    async start(work) {
      const max = Math.min(connections, ENOUGH_CONNECTIONS);
      const pool = {
        connectionString: databaseUrl,
        max,
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
        maxLifetimeSeconds: Math.round(LIFETIME_S * (1 + Math.random())),
        query_timeout: QUERY_TIMEOUT_MS,
        ...(sockets && { stream: sockets.open }),
      };
      boss = new PgBoss({
        ...pool,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        application_name: 'bivouac-jobs',
        schedule: false,
        supervise: work,
        useListenNotify: work && listen,
      });
      // Jobs that were cut off find the queue closed, which is logged already.
      boss.on('error', (error) => closing.signal.aborted || outage.failed(error, {}, 'job queue failed'));
      boss.on('warning', ({ message }) => log.warn({ warning: message }, 'job queue warns'));
      await boss.start();
      await prepareQueues(
        boss,
        workers.map(({ queue }) => queue),
      );
      if (!work) return sweeper.start([watch]);
      for (const entry of ours) {
        for (let place = 0; place < entry.queue.concurrency; place++) await openPlace(boss, entry);
      }
      sweeper.start([...sweeps, watch, ...(ours.length > 0 ? [look] : [])]);
    },

    async drain() {
      let looks: Sweep[] = [...sweeps, watch];
      for (let busy = true; busy; ) {
        busy = false;
        for (const entry of looks) await sweeper.sweep(entry);
        // Jobs make no work for the others.
        looks = looks.filter(({ everySeconds }) => everySeconds < BY_TIME_S);
        // One look finds the queues that are not empty; jobs make others, so each queue that had some is followed by another.
        let due = await findWaiting();
        for (const entry of ours) {
          if (!due.has(entry.queue.name)) continue;
          // Sweeps in between would cost more than most jobs.
          for (let left = MOST_DRAINED; left > 0 && (await runNext(entry)); left--) busy = true;
          due = await findWaiting();
        }
      }
    },

    async measure() {
      const queues = await started().getQueues();
      const waiting = new Map((await readWaiting(db)).map((entry) => [entry.queue, entry]));
      metrics.queueDepth.reset();
      metrics.queueOldest.reset();
      for (const { name: queue, activeCount, failedCount } of queues) {
        metrics.queueDepth.set({ queue, state: 'ready' }, waiting.get(queue)?.count ?? 0);
        metrics.queueDepth.set({ queue, state: 'active' }, activeCount);
        metrics.queueDepth.set({ queue, state: 'failed' }, failedCount);
        metrics.queueOldest.set({ queue }, waiting.get(queue)?.oldestSeconds ?? 0);
      }
    },

    async finish(limit) {
      stopping.abort();
      sweeper.stop();
      await settled(limit);
      for (const [id, queue] of running) log.warn({ queue, job_id: id }, 'a job was cut off; it runs again');
      for (const name of sweeper.running().keys()) log.warn({ sweep: name }, 'a sweep was cut off; it comes again');
      return running.size + sweeper.running().size === 0;
    },

    async close() {
      closing.abort();
      await boss?.stop({ graceful: false });
      boss = undefined;
    },
  };
}
