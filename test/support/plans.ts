/** The plans of the statements that some work runs. */
import pg from 'pg';
import { vi } from 'vitest';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

export interface Read {
  indexes: Set<string>;
  /** Those that were read without their table. */
  alone: Set<string>;
  /** The large tables that were read from end to end. */
  scanned: Set<string>;
  rows: number;
  /** Pages of tables and indexes, as often as they were looked at. */
  pages: number;
}

export interface Statement {
  text: string;
  values: unknown[];
}

/** The statements that `work` sends to the database. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return (spy.mock.calls as unknown as [string | Statement][]).map(([asked]) =>
      typeof asked === 'string' ? { text: asked, values: [] } : asked,
    );
  } finally {
    spy.mockRestore();
  }
}

/** Runs a statement once more under EXPLAIN. @param large the tables whose full scans are reported */
export async function explain(pool: pg.Pool, { text, values }: Statement, large: ReadonlySet<string>): Promise<Read> {
  const { rows } = await pool.query({ text: `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`, values });
  const plan: Plan = rows[0]['QUERY PLAN'][0].Plan;
  const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  const read: Read = { indexes: new Set(), alone: new Set(), scanned: new Set(), rows: 0, pages };
  visit(plan, read, large);
  return read;
}

function visit(plan: Plan, read: Read, large: ReadonlySet<string>): void {
  if (plan['Index Name']) read.indexes.add(plan['Index Name']);
  if (plan['Node Type'] === 'Index Only Scan') read.alone.add(plan['Index Name'] as string);
  if (plan['Node Type'] === 'Seq Scan' && large.has(plan['Relation Name'] as string)) read.scanned.add(plan['Relation Name'] as string);
  // A bitmap's index is read once more as rows of its table.
  if (plan['Relation Name']) read.rows += (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  for (const child of plan.Plans ?? []) visit(child, read, large);
}
