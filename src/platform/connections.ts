import pg from 'pg';
import { DatabaseUnavailable, databaseError, isAfterFailure, isUnavailable } from './database-errors.ts';
import type { Sockets } from './sockets.ts';

/** Times in milliseconds. */
export interface Limits {
  connections: number;
  /** For a free connection or a new one. */
  waitMs: number;
  /** For one statement, waits for locks included. */
  statementMs: number;
  /** For a transaction that holds its locks and does nothing. */
  idleMs: number;
  /** After the limit of a statement, for a server that should have ended it and stays silent. */
  graceMs: number;
  /** True behind a pooler that lends connections by the transaction: nothing may be left on a connection then. */
  pooled: boolean;
  sockets?: Sockets | undefined;
}

/** Connections are replaced at this age, or up to twice of it: those opened together do not end together. */
const LIFETIME_MS = 5 * 60_000;
/** How often an unreachable server may replace all connections of the pool. */
const RENEW_MS = 1_000;
/** After this silence, the system probes the other end. */
export const KEEP_ALIVE_DELAY_MS = 10_000;

/** A refused connect is not repeated for so long while no connection is left, to spare the server. */
const REFUSED_MS = 250;

/** Without an answer on any connection for so long, the database is slow. */
const STALLED_MS = 3_000;

/** Everything that reaches the database goes this way, Prisma's statements included. */
export type Run = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

export interface Connections {
  readonly pool: pg.Pool;
  run: Run;
  transaction<Result>(work: (run: Run) => Promise<Result>): Promise<Result>;
  /** Connections are busy, and none has had an answer for some seconds. */
  isStalled(): boolean;
}

/** Connects with the first statement. `onLost` is called for idle connections that the server closes; the pool replaces them. */
export function openConnections(url: string, onLost: (error: Error) => void, limits: Limits): Connections {
  const { connections, waitMs, statementMs, idleMs, graceMs, pooled, sockets } = limits;
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    ...(sockets && { stream: sockets.open }),
    application_name: 'bivouac',
    // A pooler refuses these settings; there they are set in each transaction.
    ...(!pooled && { statement_timeout: statementMs, idle_in_transaction_session_timeout: idleMs }),
  });
  const begin = pooled
    ? `BEGIN; SET LOCAL statement_timeout = ${statementMs}; SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`
    : 'BEGIN';
  // The first error of each connection; later ones only say that it has ended.
  const lost = new WeakMap<pg.ClientBase, Error>();
  const lose = (client: pg.ClientBase, error: Error): void => {
    if (!lost.has(client)) lost.set(client, error);
  };
  pool.on('error', (error) => onLost(databaseError(error) as Error));
  const open = new Set<pg.ClientBase>();
  /** Not to be used again: too old, or opened before the database was last found elsewhere. */
  const spent = new WeakSet<pg.ClientBase>();
  let renewed = 0;
  pool.on('connect', (client) => {
    // Without a listener, an error between two statements of a transaction would end the process.
    client.on('error', (error) => lose(client, error));
    open.add(client);
    const old = setTimeout(() => spent.add(client), LIFETIME_MS * (1 + Math.random())).unref();
    client.once('end', () => {
      clearTimeout(old);
      open.delete(client);
    });
  });

  /** The address may lead to another server by now: the next statements use new connections. */
  function renew(): void {
    const now = performance.now();
    if (now < renewed + RENEW_MS) return;
    renewed = now;
    for (const client of open) spent.add(client);
  }

  function judged(client: pg.ClientBase, error: unknown): unknown {
    const found = databaseError(lost.get(client) ?? error);
    if (isUnavailable(found) && found.trouble === 'unreachable') renew();
    return found;
  }

  let refused: { until: number; error: unknown } | undefined;

  async function take(): Promise<pg.PoolClient> {
    if (refused && pool.totalCount === 0 && performance.now() < refused.until) throw refused.error;
    try {
      for (;;) {
        const client = await pool.connect();
        if (!spent.has(client)) return client;
        client.release(true);
      }
    } catch (error) {
      const found = databaseError(error);
      // Any other error of the server at connect.
      const reason = found instanceof pg.DatabaseError ? new DatabaseUnavailable('refused', found) : found;
      if (error instanceof pg.DatabaseError) refused = { until: performance.now() + REFUSED_MS, error: reason };
      throw reason;
    }
  }

  /** Only a connection without an open transaction returns to the pool. */
  const giveBack = (client: pg.PoolClient): void =>
    client.release(lost.has(client) || spent.has(client) || client.getTransactionStatus() !== 'I');

  let answered = 0;

  async function ask(client: pg.PoolClient, { name, ...query }: pg.QueryConfig): Promise<pg.QueryResult> {
    // The time without an answer starts with the first busy connection.
    if (pool.idleCount === pool.totalCount - 1) answered = performance.now();
    try {
      const result = await client.query({
        ...query,
        ...(name && !pooled && { name }),
        query_timeout: statementMs + graceMs,
      } as pg.QueryConfig);
      answered = performance.now();
      return result;
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') lose(client, error);
      throw judged(client, error);
    }
  }

  async function inTransaction<Result>(client: pg.PoolClient, work: (run: Run) => Promise<Result>): Promise<Result> {
    let isOver = false;
    let failure: unknown;
    const run: Run = async (query) => {
      // Another transaction may use the connection by now.
      if (isOver) throw new Error('A transaction was used after its end');
      try {
        return await ask(client, query);
      } catch (error) {
        // It only reports that an earlier statement has failed.
        if (!failure || !isAfterFailure(error)) failure = error;
        throw failure;
      }
    };
    try {
      await ask(client, { text: begin });
      const result = await work(run);
      isOver = true;
      const { command } = await ask(client, { text: 'COMMIT' });
      // A statement failed and `work` went on all the same: the server has rolled back, and reports it only here.
      if (command !== 'COMMIT') throw failure;
      return result;
    } catch (error) {
      isOver = true;
      // The first error counts. A connection that cannot roll back does not return to the pool.
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

  return {
    pool,
    isStalled: () => pool.idleCount < pool.totalCount && performance.now() >= answered + STALLED_MS,
    run: (query) => holding((client) => (pooled ? inTransaction(client, (run) => run(query)) : ask(client, query))),
    transaction: (work) => holding((client) => inTransaction(client, work)),
  };
}
