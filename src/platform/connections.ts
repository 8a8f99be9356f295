import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { DatabaseUnavailable, databaseError } from './database-errors.ts';

/** A pool's size and the limits of what runs in it, in milliseconds. */
export interface Limits {
  connections: number;
  /** How long to wait for a connection, a free one or a new one. */
  waitMs: number;
  /** How long one statement may take, waits for locks included. */
  statementMs: number;
  /** How long a transaction may hold its locks without doing anything. */
  idleMs: number;
  /** How long after that a server is given up that should have ended a statement itself and has not said a word. */
  graceMs: number;
  /** True behind a pooler that lends a server's connection for one transaction: nothing may be left on a connection then. */
  pooled: boolean;
}

/** Runs one statement. Everything that reaches the database goes this way, Prisma's statements included. */
export type Run = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

export interface Connections {
  readonly pool: pg.Pool;
  run: Run;
  /** Runs `work` between BEGIN and COMMIT on one connection; what it throws undoes everything. */
  transaction<Result>(work: (run: Run) => Promise<Result>): Promise<Result>;
  /** Copies lines into `table (columns)`, all or none. */
  copy(into: string, lines: Iterable<string>): Promise<void>;
}

/** Opens a pool, which connects with the first statement. `onLost` hears of idle connections that the server closes; the pool replaces them. */
export function openConnections(url: string, onLost: (error: Error) => void, limits: Limits): Connections {
  const { connections, waitMs, statementMs, idleMs, graceMs, pooled } = limits;
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    application_name: 'bivouac',
    // A pooler refuses these: its connection to the server is not ours. There they go with each transaction.
    ...(!pooled && { statement_timeout: statementMs, idle_in_transaction_session_timeout: idleMs }),
  });
  const begin = pooled
    ? `BEGIN; SET LOCAL statement_timeout = ${statementMs}; SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`
    : 'BEGIN';
  // What a connection ended with. Who asks next would otherwise only hear that it has, as it says itself after its reason.
  const lost = new WeakMap<pg.ClientBase, Error>();
  const lose = (client: pg.ClientBase, error: Error): void => {
    if (!lost.has(client)) lost.set(client, error);
  };
  pool.on('error', (error) => onLost(databaseError(error) as Error));
  // Without a listener, a connection lost between two statements of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', (error) => lose(client, error)));

  async function take(): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      const found = databaseError(error);
      // Whatever else the server says to somebody who only wants in.
      throw found instanceof pg.DatabaseError ? new DatabaseUnavailable('refused', found) : found;
    }
  }

  /** Only a connection on which nothing is open goes back to the others. */
  const giveBack = (client: pg.PoolClient): void => client.release(lost.has(client) || client.getTransactionStatus() !== 'I');

  async function ask(client: pg.PoolClient, { name, ...query }: pg.QueryConfig): Promise<pg.QueryResult> {
    try {
      return await client.query({ ...query, ...(name && !pooled && { name }), query_timeout: statementMs + graceMs } as pg.QueryConfig);
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') lose(client, error);
      throw databaseError(lost.get(client) ?? error);
    }
  }

  async function inTransaction<Result>(client: pg.PoolClient, work: (run: Run) => Promise<Result>): Promise<Result> {
    let isOver = false;
    let failure: unknown;
    const run: Run = async (query) => {
      // The connection may be at work for somebody else by now.
      if (isOver) throw new Error('A transaction was used after its end');
      try {
        return await ask(client, query);
      } catch (error) {
        failure = error;
        throw error;
      }
    };
    try {
      await ask(client, { text: begin });
      const result = await work(run);
      isOver = true;
      const { command } = await ask(client, { text: 'COMMIT' });
      // A statement had failed and `work` went on all the same: the server has undone everything, and says so only here.
      if (command !== 'COMMIT') throw failure;
      return result;
    } catch (error) {
      isOver = true;
      // The first error is the one to tell. A connection that cannot even do this is not given back.
      if (!lost.has(client)) await ask(client, { text: 'ROLLBACK' }).catch(() => {});
      throw error;
    }
  }

  async function holding<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await take();
    try {
      return await work(client);
    } finally {
      giveBack(client);
    }
  }

  async function copyOver(client: pg.PoolClient, into: string, lines: Iterable<string>): Promise<void> {
    try {
      await pipeline(Readable.from(lines), client.query(copyFrom(`COPY ${into} FROM STDIN`)));
    } catch (error) {
      // The lines may fail for reasons of their own.
      throw error instanceof pg.DatabaseError || lost.has(client) ? databaseError(lost.get(client) ?? error) : error;
    }
  }

  return {
    pool,
    run: (query) => holding((client) => (pooled ? inTransaction(client, (run) => run(query)) : ask(client, query))),
    transaction: (work) => holding((client) => inTransaction(client, work)),
    copy: (into, lines) => holding((client) => inTransaction(client, () => copyOver(client, into, lines))),
  };
}
