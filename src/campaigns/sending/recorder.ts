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
 * that many, and those the mail server is just taking, can be repeated after a crash.
 */
export function createRecorder(write: (outcomes: Outcome[]) => Promise<void>, limit: number): Recorder {
  let waiting: Outcome[] = [];
  let writing = 0;
  const failures: unknown[] = [];
  let running: Promise<void> | undefined;
  let room: (() => void)[] = [];

  const run = async () => {
    while (waiting.length > 0 && failures.length === 0) {
      const group = waiting;
      waiting = [];
      writing = group.length;
      try {
        await write(group);
      } catch (error) {
        failures.push(error);
      }
      writing = 0;
      const freed = room;
      room = [];
      for (const resolve of freed) resolve();
    }
    running = undefined;
  };

  return {
    async add(outcome) {
      if (failures.length > 0) throw failures[0];
      waiting.push(outcome);
      running ??= run();
      while (waiting.length + writing >= limit && failures.length === 0) await new Promise<void>((resolve) => room.push(resolve));
      if (failures.length > 0) throw failures[0];
    },
    async settled() {
      await running;
      if (failures.length > 0) throw failures[0];
    },
  };
}
