import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { retryBriefly } from '../../platform/retry.ts';
import { type Change, readChanges } from './changes.repo.ts';

/** How long changes stay to be read. */
export const KEPT_S = 600;
/** Who has heard nothing for so long may have missed some. */
const MISSED_AFTER_S = KEPT_S / 2;

const EVERY_MS = 250;

export interface Feed {
  /** Begins to listen. Resolves when everything from now on is heard. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** For how long nothing was heard, in milliseconds. */
  silentMs(): number;
}

export interface FeedOptions {
  db: Db;
  log: Log;
  /** Told what has changed; or nothing, when that is not known. */
  forget: (changes: Change[] | undefined) => void;
  everyMs?: number;
}

/** Hears within a moment what any process has published, moved or taken down. */
export function createFeed({ db, log, forget, everyMs = EVERY_MS }: FeedOptions): Feed {
  let snapshot: string | undefined;
  let lastAt: number | undefined;
  let heard = performance.now();
  let failing = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();

  async function hear(): Promise<void> {
    const asked = performance.now();
    const news = await readChanges(db, snapshot);
    const missed = lastAt !== undefined && news.at - lastAt > MISSED_AFTER_S;
    forget(missed ? undefined : news.changes);
    ({ snapshot, at: lastAt } = news);
    heard = asked;
  }

  async function take(): Promise<void> {
    try {
      await hear();
      if (failing) log.info('changes of pages are heard again');
      failing = false;
    } catch (error) {
      // A server that has crashed may give numbers of transactions again which this snapshot takes for ended.
      snapshot = undefined;
      if (!failing) log.warn({ err: error }, 'changes of pages are not heard; what is known goes on being served');
      failing = true;
    }
    if (!stopped) timer = setTimeout(next, everyMs);
  }

  function next(): void {
    turn = take();
  }

  return {
    async start() {
      await retryBriefly(hear);
      timer = setTimeout(next, everyMs);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await turn;
    },
    silentMs: () => performance.now() - heard,
  };
}
