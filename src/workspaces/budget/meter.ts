import { createWriteBehind, type WriteBehind } from '../../platform/batch.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { WorkspaceId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import * as repo from './budget.repo.ts';
import { exceeded, roomFor } from './budget.ts';
import { periodOf, type Resource } from './resources.ts';

/** For amounts that are only measured: processor time, bytes of messages. */
export interface Meter {
  /** In the stored unit. Written some seconds later, together with others. */
  add(workspaceId: WorkspaceId, resource: Resource, amount: number): void;
  behind: Pick<WriteBehind<unknown>, 'dropped' | 'held'>;
  finish(): Promise<void>;
}

const EVERY_MS = 2_000;
/** Rows that are written together. */
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

/** Bytes of request bodies, which bound what a key can store in the tables. */
export interface Received {
  /** Before a body is read. @throws budget_exceeded when the workspace has sent all that it may in a day */
  require(workspaceId: WorkspaceId): Promise<void>;
  add(workspaceId: WorkspaceId, bytes: number): void;
}

/** How long an answer of the database holds, less what is sent meanwhile. The meter writes more often than that. */
const HOLDS_MS = 5_000;
/** Past this it starts anew, to bound the memory. */
const MOST_KNOWN = 10_000;

/** Cached, so that a request costs no round trip. Another process notices some seconds later. */
export function createReceived({ db, clock, meter }: { db: Db; clock: Clock; meter: Meter }): Received {
  const rooms = new Map<string, { bytes: number; until: number }>();

  async function roomOf(workspaceId: WorkspaceId): Promise<number> {
    const known = rooms.get(workspaceId);
    if (known && performance.now() < known.until) return known.bytes;
    const bytes = await roomFor({ db, workspaceId, now: clock.now() }, 'received_bytes');
    if (rooms.size >= MOST_KNOWN) rooms.clear();
    rooms.set(workspaceId, { bytes, until: performance.now() + HOLDS_MS });
    return bytes;
  }

  return {
    async require(workspaceId) {
      const room = await roomOf(workspaceId);
      if (room <= 0) throw await exceeded({ db, workspaceId, now: clock.now() }, 'received_bytes', room);
    },
    add(workspaceId, bytes) {
      meter.add(workspaceId, 'received_bytes', bytes);
      const known = rooms.get(workspaceId);
      if (known) known.bytes -= bytes;
    },
  };
}
