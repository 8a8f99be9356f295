import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { createWriteBehind, type WriteBehind } from '../../platform/write-behind.ts';
import * as repo from './budget.repo.ts';
import { refused } from './budget.ts';
import { periodOf, type Resource } from './resources.ts';

/** Counts what is only measured: processor time, bytes of messages. Amounts are as they are kept. */
export interface Meter {
  /** Adds an amount. It is written later, with others; nobody waits for it. */
  add(workspaceId: string, resource: Resource, amount: number): void;
  /** Asks memory alone, so a limit may be passed by what is used in a few seconds. @throws budget_exceeded when the limit is used up */
  require(workspaceId: string, resource: Resource): void;
  /** What waits to be written. */
  behind: Pick<WriteBehind<unknown>, 'dropped' | 'held'>;
  finish(): Promise<void>;
}

const EVERY_MS = 2_000;
/** How many rows are written together. */
const GROUP = 500;

export function createMeter({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Meter {
  /** How those stand who have used something in the periods that go on, as of the last writing. */
  const known = new Map<string, repo.Standing & { period: string }>();

  const write = createWriteBehind<repo.Measured>({
    what: 'measured amounts',
    log,
    everyMs: EVERY_MS,
    groupSize: GROUP,
    growth: (older) => (older ? 0 : 1),
    merge: (older, newer) => {
      older.amount += newer.amount;
    },
    async write(group) {
      const now = clock.now();
      for (const row of await repo.addMeasured(db, [...group.values()])) known.set(repo.keyOf(row), row);
      for (const [key, { resource, period }] of known) if (period < periodOf(resource, now)) known.delete(key);
      return [];
    },
  });

  return {
    add(workspaceId, resource, amount) {
      if (amount <= 0) return;
      const row = { workspaceId, resource, period: periodOf(resource, clock.now()), amount };
      write.add(repo.keyOf(row), row);
    },
    require(workspaceId, resource) {
      const now = clock.now();
      const standing = known.get(repo.keyOf({ workspaceId, resource, period: periodOf(resource, now) }));
      if (standing && standing.limit !== null && standing.used >= standing.limit) throw refused(standing, now);
    },
    behind: write,
    finish: write.finish,
  };
}
