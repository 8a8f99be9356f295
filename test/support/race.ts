/** Two at once, in an order that is certain. */
import { expect } from 'vitest';
import { type Db, type Scope, sql, type Tx } from '../../src/platform/db.ts';

/**
 * Makes a request that has to wait for what `work` holds, and lets `work` be committed only when it waits; `meanwhile` looks
 * around while it does.
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
 * How often PostgreSQL has had to break a circle of transactions that waited for rows of each other in this database, whoever met it and
 * whatever ran again. Circles around a single row are not ours, whose order of locks is about several: PostgreSQL closes one where a
 * statement takes a row and then writes it, another process has written the row meanwhile, and a third one stands in line at its old
 * version. These are broken and run again likewise.
 */
export async function deadlocksIn(db: Db): Promise<number> {
  const [row] = await db.query<{ name: string; log: string }>(
    sql`SELECT current_database()::text AS name, pg_read_file('server.log') AS log`,
  );
  const entries = row?.log.split(/^(?=\d{4}-\d\d-\d\d )/m) ?? [];
  const circles = entries.filter((entry) => entry.includes(`] ${row?.name} DETAIL:  Process `));
  return circles.filter((circle) => !isAroundOneRow(circle)).length;
}

/** One of the waiting waits for whoever holds the row, and all others stand in line for the same row. */
export function isAroundOneRow(circle: string): boolean {
  const waits = [...circle.matchAll(/Process \d+ waits for \w+ on (.+?); blocked by/g)].map(([, what]) => what as string);
  const inLine = waits.filter((what) => what.startsWith('tuple '));
  return inLine.length > 0 && inLine.length === waits.length - 1 && new Set(inLine).size === 1;
}

/** Whether nobody holds the row. Waits for nobody. */
export async function isFree({ db, workspaceId }: Scope, table: 'contacts' | 'contact_lists', id: string): Promise<boolean> {
  const free = await db.query({
    text: `SELECT 1 AS free FROM ${table} WHERE workspace_id = $1::uuid AND id = $2::uuid FOR UPDATE SKIP LOCKED`,
    values: [workspaceId, id],
  });
  return free.length === 1;
}
