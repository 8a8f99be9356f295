import type { Sweep } from '../../jobs/jobs.ts';
import { type Db, empty, sql } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { retryBriefly } from '../../platform/retry.ts';

export interface Change {
  workspaceId: string;
  /** Null: all of the workspace. */
  path: string | null;
}

export interface News {
  changes: Change[];
  /** What the database could see when these were read, to ask for what comes after. */
  snapshot: string;
  /** By the database's clock, in seconds. */
  at: number;
}

/**
 * Changes that could not be seen yet in an earlier snapshot: transactions end in another order than they begin, so that neither
 * numbers nor times tell what is new. Without a snapshot all that are kept.
 */
export async function readChanges(db: Db, since: string | undefined): Promise<News> {
  const [news] = await db.query<News>(sql`
    SELECT pg_current_snapshot()::text AS snapshot, extract(epoch FROM now())::float8 AS at, coalesce((
      SELECT json_agg(json_build_object('workspaceId', workspace_id, 'path', path)) FROM (
        SELECT DISTINCT workspace_id, path FROM page_changes
        ${
          since
            ? sql`WHERE changed_in >= pg_snapshot_xmin(${since}::pg_snapshot) AND NOT pg_visible_in_snapshot(changed_in, ${since}::pg_snapshot)`
            : empty
        }) changes), '[]') AS changes`);
  return news as News;
}

/**
 * Takes changes away that were there to be read for a while. Not by when they were made: a long transaction shows its changes late,
 * and then they are old already. So they are marked when they are first seen here, and go that long after it.
 */
export async function forgetChanges(db: Db, keptSeconds: number): Promise<void> {
  await db.query(sql`DELETE FROM page_changes WHERE seen_at < now() - make_interval(secs => ${keptSeconds}::float8)`);
  await db.query(sql`UPDATE page_changes SET seen_at = now() WHERE seen_at IS NULL`);
}

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

export const pageChangeSweep = ({ db }: { db: Db }): Sweep => ({
  name: 'page-changes',
  everySeconds: 60,
  run: () => forgetChanges(db, KEPT_S),
});
