import type { EventEmitter } from 'node:events';
import { tooManyRequests, unavailable } from './errors.ts';

export interface FairShareOptions {
  /** How many requests may run at once without waiting for each other: the connections to the database. */
  places: number;
  /** How many requests of one workspace may wait, and for how long. */
  mostWaiting?: number;
  patienceMs?: number;
  /** Whether requests that hold places wait for the database: then those that wait for a place are not too many. */
  isDatabaseSlow?: () => boolean;
}

/** Runs `work` when it is the workspace's turn. `client` emits `close` when nobody waits for the answer any more. */
export type FairShare = <Result>(workspaceId: string, client: EventEmitter, work: () => Promise<Result>) => Promise<Result>;

/** What one workspace has under way. */
interface Line {
  running: number;
  waiting: Set<() => void>;
}

/**
 * Divides the places among the workspaces that ask for them. With n of them at work each may have 1/(n+1) of the places, at
 * least one, so that there is always room for one more: whoever comes next waits for nobody's slow questions, and whoever asks
 * too much at once waits in a line of their own. Who has waited too long, or finds the line too long, is asked to come again.
 *
 * A place is held until the work is done, also when the client has gone meanwhile: hanging up must not buy another turn.
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
  const leave = (workspaceId: string, line: Line) => {
    proceed(line);
    if (line.running > 0 || line.waiting.size > 0) return;
    lines.delete(workspaceId);
    // One workspace less: the others may have more.
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
