import type { Connections, Run } from './connections.ts';

/** A table that has outgrown its statistics; `pages` are the file's, `relpages` those that the statistics were made of. */
const OUTGROWN = `
  SELECT quote_ident(relname) AS table FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
    AND pg_relation_size(oid) / current_setting('block_size')::int > 2 * relpages`;

async function findOutgrown(run: Run) {
  // The size of a table that somebody has locked is not worth waiting for.
  await run({ text: "SET LOCAL lock_timeout = '100ms'" });
  return run({ text: OUTGROWN });
}

/** While statements run, nobody has to wait longer than this for fresh statistics. */
const PAUSE_MS = 10_000;

export interface Statistics {
  /** A statement runs: it may be time for a look. */
  note(): void;
  /** The look that is under way, if one is, has ended. */
  settled(): Promise<void>;
}

/**
 * Keeps what PostgreSQL knows of its tables in step with their growth. Its own autoanalyze looks about once a minute: until then
 * a database that begins empty is planned blindly (every index of a workspace looks as good as its key), and a named statement
 * keeps such a plan. ANALYZE of a table that has doubled mends both, for every process at once, and costs little that often.
 * Looks after 1, 2, 4, 8 … statements and every ten seconds after.
 */
export function keepStatistics({ run, transaction }: Pick<Connections, 'run' | 'transaction'>): Statistics {
  let statements = 0;
  let due = 1;
  let looked = Date.now();
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    const { rows } = await transaction(findOutgrown);
    // Somebody else who is at it does the same.
    for (const { table } of rows as { table: string }[]) await run({ text: `ANALYZE (SKIP_LOCKED) ${table}` });
  }

  return {
    note() {
      statements += 1;
      const now = Date.now();
      if (looking || (statements < due && now < looked + PAUSE_MS)) return;
      if (statements >= due) due = statements * 2;
      looked = now;
      // Plans are no worse than they were when this fails; the next look is soon.
      looking = look()
        .catch(() => {})
        .finally(() => (looking = undefined));
    },
    settled: async () => looking,
  };
}
