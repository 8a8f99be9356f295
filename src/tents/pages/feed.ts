import type { Sweep } from '../../jobs/jobs.ts';
import { type Db, empty, named, sql } from '../../platform/db.ts';
import type { WorkspaceId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { retryBriefly } from '../../platform/retry.ts';

export interface Change {
  workspaceId: WorkspaceId;
  /** Null: all of the workspace. */
  path: string | null;
}

export interface News {
  changes: Change[];
  /** For the next read. */
  snapshot: string;
  /** By the database's clock, in seconds. */
  at: number;
}

/**
 * The changes that were not visible in an earlier snapshot: transactions commit in another order than they begin, so neither numbers nor
 * times show what is new. Without a snapshot all changes that are kept.
 */
export async function readChanges(db: Db, since: string | undefined): Promise<News> {
  const statement = sql`
    SELECT pg_current_snapshot()::text AS snapshot, extract(epoch FROM now())::float8 AS at, coalesce((
      SELECT json_agg(json_build_object('workspaceId', workspace_id, 'path', path)) FROM (
        SELECT DISTINCT workspace_id, path FROM page_changes
        ${
          since
            ? sql`WHERE changed_in >= pg_snapshot_xmin(${since}::pg_snapshot) AND NOT pg_visible_in_snapshot(changed_in, ${since}::pg_snapshot)`
            : empty
        }) changes), '[]') AS changes`;
  // Every process asks several times a second.
  const [news] = await db.query<News>(since ? named('page_changes', statement) : statement);
  return news as News;
}

/**
 * A long transaction shows its changes late, when they are old already. So they are marked when this sweep first sees them, and deleted a
 * while after that.
 */
export async function forgetChanges(db: Db, keptSeconds: number): Promise<void> {
  await db.query(sql`DELETE FROM page_changes WHERE seen_at < now() - make_interval(secs => ${keptSeconds}::float8)`);
  await db.query(sql`UPDATE page_changes SET seen_at = now() WHERE seen_at IS NULL`);
}

/** How long changes can be read. */
export const KEPT_S = 600;
/** After so long without a read, changes may have been missed. */
const MISSED_AFTER_S = KEPT_S / 2;

const EVERY_MS = 250;

export interface FeedOptions {
  db: Db;
  log: Log;
  /** Gets the changes, or undefined when they are unknown. */
  forget: (changes: Change[] | undefined) => void;
  everyMs?: number;
}

/** Sees within a moment what any process has published, moved or taken down. */
export function createFeed({ db, log, forget, everyMs = EVERY_MS }: FeedOptions) {
  let snapshot: string | undefined;
  let lastAt: number | undefined;
  let lastReadAt = performance.now();
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
    lastReadAt = asked;
  }

  async function take(): Promise<void> {
    try {
      await hear();
      if (failing) log.info('changes of pages are read again');
      failing = false;
    } catch (error) {
      // A server that has crashed may reuse numbers of transactions which this snapshot takes for ended.
      snapshot = undefined;
      if (!failing) log.warn({ err: error }, 'changes of pages cannot be read; pages are served as they were last read');
      failing = true;
    }
    if (!stopped) timer = setTimeout(next, everyMs);
  }

  function next(): void {
    turn = take();
  }

  return {
    /** Resolves when every later change will be seen. */
    async start(): Promise<void> {
      await retryBriefly(hear);
      timer = setTimeout(next, everyMs);
    },
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await turn;
    },
    /** Milliseconds since the last read. */
    silentMs: (): number => performance.now() - lastReadAt,
  };
}

export const pageChangeSweep = ({ db }: { db: Db }): Sweep => ({
  name: 'page-changes',
  everySeconds: 60,
  run: () => forgetChanges(db, KEPT_S),
});
