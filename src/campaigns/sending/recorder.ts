import type { Outcome } from './sending.repo.ts';

export interface Recorder {
  /** Hands over an outcome. Resolves when few enough are unwritten that the next message may go out. */
  add(outcome: Outcome): Promise<void>;
  /** Resolves when everything is written; rejects when something could not be. */
  settled(): Promise<void>;
}

/**
 * Writes outcomes in groups: while one statement runs, the next outcomes gather. The more arrive the larger the groups
 * get, and a message is unwritten for no longer than a statement or two. At most `limit` are unwritten at any moment:
 * that many, and those the mail server is just taking, can be repeated after a crash. After a failure nothing more is written.
 */
export function createRecorder(write: (outcomes: Outcome[]) => Promise<void>, limit: number): Recorder {
  let waiting: Outcome[] = [];
  let writing: Outcome[] = [];
  let failure: { error: unknown } | undefined;
  let running: Promise<void> | undefined;
  const room: (() => void)[] = [];

  const run = async () => {
    while (!failure && waiting.length > 0) {
      [writing, waiting] = [waiting, []];
      try {
        await write(writing);
      } catch (error) {
        failure = { error };
      }
      writing = [];
      for (const resolve of room.splice(0)) resolve();
    }
    running = undefined;
  };
  const checked = () => {
    if (failure) throw failure.error;
  };

  return {
    async add(outcome) {
      waiting.push(outcome);
      running ??= run();
      while (!failure && waiting.length + writing.length >= limit) await new Promise<void>((resolve) => room.push(resolve));
      checked();
    },
    async settled() {
      await running;
      checked();
    },
  };
}
