import { DbNull, empty, join, raw, type Sql, sql } from '@prisma/client-runtime-utils';
import type pg from 'pg';
import { type Limits, openConnections, type Run } from './connections.ts';
import { Contended, isDeadlock } from './database-errors.ts';
import type { WorkspaceId } from './ids.ts';
import { type PrismaCalls, prismaOver } from './prisma.ts';
import { keepStatistics, type Statistics } from './statistics.ts';

export type { Prisma } from '../../generated/prisma/client.ts';
export {
  Contended,
  isPassing,
  isUnavailable,
  type Trouble,
  uniqueViolation,
} from './database-errors.ts';
/** `sql` composes SQL with its values kept apart: `sql\`… ${value} …\``. Fragments nest. Prisma writes `DbNull` as NULL into a JSON column. */
export { DbNull, empty, join, raw, type Sql, sql };

/**
 * A `name` makes a prepared statement, planned once for each connection. For the hottest, and those with one text only: each name stays in
 * the server's memory, for every connection.
 */
export interface Statement {
  text: string;
  values: readonly unknown[];
  name?: string;
}

/** Its text has to be the same every time. */
export const named = (name: string, { text, values }: Statement): Statement => ({ name, text, values });

/**
 * The database, or a transaction in it. Ordinary reads and writes go through `prisma`, set-based ones through `query`.
 * Rows of `query` hold text, booleans, 4-byte integers, doubles, dates and JSON; cast anything else in the statement. A statement
 * means the same inside and outside of a transaction: it goes the same way.
 */
export interface Db {
  readonly prisma: PrismaCalls;
  query<Row>(statement: Statement): Promise<Row[]>;
  /** Inside of a transaction, `work` joins it, so that callers can widen what is atomic. */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` last in the transaction: for a row that many transactions write, so that each locks it only while it commits. Outside of
   * one it runs at once, in a transaction of its own.
   */
  last(work: (tx: Tx) => Promise<void>): Promise<void>;
  /** Runs `work`, which must not throw, after the commit; outside of a transaction, at once. */
  afterCommit(work: () => void): void;
}

/** Functions that write in several statements, or lock rows, take a `Tx`. */
export interface Tx extends Db {
  readonly isTransaction: true;
}

export interface Scope<Of extends Db = Db> {
  readonly db: Of;
  readonly workspaceId: WorkspaceId;
  /** A test key asked, or a test goes on: the mail that follows goes into the test mailbox. */
  readonly isTest?: boolean;
}

/** Each request and each turn of background work has one. */
export interface Ctx<Of extends Db = Db> extends Scope<Of> {
  readonly now: Date;
}

export type InTx<Of extends Scope> = Omit<Of, 'db'> & { readonly db: Tx };

export const transaction = <Of extends Scope, Result>(ctx: Of, work: (tx: InTx<Of>) => Promise<Result>): Promise<Result> =>
  ctx.db.transaction((db) => work({ ...ctx, db }));

export interface Database extends Db {
  readonly pool: pg.Pool;
  readonly statistics: Statistics;
  usage(): Usage;
  /** Statements are running, and none has been answered for some seconds. */
  isStalled(): boolean;
  close(): Promise<void>;
}

export interface Usage {
  size: number;
  busy: number;
  waiting: number;
  deadlocks: number;
}

type Pace = Pick<Limits, 'waitMs' | 'statementMs' | 'idleMs'>;

export const FOR_BACKGROUND: Pace = { waitMs: 5_000, statementMs: 120_000, idleMs: 120_000 };

export const FOR_REQUESTS: Pace = { waitMs: 5_000, statementMs: 15_000, idleMs: 30_000 };

/** Readiness has a connection of its own, since no load makes a service unready. */
export const PROBING: Pace & { connections: 1 } = { connections: 1, waitMs: 3_000, statementMs: 3_000, idleMs: 3_000 };

/** Published pages need small reads, for visitors who do not wait long. */
export const PAGES: Pace = { waitMs: 3_000, statementMs: 5_000, idleMs: 5_000 };

const USUAL: Limits = { connections: 12, graceMs: 5_000, pooled: false, ...FOR_BACKGROUND };

const ATTEMPTS = 5;

/** Connects with the first statement. Its own connections keep the statistics, unless another database does that for both. */
export function openDatabase(url: string, onLost: (error: Error) => void, limits: Partial<Limits> = {}, looks?: Database): Database {
  const connections = openConnections(url, onLost, { ...USUAL, ...limits });
  const { pool } = connections;
  const statistics = looks?.statistics ?? keepStatistics(connections);
  let deadlocks = 0;

  /** PostgreSQL ends one of two transactions that lock the same rows in another order; it may simply run again. */
  async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!isDeadlock(error)) throw error;
        deadlocks += 1;
        if (attempt >= ATTEMPTS) throw new Contended(error);
      }
    }
  }

  const run: Run = (query) => retrying(() => connections.run(query));

  const rowsOf =
    (run: Run) =>
    async <Row>({ text, values, name }: Statement): Promise<Row[]> => {
      statistics.note();
      const { rows } = await run({ text, values: values as unknown[], ...(name && { name }) });
      return rows;
    };

  const transaction: Db['transaction'] = (work) =>
    retrying(async () => {
      const committed: (() => void)[] = [];
      const result = await connections.transaction(async (run) => {
        const ends: ((tx: Tx) => Promise<void>)[] = [];
        const tx: Tx = {
          isTransaction: true,
          prisma: prismaOver({ run }),
          query: rowsOf(run),
          transaction: (inner) => inner(tx),
          async last(end) {
            ends.push(end);
          },
          afterCommit: (follow) => void committed.push(follow),
        };
        const result = await work(tx);
        for (const end of ends) await end(tx);
        return result;
      });
      for (const follow of committed) follow();
      return result;
    });

  return {
    prisma: prismaOver({ run, transaction: connections.transaction }),
    pool,
    statistics,
    query: rowsOf(run),
    transaction,
    last: transaction,
    afterCommit: (work) => work(),
    isStalled: connections.isStalled,
    usage: () => ({
      size: pool.options.max,
      busy: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
      deadlocks,
    }),
    async close() {
      await statistics.settled();
      await pool.end();
    },
  };
}
