import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database, Usage } from './db.ts';
import type { Pulse } from './pulse.ts';
import type { WriteBehind } from './write-behind.ts';

/** Labels are operations, statuses and queues: never people or workspaces. */
export interface Metrics {
  registry: Registry;
  requests: Histogram<'operation' | 'status'>;
  pageBytes: Counter;
  pageReads: Counter<'from'>;
  messages: Counter<'outcome'>;
  feedback: Counter<'provider' | 'kind'>;
  feedbackUnmatched: Counter<'provider' | 'reason'>;
  webhooks: Counter<'outcome'>;
  jobs: Counter<'queue' | 'outcome'>;
  queueDepth: Gauge<'queue' | 'state'>;
  queueOldest: Gauge<'queue'>;
  work: Gauge<'kind' | 'state'>;
  workOldest: Gauge<'kind'>;
  workAttempts: Gauge<'kind'>;
}

export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: 'bivouac_http_request_duration_seconds',
      help: 'Time from the request to the end of its answer.',
      labelNames: ['operation', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    pageBytes: new Counter({
      name: 'bivouac_page_bytes_total',
      help: 'Bytes of published pages that were sent, without headers, as they were compressed.',
      registers: [registry],
    }),
    pageReads: new Counter({
      name: 'bivouac_page_reads_total',
      help: 'Published pages that were read to be sent, by where they were: in memory, on disk, in the database.',
      labelNames: ['from'],
      registers: [registry],
    }),
    messages: new Counter({
      name: 'bivouac_messages_total',
      help: 'Emails handed to the mail server, by what became of them.',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    feedback: new Counter({
      name: 'bivouac_feedback_total',
      help: 'What came back of emails after they were taken over, by who told it and what it is, repeats included.',
      labelNames: ['provider', 'kind'],
      registers: [registry],
    }),
    feedbackUnmatched: new Counter({
      name: 'bivouac_feedback_unmatched_total',
      help: 'What came back and is about no email of ours, by who told it and what is missing: a readable return path, a name, a delivery.',
      labelNames: ['provider', 'reason'],
      registers: [registry],
    }),
    webhooks: new Counter({
      name: 'bivouac_webhooks_total',
      help: 'Attempts to send the request of a flow, repeats included, by what became of them.',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    jobs: new Counter({
      name: 'bivouac_jobs_total',
      help: 'Background jobs that ended, by queue and outcome.',
      labelNames: ['queue', 'outcome'],
      registers: [registry],
    }),
    queueDepth: new Gauge({
      name: 'bivouac_queue_depth',
      help: 'Background jobs by queue and state, read when asked.',
      labelNames: ['queue', 'state'],
      registers: [registry],
    }),
    queueOldest: new Gauge({
      name: 'bivouac_queue_oldest_due_seconds',
      help: 'How long the oldest background job that could run has been waiting for a worker, by queue, read when asked.',
      labelNames: ['queue'],
      registers: [registry],
    }),
    work: new Gauge({
      name: 'bivouac_work',
      help: 'Background work by kind and state (waiting, running, failed), read when asked. Failed: in the last day, or in trouble now.',
      labelNames: ['kind', 'state'],
      registers: [registry],
    }),
    workOldest: new Gauge({
      name: 'bivouac_work_oldest_due_seconds',
      help: 'How long the oldest work that could run has been waiting, by kind, read when asked.',
      labelNames: ['kind'],
      registers: [registry],
    }),
    workAttempts: new Gauge({
      name: 'bivouac_work_most_attempts',
      help: 'The most attempts of work that waits or runs, by kind, read when asked.',
      labelNames: ['kind'],
      registers: [registry],
    }),
  };
}

/** Bytes of published pages in memory and on disk. */
export function watchBytes({ registry }: Pick<Metrics, 'registry'>, held: Record<string, () => number>): void {
  new Gauge({
    name: 'bivouac_page_bytes_held',
    help: 'Bytes of published pages that are held near, by where: in memory, on disk.',
    labelNames: ['where'],
    registers: [registry],
    collect() {
      for (const [where, read] of Object.entries(held)) this.set({ where }, read());
    },
  });
}

export function watchPools({ registry }: Pick<Metrics, 'registry'>, pools: Record<string, Pick<Database, 'usage'>>): void {
  const gauge = (name: string, help: string, read: (usage: Usage) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [pool, { usage }] of Object.entries(pools)) this.set({ pool }, read(usage()));
      },
    });
  gauge('bivouac_database_connections', 'Connections that a pool may have.', ({ size }) => size);
  gauge('bivouac_database_connections_busy', 'Connections of a pool that are at work.', ({ busy }) => busy);
  gauge('bivouac_database_waiting', 'How many wait for a connection of a pool.', ({ waiting }) => waiting);
  new Counter({
    name: 'bivouac_deadlocks_total',
    help: 'Transactions that PostgreSQL ended because several waited in a circle, by pool.',
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [pool, { usage }] of Object.entries(pools)) this.inc({ pool }, usage().deadlocks);
    },
  });
}

export function watchPulse({ registry }: Pick<Metrics, 'registry'>, pulse: Pulse): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `bivouac_database_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge(
    'pulse_age_seconds',
    'Time since the database last answered the question that it is asked every second.',
    () => pulse.ageMs() / 1_000,
  );
  gauge('clock_offset_seconds', "By how much this machine's clock is ahead of the database's.", () => pulse.offsetMs() / 1_000);
  gauge('read_only', '1 while the database takes no writes, else 0.', () => Number(pulse.isReadOnly()));
}

/** What waits in memory to be written, and what was dropped. */
export function watchBehind(
  { registry }: Pick<Metrics, 'registry'>,
  behind: Record<string, Pick<WriteBehind<unknown>, 'dropped' | 'held'>>,
): void {
  new Gauge({
    name: 'bivouac_unwritten',
    help: 'Views, opens and clicks that wait in memory until they are written, as they are counted against their limit.',
    labelNames: ['what'],
    registers: [registry],
    collect() {
      for (const [what, { held }] of Object.entries(behind)) this.set({ what }, held());
    },
  });
  new Counter({
    name: 'bivouac_dropped_total',
    help: 'Views, opens and clicks that could not be kept until they were written: too many at once, or the database was away for too long.',
    labelNames: ['what'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [what, { dropped }] of Object.entries(behind)) this.inc({ what }, dropped());
    },
  });
}

/** Usage and refusals of all workspaces together. */
export function watchBudget(
  { registry }: Pick<Metrics, 'registry'>,
  { used, refusals }: { used: () => Promise<{ resource: string; used: number }[]>; refusals: ReadonlyMap<string, number> },
): void {
  new Gauge({
    name: 'bivouac_budget_used',
    help: 'What all workspaces have used together, by resource: bytes stored in all, everything else since midnight in UTC.',
    labelNames: ['resource'],
    registers: [registry],
    async collect() {
      // The database may be away; the other figures matter most then.
      const rows = await used().catch(() => []);
      this.reset();
      for (const { resource, used } of rows) this.set({ resource }, used);
    },
  });
  new Counter({
    name: 'bivouac_budget_refused_total',
    help: 'Requests that were refused because their workspace has used what it may, by resource.',
    labelNames: ['resource'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [resource, times] of refusals) this.inc({ resource }, times);
    },
  });
}
