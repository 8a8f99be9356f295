import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { WriteBehind } from './batch.ts';
import type { Database, Usage } from './db.ts';
import type { Pulse } from './pulse.ts';
import type { Replica } from './replica.ts';

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
  worksOn: Gauge<'work'>;
  workProcesses: Gauge<'work'>;
}

export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const of = <Label extends string>(name: string, help: string, ...labelNames: Label[]) => ({
    name: `bivouac_${name}`,
    help,
    labelNames,
    registers: [registry],
  });
  return {
    registry,
    requests: new Histogram({
      ...of('http_request_duration_seconds', 'Time from the request to the end of its answer.', 'operation', 'status'),
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    }),
    pageBytes: new Counter(of('page_bytes_total', 'Bytes of published pages that were sent, without headers, as they were compressed.')),
    pageReads: new Counter(
      of('page_reads_total', 'Published pages that were read to be sent, by where they were: in memory, on disk, in the database.', 'from'),
    ),
    messages: new Counter(of('messages_total', 'Emails handed to the mail server, by what became of them.', 'outcome')),
    feedback: new Counter(
      of(
        'feedback_total',
        'What came back of emails after they were taken over, by who told it and what it is, repeats included.',
        'provider',
        'kind',
      ),
    ),
    feedbackUnmatched: new Counter(
      of(
        'feedback_unmatched_total',
        'What came back and is about no email of ours, by who told it and what is missing: a readable return path, a name, a delivery.',
        'provider',
        'reason',
      ),
    ),
    webhooks: new Counter(
      of('webhooks_total', 'Attempts to send the request of a flow, repeats included, by what became of them.', 'outcome'),
    ),
    jobs: new Counter(of('jobs_total', 'Background jobs that ended, by queue and outcome.', 'queue', 'outcome')),
    queueDepth: new Gauge(of('queue_depth', 'Background jobs by queue and state, read when asked.', 'queue', 'state')),
    queueOldest: new Gauge(
      of(
        'queue_oldest_due_seconds',
        'How long the oldest background job that could run has been waiting for a worker, by queue, read when asked.',
        'queue',
      ),
    ),
    work: new Gauge(
      of(
        'work',
        'Background work by kind and state (waiting, suspended, running, failed), read when asked. Suspended: waits for its workspace to be resumed. Failed: in the last day, or in trouble now.',
        'kind',
        'state',
      ),
    ),
    workOldest: new Gauge(
      of('work_oldest_due_seconds', 'How long the oldest work that could run has been waiting, by kind, read when asked.', 'kind'),
    ),
    workAttempts: new Gauge(of('work_most_attempts', 'The most attempts of work that waits or runs, by kind, read when asked.', 'kind')),
    worksOn: new Gauge(of('works_on', 'Whether this process works on background work of these kinds (WORK): 1 or 0.', 'work')),
    workProcesses: new Gauge(
      of('work_processes', 'How many processes on this database work on background work of these kinds, read when asked.', 'work'),
    ),
  };
}

type Registered = Pick<Metrics, 'registry'>;
type Values = (readonly [of: string, value: number])[];

/** A metric by one label, whose values are read when Prometheus asks. */
function watch(
  { registry }: Registered,
  Kind: typeof Gauge | typeof Counter,
  [name, help, label]: [name: string, help: string, label: string],
  read: () => Values | Promise<Values>,
): void {
  new Kind({
    name: `bivouac_${name}`,
    help,
    labelNames: [label],
    registers: [registry],
    async collect(this: Pick<Gauge | Counter, 'reset' | 'inc'>) {
      const values = await read();
      this.reset();
      for (const [of, value] of values) this.inc({ [label]: of }, value);
    },
  });
}

const each = <Item>(items: Record<string, Item>, read: (item: Item) => number): Values =>
  Object.entries(items).map(([name, item]) => [name, read(item)]);

export function watchBytes(metrics: Registered, held: Record<string, () => number>): void {
  const help = 'Bytes of published pages that are held near, by where: in memory, on disk.';
  watch(metrics, Gauge, ['page_bytes_held', help, 'where'], () => each(held, (read) => read()));
}

export function watchPools(metrics: Registered, pools: Record<string, Pick<Database, 'usage'>>): void {
  const shown: [Kind: typeof Gauge | typeof Counter, name: string, help: string, read: (usage: Usage) => number][] = [
    [Gauge, 'database_connections', 'Connections that a pool may have.', ({ size }) => size],
    [Gauge, 'database_connections_busy', 'Connections of a pool that are at work.', ({ busy }) => busy],
    [Gauge, 'database_waiting', 'How many wait for a connection of a pool.', ({ waiting }) => waiting],
    [
      Counter,
      'deadlocks_total',
      'Transactions that PostgreSQL ended because several waited in a circle, by pool.',
      ({ deadlocks }) => deadlocks,
    ],
  ];
  for (const [Kind, name, help, read] of shown) watch(metrics, Kind, [name, help, 'pool'], () => each(pools, ({ usage }) => read(usage())));
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

export function watchReplica(metrics: Registered, { lagMs, isUsed, reads }: Replica): void {
  const lag = 'By how much the replica may be behind: everything older is there.';
  const used = '1 while reports and exports read from the replica, 0 while they read from the primary.';
  const read = 'Reports and exports, by the server that they were read from.';
  const gauge = (name: string, help: string, value: () => number) =>
    watch(metrics, Gauge, [name, help, 'server'], () => [['replica', value()]]);
  gauge('replica_lag_seconds', lag, () => lagMs() / 1_000);
  gauge('replica_used', used, () => Number(isUsed()));
  watch(metrics, Counter, ['replica_reads_total', read, 'server'], () => each(reads(), (count) => count));
}

/** What waits in memory to be written, and what was dropped. */
export function watchBehind(metrics: Registered, behind: Record<string, Pick<WriteBehind<unknown>, 'dropped' | 'held'>>): void {
  const unwritten =
    'Views, opens, clicks and logged requests that wait in memory until they are written, as they are counted against their limit.';
  const dropped =
    'Views, opens, clicks and logged requests that could not be kept until they were written: too many, or the database was away for long.';
  watch(metrics, Gauge, ['unwritten', unwritten, 'what'], () => each(behind, ({ held }) => held()));
  watch(metrics, Counter, ['dropped_total', dropped, 'what'], () => each(behind, (one) => one.dropped()));
}

export function watchBudget(
  metrics: Registered,
  { used, refusals }: { used: () => Promise<{ resource: string; used: number }[]>; refusals: ReadonlyMap<string, number> },
): void {
  const shown = 'What all workspaces have used together, by resource: bytes stored in all, everything else since midnight in UTC.';
  const refused = 'Requests that were refused because their workspace has used what it may, by resource.';
  // The database may be away; the other figures matter most then.
  const read = async (): Promise<Values> => (await used().catch(() => [])).map((row) => [row.resource, row.used]);
  watch(metrics, Gauge, ['budget_used', shown, 'resource'], read);
  watch(metrics, Counter, ['budget_refused_total', refused, 'resource'], () => [...refusals]);
}
