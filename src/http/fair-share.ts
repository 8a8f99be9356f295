import type { EventEmitter } from 'node:events';
import type { WorkspaceId } from '../platform/ids.ts';
import { tooManyRequests, unavailable } from './errors.ts';

export interface FairShareOptions {
  /** How many requests may run at once: the connections to the database. */
  places: number;
  mostWaiting?: number;
  patienceMs?: number;
  /** True: those that hold places wait for the database, so those that wait for a place are not too many. */
  isDatabaseSlow?: () => boolean;
}

/** `client` emits `close` when the client no longer waits. */
export type FairShare = <Result>(workspaceId: WorkspaceId, client: EventEmitter, work: () => Promise<Result>) => Promise<Result>;

interface Line {
  running: number;
  waiting: Set<() => void>;
}

/**
 * Divides the places among the workspaces that ask for them. With n of them at work each may have 1/(n+1) of the places, at least one, so
 * there is always room for one more: a newcomer never waits for another's slow queries, and a workspace that asks for too much waits in a
 * line of its own. A request that waits too long, or finds the line too long, is refused.
 *
 * A place is held until the work is done, also when the client has gone: hanging up must not buy another turn.
 */
export function createFairShare({
  places,
  mostWaiting = 300,
  patienceMs = 5_000,
  isDatabaseSlow = () => false,
}: FairShareOptions): FairShare {
  const lines = new Map<string, Line>();
  const share = () => Math.max(1, Math.floor(places / (lines.size + 1)));

  const proceed = (line: Line) => {
    for (const start of line.waiting) {
      if (line.running >= share()) return;
      line.waiting.delete(start);
      line.running += 1;
      start();
    }
  };
  const leave = (workspaceId: WorkspaceId, line: Line) => {
    proceed(line);
    if (line.running > 0 || line.waiting.size > 0) return;
    lines.delete(workspaceId);
    // With one workspace less, the others may have more.
    for (const other of lines.values()) if (other.waiting.size > 0) proceed(other);
  };

  const refusal = () =>
    isDatabaseSlow()
      ? unavailable('The database does not answer in time; try again shortly.')
      : tooManyRequests('The workspace has too many requests under way at once.', patienceMs / 1_000);

  return async (workspaceId, client, work) => {
    let line = lines.get(workspaceId);
    if (!line) {
      line = { running: 0, waiting: new Set() };
      lines.set(workspaceId, line);
    }
    if (line.running < share()) line.running += 1;
    else await turnIn(line, client);
    try {
      return await work();
    } finally {
      line.running -= 1;
      leave(workspaceId, line);
    }
  };

  function turnIn({ waiting }: Line, client: EventEmitter): Promise<void> {
    if (waiting.size >= mostWaiting) throw refusal();
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(limit);
        client.off('close', giveUp);
        resolve();
      };
      const giveUp = () => {
        clearTimeout(limit);
        client.off('close', giveUp);
        waiting.delete(start);
        reject(refusal());
      };
      const limit = setTimeout(giveUp, patienceMs);
      client.once('close', giveUp);
      waiting.add(start);
    });
  }
}
