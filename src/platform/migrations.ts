import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../shared/start-error.ts';
import { type IndexStatement, type Migration, readMigrations } from './migration-files.ts';

/** This version cannot migrate the database by itself. The message says what to do. */
export class MigrationError extends StartError {}

export interface MigrateOptions {
  only?: ReadonlySet<string>;
  folder?: URL;
  /** For other processes that migrate, and for transactions that hold a table. */
  patienceMs?: number;
  onApply?: (place: number, of: number) => void;
  /** Called when a table is in use and the migration backs off. */
  onWait?: (migration: string) => void;
}

/** One lock for all processes: the first applies, the others wait and find nothing to do. */
const LOCK = 7_301_946;
/** A statement that waits for a table blocks all later readers of it. Two or three tables in one migration stay below a second. */
const LOCK_TIMEOUT_MS = 300;
const PAUSE_MS = { first: 200, most: 2_000 };
const PATIENCE_MS = 5 * 60_000;
/** An index of a large table takes long, and waits for every earlier transaction. */
const INDEX_TIMEOUT_MS = 4 * 60 * 60_000;

const APPLICATION = 'bivouac-migrations';

type Query = (text: string) => Promise<{ migration_name: string }[]>;

/**
 * Applies missing migrations, each in a transaction of its own, and records them in Prisma's `_prisma_migrations` table, so that `prisma
 * migrate status` and `deploy` agree elsewhere. Prisma's own engine is a download that closed networks do not have.
 * @returns the names of those it applied
 * @throws MigrationError when an applied one has been edited since, when a newer version has been here, or when the patience is over
 * @throws Error when a migration fails; nothing of it is left, or, of one without a transaction, what the next call goes on with
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const wanted = { migrations: await readMigrations(options.folder), only: options.only };
  const client = await connect(databaseUrl);
  try {
    const fresh: string[] = [];
    for (;;) {
      // Without the lock: most starts find nothing to do.
      const next = firstMissing(wanted, await recorded(client));
      if (!next) return fresh;
      options.onApply?.(wanted.migrations.indexOf(next) + 1, wanted.migrations.length);
      const patience = patienceFor(next.name, options);
      await makeTable(client, patience);
      const apply = next.concurrent ? concurrently(client, databaseUrl, next.concurrent) : inTransaction(client);
      if (await apply(next, wanted, patience)) fresh.push(next.name);
    }
  } finally {
    await client.end();
  }
}

const APPLIED = 'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL';

/** True when nothing is left to apply. Newer migrations do not matter to a running version. */
export async function isMigrated(query: Query): Promise<boolean> {
  const applied = new Set((await query(APPLIED)).map((row) => row.migration_name));
  return (await readMigrations()).every(({ name }) => applied.has(name));
}

/** What is not applied, what only a newer version has, and whether anything ever was applied. */
export async function missingMigrations(query: Query): Promise<{ names: string[]; unknown: string[]; isNew: boolean }> {
  const [table] = await query("SELECT to_regclass('_prisma_migrations')::text AS migration_name");
  const applied = new Set(table?.migration_name ? (await query(APPLIED)).map((row) => row.migration_name) : []);
  const known = (await readMigrations()).map(({ name }) => name);
  return {
    names: known.filter((name) => !applied.has(name)),
    unknown: [...applied].filter((name) => !known.includes(name)),
    isNew: applied.size === 0,
  };
}

