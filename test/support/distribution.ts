/** Tables of workspaces on a Citus cluster, for the files of tests that run on one. */
import pg from 'pg';

/** Where a request has no workspace yet: a copy on every node. */
export const DIRECTORY: ReadonlySet<string> = new Set(['workspaces', 'api_keys', 'page_domains']);
/** Tables with a workspace that stay on the coordinator: its processes read them by the coordinator's snapshots. */
export const ON_COORDINATOR: ReadonlySet<string> = new Set(['page_changes']);

const KEY = 'workspace_id';

export type Kind = 'distributed' | 'reference' | 'coordinator';

export interface Placed {
  table: string;
  kind: Kind;
  /** As it should be already. */
  isDone: boolean;
}

/** Each table of the service, in the order of their names, from the catalogue. It needs no Citus. */
export async function planDistribution(databaseUrl: string): Promise<Placed[]> {
  return onConnection(databaseUrl, plan);
}

/**
 * Distributes the tables of workspaces by `workspace_id` over the nodes of a Citus cluster, and copies the directory to each. It may be
 * killed at any point and run again: each table moves as a whole, and foreign keys that are off meanwhile are kept in a table. Nothing may
 * write meanwhile.
 */
export async function distribute(databaseUrl: string): Promise<void> {
  return onConnection(databaseUrl, async (client) => {
    const missing = (await plan(client)).filter(({ isDone }) => !isDone);
    await takeOffKeys(client, missing);
    for (const placed of missing.toSorted(directoryFirst)) {
      if (placed.kind === 'reference') await client.query('SELECT create_reference_table($1::text::regclass)', [placed.table]);
      else
        await client.query('SELECT create_distributed_table($1::text::regclass, $2, colocate_with => $3)', [
          placed.table,
          KEY,
          (await firstDistributed(client)) ?? 'none',
        ]);
    }
    await distributeFunctions(client);
    await putOnKeys(client);
    await client.query('ANALYZE');
  });
}

const directoryFirst = (a: Placed, b: Placed): number => Number(b.kind === 'reference') - Number(a.kind === 'reference');

async function plan(client: pg.Client): Promise<Placed[]> {
  const { rows: installed } = await client.query("SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS has");
  const state = installed[0].has
    ? "(SELECT partmethod FROM pg_dist_partition WHERE logicalrelid = c.oid AND partmethod IN ('h', 'n'))"
    : 'NULL';
  const { rows } = await client.query<{ table: string; keyed: boolean; method: string | null }>(`
    SELECT c.relname AS table, ${state} AS method,
      EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = '${KEY}' AND NOT a.attisdropped) AS keyed
    FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname <> '${KEPT_KEYS}' AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
    ORDER BY 1`);
  return rows.map(({ table, keyed, method }) => {
    const kind: Kind = DIRECTORY.has(table) ? 'reference' : keyed && !ON_COORDINATOR.has(table) ? 'distributed' : 'coordinator';
    return { table, kind, isDone: kind === 'coordinator' || method === (kind === 'reference' ? 'n' : 'h') };
  });
}

/** Holds the foreign keys that are off while tables move, also after a kill. */
const KEPT_KEYS = 'distribution_keys';

async function takeOffKeys(client: pg.Client, missing: readonly Placed[]): Promise<void> {
  if (missing.length === 0) return;
  await inTransaction(client, async () => {
    await client.query(`CREATE TABLE IF NOT EXISTS ${KEPT_KEYS} (of text NOT NULL, name text NOT NULL, definition text NOT NULL)`);
    const { rows } = await client.query<{ of: string; name: string }>(
      `INSERT INTO ${KEPT_KEYS} SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid) FROM pg_constraint
       WHERE contype = 'f' AND conparentid = 0 AND connamespace = current_schema()::regnamespace
         AND (conrelid = ANY($1::text[]::regclass[]) OR confrelid = ANY($1::text[]::regclass[])) RETURNING of, name`,
      [missing.map(({ table }) => table)],
    );
    for (const { of, name } of rows) await client.query(`ALTER TABLE ${of} DROP CONSTRAINT ${name}`);
  });
}

async function putOnKeys(client: pg.Client): Promise<void> {
  const { rows: there } = await client.query('SELECT to_regclass($1) IS NOT NULL AS has', [KEPT_KEYS]);
  if (!there[0].has) return;
  const { rows } = await client.query<{ of: string; name: string; definition: string }>(`SELECT * FROM ${KEPT_KEYS} ORDER BY of, name`);
  for (const { of, name, definition } of rows) {
    await inTransaction(client, async () => {
      await client.query("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'");
      await client.query(`ALTER TABLE ${of} ADD CONSTRAINT ${name} ${definition}`);
      await client.query(`DELETE FROM ${KEPT_KEYS} WHERE of = $1 AND name = $2`, [of, name]);
    });
  }
  await client.query(`DROP TABLE ${KEPT_KEYS}`);
}

/** Statements that run on a worker call them there. */
async function distributeFunctions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT p.oid::regprocedure::text AS name FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace AND p.prokind = 'f' AND p.prorettype <> 'trigger'::regtype
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
      AND NOT EXISTS (SELECT FROM pg_catalog.pg_dist_object o WHERE o.classid = 'pg_proc'::regclass AND o.objid = p.oid)`);
  for (const { name } of rows) await client.query('SELECT create_distributed_function($1::text::regprocedure)', [name]);
}

async function firstDistributed(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT logicalrelid::text AS name FROM pg_dist_partition WHERE partmethod = 'h' ORDER BY colocationid, 1 LIMIT 1",
  );
  return rows[0]?.name;
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function onConnection<Result>(databaseUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'bivouac-distribution',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
