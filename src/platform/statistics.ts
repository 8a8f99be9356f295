import type { Connections, Run } from './connections.ts';

/** `pages` are the file's, `relpages` those of the statistics. */
const OUTGROWN = `
  SELECT quote_ident(relname) AS table FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
    AND pg_relation_size(oid) / current_setting('block_size')::int > 2 * relpages`;

async function findOutgrown(run: Run) {
  // The size of a locked table is not worth waiting for.
  await run({ text: "SET LOCAL lock_timeout = '100ms'" });
  return run({ text: OUTGROWN });
}

/** While statements run, statistics are never outdated for longer. */
const PAUSE_MS = 10_000;

export interface Statistics {
  note(): void;
  settled(): Promise<void>;
}

/**
 * PostgreSQL's own autoanalyze runs about once a minute: until then, a database that begins empty is planned blindly (every index of a
 * workspace looks as good as its key), and a named statement keeps such a plan. ANALYZE of a table that has doubled mends both, for every
 * process at once, at little cost. Looks after 1, 2, 4, 8 … statements and every ten seconds after.
 */
export function keepStatistics({ run, transaction }: Pick<Connections, 'run' | 'transaction'>): Statistics {
  let statements = 0;
  let due = 1;
  let looked = Date.now();
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    const { rows } = await transaction(findOutgrown);
    // Another process that analyses the table does the same.
    for (const { table } of rows as { table: string }[]) await run({ text: `ANALYZE (SKIP_LOCKED) ${table}` });
  }

  return {
    note() {
      statements += 1;
      const now = Date.now();
      if (looking || (statements < due && now < looked + PAUSE_MS)) return;
      if (statements >= due) due = statements * 2;
      looked = now;
      // A failure changes no plan; the next look is soon.
      looking = look()
        .catch(() => {})
        .finally(() => (looking = undefined));
    },
    settled: async () => looking,
  };
}
