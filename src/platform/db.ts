import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { Prisma, PrismaClient } from '../../generated/prisma/client.ts';

export { Prisma };
/** Composes SQL with its values kept apart: `sql\`… ${value} …\``. Fragments nest. */
export const { sql, join, raw, empty } = Prisma;

/** A statement with its values. A `name` makes it a prepared statement, for the hottest single-row reads. */
export interface Statement {
  text: string;
  values: readonly unknown[];
  name?: string;
}

/**
 * The database, or a transaction in it. Ordinary reads and writes go through `prisma`, set-based ones through `query`.
 * Rows of `query` hold text, booleans, 4-byte integers, doubles, dates and JSON; cast anything else in the statement, and
 * cast parameters (`$1::uuid`), so that a statement means the same inside and outside of a transaction.
 */
export interface Db {
  readonly prisma: Prisma.TransactionClient;
  query<Row>(statement: Statement): Promise<Row[]>;
  /** Runs `work` in a transaction. Inside of one it joins it, so that a caller can widen what is atomic. */
  transaction<Result>(work: (tx: Db) => Promise<Result>): Promise<Result>;
}

export interface Database extends Db {
  readonly pool: pg.Pool;
  /** Copies lines of `copyLine` into `table (columns)`, all or none, on a connection of its own: not part of any transaction. */
  copy(into: string, lines: Iterable<string>): Promise<void>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 120_000;
const TRANSACTION_TIMEOUT_MS = 120_000;

/** Opens the pool that Prisma and plain SQL share. Connects lazily: the first query tells whether the server is there. */
export function openDatabase(url: string, onError: (error: Error) => void, connections = 12): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'bivouac',
  });
  // An idle connection that the server closes is replaced by the pool; without a listener it would end the process.
  pool.on('error', onError);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });

  const transaction = async <Result>(work: (tx: Db) => Promise<Result>): Promise<Result> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await prisma.$transaction((tx) => work(inTransaction(tx)), {
          maxWait: CONNECT_TIMEOUT_MS,
          timeout: TRANSACTION_TIMEOUT_MS,
        });
      } catch (error) {
        // Two transactions that lock the same rows in another order: PostgreSQL ends one, and it may simply run again.
        if (attempt >= 5 || !isDeadlock(error)) throw error;
      }
    }
  };

  return {
    prisma,
    pool,
    transaction,
    async query<Row>({ text, values, name }: Statement) {
      for (let attempt = 1; ; attempt++) {
        try {
          const result = await pool.query({ text, values: values as unknown[], ...(name && { name }) });
          return result.rows as Row[];
        } catch (error) {
          if (attempt >= 5 || !isDeadlock(error)) throw error;
        }
      }
    },
    async copy(into, lines) {
      const client = await pool.connect();
      // A connection that is lost fails the copy, and says so here once more; unheard, that would end the process.
      client.on('error', onError);
      let isSound = false;
      try {
        await pipeline(Readable.from(lines), client.query(copyFrom(`COPY ${into} FROM STDIN`)));
        client.off('error', onError);
        isSound = true;
      } finally {
        client.release(!isSound);
      }
    },
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/** A line of COPY's text format. Undefined is null too. */
export const copyLine = (values: readonly (string | number | boolean | null | undefined)[]): string => `${values.map(copied).join('\t')}\n`;

function copied(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value !== 'string') return String(value);
  return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] as string) : value;
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function inTransaction(tx: Prisma.TransactionClient): Db {
  const db: Db = {
    prisma: tx,
    query: ({ text, values }) => tx.$queryRawUnsafe(text, ...values),
    transaction: (work) => work(db),
  };
  return db;
}

/** The fields of PostgreSQL's own error, whether it came through `pg` or wrapped by Prisma's adapter. */
interface ServerError {
  code?: string;
  constraint?: string;
}

function serverErrors(error: unknown): ServerError[] {
  const found: ServerError[] = [];
  for (let current = error as Record<string, any> | undefined, depth = 0; current && depth < 5; depth++) {
    found.push({ code: current.code, constraint: current.constraint });
    const adapter = current.meta?.driverAdapterError?.cause ?? current.cause;
    if (adapter?.originalCode) found.push({ code: adapter.originalCode, constraint: constraintOf(adapter) });
    current = adapter;
  }
  return found;
}

function constraintOf(cause: Record<string, any>): string | undefined {
  if (cause.constraint?.index) return cause.constraint.index;
  return /constraint "([^"]+)"/.exec(String(cause.originalMessage ?? cause.message ?? ''))?.[1];
}

const hasCode = (error: unknown, test: (code: string) => boolean): boolean =>
  serverErrors(error).some(({ code }) => code !== undefined && test(code));

const isDeadlock = (error: unknown): boolean => hasCode(error, (code) => code === '40P01' || code === '40001' || code === 'P2034');

/** True when a statement has waited for a lock as long as its transaction allows (`lock_timeout`). */
export const gaveUpWaiting = (error: unknown): boolean => hasCode(error, (code) => code === '55P03');

/** The name of the unique constraint that a write ran into, or null when the error is something else. */
export function uniqueViolation(error: unknown): string | null {
  const violation = serverErrors(error).find(({ code, constraint }) => code === '23505' && constraint);
  return violation?.constraint ?? null;
}

const OUT_OF_REACH = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENOENT',
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/** True when the server could not be asked at all: it may work in a moment, and nothing was decided. */
export function isUnavailable(error: unknown): boolean {
  if (hasCode(error, (code) => OUT_OF_REACH.has(code) || code.startsWith('08'))) return true;
  const message = error instanceof Error ? error.message : '';
  return /Connection terminated|timeout exceeded when trying to connect|Can't reach database server|DatabaseNotReachable|ConnectionClosed|Client has encountered a connection error/.test(
    message,
  );
}
