import { createBatch } from '../../platform/batch.ts';
import { retryWhileAway } from '../../platform/retry.ts';

export interface Recorder<Outcome> {
  /** Resolves when few enough outcomes are unwritten that the next message may go out. */
  add(outcome: Outcome): Promise<void>;
  settled(): Promise<void>;
}

interface RecorderOptions {
  limit: number;
  /** While one outcome has been unwritten for longer, no other message begins. */
  latestMs?: number;
  writers: number;
  /** Once aborted, outcomes that the database does not take are given up. */
  stopping: AbortSignal;
}

/**
 * Writes outcomes in groups. The unwritten ones, and those the mail server is just taking, can be repeated after a crash, so the limits
 * bound them. While the database is away, no message goes out and the write is repeated; after any other failure nothing more is written.
 */
export function createRecorder<Outcome>(
  write: (outcomes: Outcome[]) => Promise<void>,
  { limit, latestMs = Number.POSITIVE_INFINITY, writers, stopping }: RecorderOptions,
): Recorder<Outcome> {
  /** Each with the time since which it is unwritten, the oldest first. */
  const unwritten = new Map<Outcome, number>();
  const room: (() => void)[] = [];
  let failure: { error: unknown } | undefined;
  const most = Number.POSITIVE_INFINITY;
  const batch = createBatch<Outcome, void>({
    async write(_line, outcomes) {
      try {
        checked();
        await retryWhileAway(() => write(outcomes), stopping);
        return [];
      } catch (error) {
        failure ??= { error };
        throw error;
      } finally {
        for (const outcome of outcomes) unwritten.delete(outcome);
        for (const resolve of room.splice(0)) resolve();
      }
    },
    gatherMs: 0,
    atOnce: writers,
    ofOneAtOnce: writers,
    // Two small groups cost more than one.
    shareFrom: limit / (writers + 1),
    ...{ groupSize: most, mostOfOne: most, mostOfAll: most, patienceMs: most },
  });
  const checked = () => {
    if (failure) throw failure.error;
  };
  const isLate = () => {
    const [oldest] = unwritten.values();
    return oldest !== undefined && performance.now() - oldest > latestMs;
  };

  return {
    async add(outcome) {
      unwritten.set(outcome, performance.now());
      batch.add('', outcome).catch(() => {});
      while (!failure && (unwritten.size >= limit || isLate())) await new Promise<void>((resolve) => room.push(resolve));
      checked();
    },
    async settled() {
      await batch.settled();
      checked();
    },
  };
}
