import { retryWhileAway } from '../../platform/retry.ts';

export interface Recorder<Outcome> {
  /** Hands over an outcome. Resolves when few enough are unwritten that the next message may go out. */
  add(outcome: Outcome): Promise<void>;
  /** Resolves when everything is written; rejects when something could not be. */
  settled(): Promise<void>;
}

export interface RecorderOptions {
  /** At most so many are unwritten at any moment. */
  limit: number;
  /** None is unwritten for longer when another message begins. */
  latestMs?: number;
  /** How many statements are under way at once. */
  writers: number;
  /** Told to stop, it gives up what the database does not take. */
  stopping: AbortSignal;
}

/**
 * Writes outcomes in groups: while statements run, the next outcomes gather. The more arrive the larger the groups get, and a message
 * is unwritten for no longer than a statement or two. At most `limit` are unwritten at any moment, and no message begins while one has
 * been for longer than `latestMs`: that many, and those the mail server is just taking, can be repeated after a crash.
 *
 * A database that is away keeps the next messages from going out, and loses nothing that is known: it is asked again until it is
 * back. After any other failure nothing more is written.
 */
export function createRecorder<Outcome>(
  write: (outcomes: Outcome[]) => Promise<void>,
  { limit, latestMs = Number.POSITIVE_INFINITY, writers, stopping }: RecorderOptions,
): Recorder<Outcome> {
  let waiting: Outcome[] = [];
  let unwritten = 0;
  /** Since when the first of those that wait, and of each group that is being written, is unwritten. */
  let waitingSince = Number.POSITIVE_INFINITY;
  const writingSince = new Set<{ at: number }>();
  let failure: { error: unknown } | undefined;
  const running = new Set<Promise<void>>();
  const room: (() => void)[] = [];

  const run = async () => {
    while (!failure && waiting.length > 0) {
      const group = waiting;
      waiting = [];
      const since = { at: waitingSince };
      writingSince.add(since);
      try {
        await retryWhileAway(() => write(group), stopping);
      } catch (error) {
        failure ??= { error };
      }
      writingSince.delete(since);
      unwritten -= group.length;
      for (const resolve of room.splice(0)) resolve();
    }
  };
  const isLate = () => {
    let oldest = waiting.length > 0 ? waitingSince : Number.POSITIVE_INFINITY;
    for (const { at } of writingSince) oldest = Math.min(oldest, at);
    return performance.now() - oldest > latestMs;
  };
  const begin = () => {
    if (running.size >= writers) return;
    const one = run().finally(() => running.delete(one));
    running.add(one);
  };
  const checked = () => {
    if (failure) throw failure.error;
  };

  return {
    async add(outcome) {
      if (waiting.length === 0) waitingSince = performance.now();
      waiting.push(outcome);
      unwritten += 1;
      // The next writer begins when there is enough to share: two small groups cost more than one.
      if (running.size === 0 || waiting.length >= limit / (writers + 1)) begin();
      while (!failure && (unwritten >= limit || isLate())) await new Promise<void>((resolve) => room.push(resolve));
      checked();
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
      checked();
    },
  };
}
