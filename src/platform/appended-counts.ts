import { type Db, join, raw, sql } from './db.ts';

const AT_ONCE = 10_000;

/**
 * A table to which many writers append counts, each as a row of its own with a new `id`, so that none waits for another. The sum of a key
 * is the row with the `id` 0.
 */
export interface AppendedCounts {
  table: string;
  /** Columns that are the primary key together with `id`. */
  key: readonly string[];
  counts: readonly string[];
}

/** Adds up the rows of each key. Writers do not wait for it, and two at once take different rows. */
export async function addUp(db: Db, { table, key, counts }: AppendedCounts): Promise<void> {
  const of = raw(table);
  const keys = raw(key.join(', '));
  await db.query(sql`
    WITH taken AS (
      DELETE FROM ${of} c USING (
        SELECT ${keys}, id FROM ${of} WHERE id > 0 ORDER BY ${keys} LIMIT ${AT_ONCE}::int FOR UPDATE SKIP LOCKED
      ) AS fresh
      WHERE ${join(
        [...key, 'id'].map((column) => raw(`c.${column} = fresh.${column}`)),
        ' AND ',
      )}
      RETURNING c.*
    )
    INSERT INTO ${of} (${keys}, id, ${raw(counts.join(', '))})
    SELECT ${keys}, 0, ${raw(counts.map((count) => `sum(${count})`).join(', '))} FROM taken GROUP BY ${keys} ORDER BY ${keys}
    ON CONFLICT (${keys}, id) DO UPDATE SET ${raw(counts.map((count) => `${count} = ${table}.${count} + excluded.${count}`).join(', '))}`);
}
