import { PgBoss } from 'pg-boss';
import type { Db } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';

/** A queue and the shape of its jobs. One job is a chunk of work over our own tables, never a row. */
export interface Queue<Data extends object> {
  name: string;
  /** How often a job that threw runs again before it is dead-lettered. */
  retryLimit: number;
  /** Seconds before the first retry; it doubles from there. */
  retryDelay: number;
  /** Seconds after which a run is taken for lost. */
  expireInSeconds: number;
  /** Carries the type. */
  readonly data?: Data;
}

/** What runs a queue's jobs. It re-reads the state, leaves when there is nothing to do, and is safe to run twice. */
export interface Worker<Data extends object = never> {
  queue: Queue<Data>;
  /** `stopping` is aborted when the process shuts down: leave the rest to the next run. */
  run: (data: Data, stopping: AbortSignal) => Promise<void>;
}

/** Work that time makes necessary, found by a query over an indexed column. Runs in every worker process; must be idempotent. */
export interface Sweep {
  name: string;
  everySeconds: number;
  run: () => Promise<void>;
}

/** Joins a queue and what runs its jobs. Their type ends here: the list of workers holds queues of every shape. */
export const worker = <Data extends object>(queue: Queue<Data>, run: Worker<Data>['run']): Worker => ({ queue, run }) as unknown as Worker;

/** Puts a job into its queue inside the transaction that made it necessary. With a `key`, one waiting job serves all who ask. */
export type Enqueue = <Data extends object>(db: Db, queue: Queue<Data>, data: Data, key?: string) => Promise<void>;

export interface Jobs {
  enqueue: Enqueue;
  /** Connects and makes the queues; `work` also runs them. */
  start(work: boolean): Promise<void>;
  /** Runs everything that is due, here and now, until nothing is left. For tests and one-off commands. */
  drain(): Promise<void>;
  depths(): Promise<{ queue: string; state: string; count: number }[]>;
  /** Lets running jobs end, within the given time. */
  stop(timeoutMs: number): Promise<void>;
}

const DEAD_LETTERS = 'dead-letters';
const KEEP_DAYS = 30;
const DAY_S = 24 * 60 * 60;

interface Options {
  databaseUrl: string;
  log: Log;
  metrics: Metrics;
  workers: Worker[];
  sweeps: Sweep[];
}

const through = (db: Db) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({ rows: await db.query<never>({ text, values }) }),
});

/** Background work on pg-boss. The only file that knows it. */
export function openJobs({ databaseUrl, log, metrics, workers, sweeps }: Options): Jobs {
  let boss: PgBoss | undefined;
  const stopping = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const sweeping = new Map<string, Promise<void>>();

  const started = (): PgBoss => {
    if (!boss) throw new Error('Jobs are used before they were started');
    return boss;
  };

  async function run({ queue, run }: Worker, data: never): Promise<void> {
    try {
      await run(data, stopping.signal);
      metrics.jobs.inc({ queue: queue.name, outcome: 'completed' });
    } catch (error) {
      metrics.jobs.inc({ queue: queue.name, outcome: 'failed' });
      log.error({ err: error, queue: queue.name }, 'job failed');
      throw error;
    }
  }

  /** A sweep that is still running when its time comes again is left to finish. */
  function sweep({ name, run }: Sweep): Promise<void> {
    const running = sweeping.get(name);
    if (running) return running;
    const next = run()
      .catch((error: unknown) => log.error({ err: error, sweep: name }, 'sweep failed'))
      .finally(() => sweeping.delete(name));
    sweeping.set(name, next);
    return next;
  }

  return {
    async enqueue(db, queue, data, key = newId()) {
      // Queues hold one waiting job for each key, so a job that nobody shares needs a key of its own.
      await started().send(queue.name, data, { db: through(db), singletonKey: key });
    },

    async start(work) {
      boss = new PgBoss({
        connectionString: databaseUrl,
        max: 4,
        connectionTimeoutMillis: 5_000,
        application_name: 'bivouac-jobs',
        schedule: false,
        supervise: work,
        useListenNotify: work,
      });
      boss.on('error', (error) => log.error({ err: error }, 'job queue failed'));
      await boss.start();
      await boss.createQueue(DEAD_LETTERS, { retentionSeconds: KEEP_DAYS * DAY_S });
      for (const { queue } of workers) {
        await boss.createQueue(queue.name, {
          // One waiting job for each key; how many run at once is bounded by the workers.
          policy: 'short',
          notify: true,
          deadLetter: DEAD_LETTERS,
          retryLimit: queue.retryLimit,
          retryDelay: queue.retryDelay,
          retryBackoff: true,
          expireInSeconds: queue.expireInSeconds,
          retentionSeconds: KEEP_DAYS * DAY_S,
          deleteAfterSeconds: DAY_S,
        });
      }
      if (!work) return;
      for (const entry of workers) {
        await boss.work(entry.queue.name, { localConcurrency: 4, pollingIntervalSeconds: 2 }, async (jobs) => {
          for (const job of jobs) await run(entry, job.data as never);
        });
      }
      for (const entry of sweeps) timers.push(setInterval(() => void sweep(entry), entry.everySeconds * 1_000));
    },

    async drain() {
      for (let busy = true; busy; ) {
        busy = false;
        for (const entry of sweeps) await sweep(entry);
        for (const entry of workers) {
          for (const job of await started().fetch(entry.queue.name, { batchSize: 1 })) {
            busy = true;
            await run(entry, job.data as never).then(
              () => started().complete(entry.queue.name, job.id),
              (error: Error) => started().fail(entry.queue.name, job.id, { message: error.message }),
            );
          }
        }
      }
    },

    async depths() {
      const queues = await started().getQueues();
      return queues.flatMap(({ name, readyCount, activeCount, failedCount }) => [
        { queue: name, state: 'ready', count: readyCount },
        { queue: name, state: 'active', count: activeCount },
        { queue: name, state: 'failed', count: failedCount },
      ]);
    },

    async stop(timeoutMs) {
      stopping.abort();
      for (const timer of timers) clearInterval(timer);
      await Promise.all(sweeping.values());
      await boss?.stop({ graceful: true, timeout: timeoutMs });
      boss = undefined;
    },
  };
}
