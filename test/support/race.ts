/** Two at once, in an order that is certain. */
import { expect } from 'vitest';
import { type Db, sql } from '../../src/platform/db.ts';

/**
 * Makes a request that has to wait for what `work` holds, and lets `work` be committed only when it waits; `meanwhile` looks
 * around while it does.
 */
export async function behind<Answer>(
  db: Db,
  work: (tx: Db) => Promise<unknown>,
  ask: () => Promise<Answer>,
  meanwhile: () => Promise<void> = async () => {},
): Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  await db.transaction(async (tx) => {
    await work(tx);
    answer = ask();
    let answered = 0;
    const note = () => {
      answered = 1;
    };
    answer.then(note, note);
    await expect
      .poll(async () => {
        const [row] = await db.query<{ waiting: number }>({
          text: "SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          values: [],
        });
        return (row?.waiting ?? 0) + answered;
      })
      .toBe(1);
    expect(answered, 'It has waited for nobody.').toBe(0);
    await meanwhile();
  });
  return answer as Promise<Answer>;
}

/**
 * How often PostgreSQL has had to break a circle of waiting transactions in this database, whoever met it and whatever ran
 * again. It ends the other connections, since each hands over what it has counted when it ends, or some seconds later.
 */
export async function deadlocksIn(db: Db): Promise<number> {
  const [row] = await db.query<{ deadlocks: number }>(sql`
    WITH ended AS (
      SELECT count(pg_terminate_backend(pid, 10_000)) AS n FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
    ), own AS (
      SELECT n, pg_stat_force_next_flush() FROM ended
    )
    SELECT pg_stat_get_db_deadlocks(oid)::int AS deadlocks FROM pg_database, own WHERE datname = current_database()`);
  return row?.deadlocks ?? Number.NaN;
}

/** Whether nobody holds the row. Waits for nobody. */
export async function isFree(db: Db, table: 'contacts' | 'contact_lists', workspaceId: string, id: string): Promise<boolean> {
  const free = await db.query({
    text: `SELECT 1 AS free FROM ${table} WHERE workspace_id = $1::uuid AND id = $2::uuid FOR UPDATE SKIP LOCKED`,
    values: [workspaceId, id],
  });
  return free.length === 1;
}
