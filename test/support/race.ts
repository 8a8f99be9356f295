/** Two concurrent pieces of work in a fixed order. */
import { expect } from 'vitest';
import { type Db, type Scope, sql, type Tx } from '../../src/platform/db.ts';

/**
 * Makes a request that has to wait for a lock of `work`, and commits `work` only when it waits; `meanwhile` runs
 * during the wait.
 */
export async function behind<Answer>(
  db: Db,
  work: (tx: Tx) => Promise<unknown>,
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
 * The number of deadlocks that PostgreSQL has resolved in this database, retried or not. Deadlocks around a single row do not count,
 * because our order of locks is about several rows: PostgreSQL reports one if a statement locks a row and then writes it, another process
 * has written the row meanwhile, and a third one queues for its old version. These are retried as well.
 */
export async function deadlocksIn(db: Db): Promise<number> {
  const [row] = await db.query<{ name: string; log: string }>(
    sql`SELECT current_database()::text AS name, pg_read_file('server.log') AS log`,
  );
  const entries = row?.log.split(/^(?=\d{4}-\d\d-\d\d )/m) ?? [];
  const circles = entries.filter((entry) => entry.includes(`] ${row?.name} DETAIL:  Process `));
  return circles.filter((circle) => !isAroundOneRow(circle)).length;
}

/** One process waits for the holder of the row, and all others queue for the same row. */
export function isAroundOneRow(circle: string): boolean {
  const waits = [...circle.matchAll(/Process \d+ waits for \w+ on (.+?); blocked by/g)].map(([, what]) => what as string);
  const inLine = waits.filter((what) => what.startsWith('tuple '));
  return inLine.length > 0 && inLine.length === waits.length - 1 && new Set(inLine).size === 1;
}

/** Whether the row is unlocked. Does not wait. */
export async function isFree({ db, workspaceId }: Scope, table: 'contacts' | 'contact_lists', id: string): Promise<boolean> {
  const free = await db.query({
    text: `SELECT 1 AS free FROM ${table} WHERE workspace_id = $1::uuid AND id = $2::uuid FOR UPDATE SKIP LOCKED`,
    values: [workspaceId, id],
  });
  return free.length === 1;
}
