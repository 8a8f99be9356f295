import { createWriteBehind, type WriteBehind } from '../../platform/batch.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import * as repo from './budget.repo.ts';
import { periodOf, type Resource } from './resources.ts';

/** Counts what is only measured: processor time, bytes of messages. */
export interface Meter {
  /** Adds an amount, as it is kept. It is written some seconds later, together with others. */
  add(workspaceId: string, resource: Resource, amount: number): void;
  /** What waits to be written. */
  behind: Pick<WriteBehind<unknown>, 'dropped' | 'held'>;
  finish(): Promise<void>;
}

const EVERY_MS = 2_000;
/** How many rows are written together. */
const GROUP = 500;

export function createMeter({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Meter {
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
      await repo.addMeasured(db, [...group.values()]);
      return [];
    },
  });

  return {
    add(workspaceId, resource, amount) {
      if (amount <= 0) return;
      const row = { workspaceId, resource, period: periodOf(resource, clock.now()), amount };
      write.add(repo.keyOf(row), row);
    },
    behind: write,
    finish: write.finish,
  };
}
