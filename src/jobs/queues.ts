import type { PgBoss, QueueResult } from 'pg-boss';

/** One job is a chunk of work over our own tables, never a row. */
export interface Queue<Data extends object> {
  name: string;
  /** How many of its jobs one process runs at once. Queues do not share these places. */
  concurrency: number;
  /** How often a job that threw, or whose process died, runs again before it is given up. At least 1: a process may die of anything. */
  retryLimit: number;
  /** Seconds before the first retry; it doubles from there. 0: always at once. */
  retryDelay: number;
  expireInSeconds: number;
  readonly data?: Data;
}

export const DEAD_LETTERS = 'dead-letters';

const DAY_S = 24 * 60 * 60;
const KEEP_S = 30 * DAY_S;
/** Without a heartbeat for this long a process is dead, and its jobs run elsewhere. A busy one sends two in this time. */
const HEARTBEAT_S = 60;

/** Of earlier versions. */
const RETIRED = ['send-blast'];

const settingsOf = ({ retryLimit, retryDelay, expireInSeconds }: Queue<object>) => ({
  notify: true,
  deadLetter: DEAD_LETTERS,
  retryLimit,
  retryDelay,
  retryBackoff: retryDelay > 0,
  expireInSeconds,
  heartbeatSeconds: HEARTBEAT_S,
  retentionSeconds: KEEP_S,
  deleteAfterSeconds: DAY_S,
});

/** Also updates queues that an earlier version made. */
export async function prepareQueues(boss: PgBoss, queues: Queue<object>[]): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const prepare = async (name: string, settings: Partial<ReturnType<typeof settingsOf>>, policy?: 'short') => {
    const known = existing.get(name);
    if (!known) await boss.createQueue(name, { ...settings, ...(policy && { policy }) });
    else if (differs(known, settings)) await boss.updateQueue(name, settings);
  };
  for (const name of RETIRED) if (existing.has(name)) await boss.deleteQueue(name);
  await prepare(DEAD_LETTERS, { retentionSeconds: KEEP_S, deleteAfterSeconds: DAY_S });
  // `short`: one waiting job for each key; the workers bound how many run at once.
  await Promise.all(queues.map((queue) => prepare(queue.name, settingsOf(queue), 'short')));
}

const differs = (known: QueueResult, settings: object): boolean =>
  Object.entries(settings).some(([name, value]) => known[name as keyof QueueResult] !== value);
