/** Two at once, in an order that is certain. */
import { expect } from 'vitest';
import type { Db } from '../../src/platform/db.ts';

/** Makes a request that has to wait for what `work` holds, and lets `work` be committed only when it waits. */
export async function behind<Answer>(db: Db, work: (tx: Db) => Promise<unknown>, ask: () => Promise<Answer>): Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  await db.transaction(async (tx) => {
    await work(tx);
    answer = ask();
    await expect
      .poll(async () => {
        const [row] = await db.query<{ waiting: number }>({
          text: "SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          values: [],
        });
        return row?.waiting;
      })
      .toBe(1);
  });
  return answer as Promise<Answer>;
}