/** Waits, within limits, for other processes that migrate: each stays connected from its first migration to its last. */
export async function othersMigrate(query: Query): Promise<void> {
  const others = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = '${APPLICATION}'`;
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await pause(PAUSE_MS.first)) {
    if ((await query(others)).length === 0) return;
  }
}

export const newerThanThis = (name: string): string =>
  `The database has the migration ${name}, which this version does not know: a newer version has been here. Start that version, or restore a backup from before it.`;

/** False when another process has applied it meanwhile. */
type Apply = (migration: Migration, wanted: Wanted, patience: Patience) => Promise<boolean>;

const inTransaction =
  (client: pg.Client): Apply =>
  async (migration, wanted, patience) => {
    for (;;) {
      await client.query('BEGIN');
      try {
        await takeLock(client, patience);
        const isOurs = firstMissing(wanted, await recorded(client), true)?.name === migration.name;
        if (isOurs) await applyScript(client, migration);
        await client.query('COMMIT');
        return isOurs;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => {});
        if (error instanceof MigrationError) throw error;
        if (!isInTheWay(error)) throw failed(migration, error);
        if (patience.isOver()) throw await whoIsInTheWay(client, migration);
        await patience.standBack();
      }
    }
  };

async function applyScript(client: pg.Client, { name, script, checksum }: Migration): Promise<void> {
  await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await client.query(script);
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  );
}

/**
 * Statement by statement. A transaction on a second connection holds the lock; between its statements it has no snapshot, for which
 * building an index would wait.
 */
const concurrently =
  (client: pg.Client, databaseUrl: string, statements: IndexStatement[]): Apply =>
  async (migration, wanted, patience) => {
    const keeper = await connect(databaseUrl);
    try {
      await keeper.query('BEGIN');
      await takeLock(keeper, patience);
      // Committed first, so that others see it and wait.
      if (firstMissing(wanted, await recorded(client), true)?.name !== migration.name) return false;
      const id = await begin(client, migration);
      for (const [step, statement] of statements.entries()) {
        await runIndexStatement(client, statement).catch(async (error) => {
          await client.query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [id, (error as Error).message]).catch(() => {});
          throw failed(migration, error);
        });
        // Fails when the lock was lost with its connection: another process may then go on with the rest.
        await keeper.query('SELECT 1');
        await client.query('UPDATE _prisma_migrations SET applied_steps_count = $2 WHERE id = $1', [id, step + 1]);
      }
      await client.query('UPDATE _prisma_migrations SET finished_at = clock_timestamp(), logs = NULL WHERE id = $1', [id]);
      return true;
    } finally {
      await keeper.end();
    }
  };

/** A new row, or that of an interrupted run. */
async function begin(client: pg.Client, { name, checksum }: Migration): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `WITH begun AS (SELECT id FROM _prisma_migrations WHERE migration_name = $3 AND finished_at IS NULL AND rolled_back_at IS NULL),
      made AS (
        INSERT INTO _prisma_migrations (id, checksum, migration_name)
        SELECT $1::text, $2::text, $3::text WHERE NOT EXISTS (SELECT FROM begun) RETURNING id)
     SELECT id FROM begun UNION ALL SELECT id FROM made`,
    [randomUUID(), checksum, name],
  );
  return (rows[0] as { id: string }).id;
}

/** Skips a finished statement. An interrupted build leaves an invalid index, which is built anew. */
async function runIndexStatement(client: pg.Client, { makes, index, text }: IndexStatement): Promise<void> {
  const { rows } = await client.query<{ valid: boolean }>('SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)', [
    index,
  ]);
  const run = (statement: string) => client.query({ text: statement, query_timeout: INDEX_TIMEOUT_MS } as pg.QueryConfig);
  const isThere = rows[0] !== undefined;
  if (makes ? rows[0]?.valid : !isThere) return;
  if (makes && isThere) await run(`DROP INDEX CONCURRENTLY ${index}`);
  await run(text);
}

/**
 * For the rest of the transaction: behind a pooler, a session's lock would stay on a shared connection.
 * @throws MigrationError when others keep it for too long
 */
async function takeLock(client: pg.Client, patience: Patience): Promise<void> {
  // A server's timeouts would end the lock while an index is built elsewhere.
  await client.query(
    "SELECT set_config(name, '0', true) FROM pg_settings WHERE name IN ('idle_in_transaction_session_timeout', 'transaction_timeout', 'statement_timeout')",
  );
  // By polling: a statement that waits has a snapshot, and the holder of the lock may build an index, which waits for all snapshots.
  // Without parameters, which leave a portal and its snapshot.
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(`SELECT pg_try_advisory_xact_lock(${LOCK}) AS taken`);
    if (rows[0]?.taken) return;
    if (patience.isOver()) {
      throw new MigrationError('Another process has been migrating the database for a long time; look there, and start this one again.');
    }
    await pause(PAUSE_MS.first);
  }
}

async function makeTable(client: pg.Client, patience: Patience): Promise<void> {
  if (await hasTable(client)) return;
  await client.query('BEGIN');
  try {
    await takeLock(client, patience);
    await client.query(`
      CREATE TABLE IF NOT EXISTS _prisma_migrations (
        id varchar(36) PRIMARY KEY,
        checksum varchar(64) NOT NULL,
        finished_at timestamptz,
        migration_name varchar(255) NOT NULL,
        logs text,
        rolled_back_at timestamptz,
        started_at timestamptz NOT NULL DEFAULT now(),
        applied_steps_count integer NOT NULL DEFAULT 0
      )`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function hasTable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string | null }>("SELECT to_regclass('_prisma_migrations')::text AS name");
  return rows[0]?.name != null;
}

interface Wanted {
  migrations: Migration[];
  only: ReadonlySet<string> | undefined;
}

interface Recorded {
  migration_name: string;
  checksum: string;
  finished: boolean;
}

async function recorded(client: pg.Client): Promise<Recorded[]> {
  if (!(await hasTable(client))) return [];
  const { rows } = await client.query<Recorded>(
    'SELECT migration_name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return rows;
}

/**
 * An unfinished migration may be under way, unless we hold the lock.
 * @throws MigrationError when the table and this version do not fit together
 */
function firstMissing({ migrations, only }: Wanted, rows: Recorded[], isLocked = false): Migration | undefined {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const finished = new Set<string>();
  for (const { migration_name: name, checksum, finished: isFinished } of rows) {
    const migration = known.get(name);
    if (!migration) throw new MigrationError(newerThanThis(name));
    if (migration.checksum !== checksum) throw new MigrationError(`Migration ${name} was changed after it had been applied.`);
    if (isFinished) finished.add(name);
    else if (isLocked && !migration.concurrent) {
      throw new MigrationError(
        `Migration ${name} was begun by another tool and not finished. Undo what it did, mark it with "prisma migrate resolve --rolled-back ${name}", and start again.`,
      );
    }
  }
  return migrations.find(({ name }) => !finished.has(name) && (!only || only.has(name)));
}

interface Patience {
  isOver(): boolean;
  standBack(): Promise<void>;
}

function patienceFor(migration: string, { patienceMs = PATIENCE_MS, onWait }: MigrateOptions): Patience {
  const until = performance.now() + patienceMs;
  let tries = 0;
  return {
    isOver: () => performance.now() >= until,
    async standBack() {
      onWait?.(migration);
      await pause(Math.min(PAUSE_MS.most, PAUSE_MS.first * 2 ** tries++));
    },
  };
}

const isInTheWay = (error: unknown): boolean => ['55P03', '40P01'].includes((error as { code?: string }).code ?? '');

async function whoIsInTheWay(client: pg.Client, { name }: Migration): Promise<MigrationError> {
  const { rows } = await client.query<{ pid: number; application: string; seconds: number }>(
    `SELECT pid, application_name AS application, extract(epoch FROM now() - xact_start)::int AS seconds FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL ORDER BY xact_start LIMIT 1`,
  );
  const oldest = rows[0];
  const hint = oldest ? ` The oldest transaction is that of process ${oldest.pid} ("${oldest.application}"), for ${oldest.seconds} s.` : '';
  return new MigrationError(`Migration ${name} could not have its tables for itself for a moment: others keep using them.${hint}`);
}

function failed({ name, script }: Migration, error: unknown): Error {
  const { message, position } = error as Error & { position?: string };
  const line = position ? ` (line ${script.slice(0, Number(position)).split('\n').length})` : '';
  return new Error(`Migration ${name} failed: ${message}${line}`, { cause: error });
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: APPLICATION,
  });
  // A lost connection fails the next statement; an unhandled error would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}
