import pg from 'pg';
import { DatabaseUnavailable, databaseError, isAfterFailure, isUnavailable } from './database-errors.ts';
import type { Sockets } from './sockets.ts';

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
  /** Makes the connections' sockets, so that somebody else can drop them all. */
  sockets?: Sockets | undefined;
}

/** A connection is replaced when it is this old, or up to twice as old: those opened together do not end together. */
const LIFETIME_MS = 5 * 60_000;
/** A server that does not do its work makes the pool replace its connections this often at the most. */
const RENEW_MS = 1_000;
/** How long a connection is silent before the system asks whether the other end is still there. */
export const KEEP_ALIVE_DELAY_MS = 10_000;

/** After a connection was refused and none is left, the next is asked for so much later: a server that has to refuse is spared. */
const REFUSED_MS = 250;

/** Without an answer on any connection for so long, the database is what is slow. */
const STALLED_MS = 3_000;

/** Runs one statement. Everything that reaches the database goes this way, Prisma's statements included. */
export type Run = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

export interface Connections {
  readonly pool: pg.Pool;
  run: Run;
  /** Runs `work` between BEGIN and COMMIT on one connection; what it throws undoes everything. */
  transaction<Result>(work: (run: Run) => Promise<Result>): Promise<Result>;
  /** Connections are at work, and none of them has had an answer for some seconds. */
  isStalled(): boolean;
}

/** Opens a pool, which connects with the first statement. `onLost` hears of idle connections that the server closes; the pool replaces them. */
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
  const open = new Set<pg.ClientBase>();
  /** Connections that are not used again: too old, or opened before the database was last found to be elsewhere. */
  const spent = new WeakSet<pg.ClientBase>();
  let renewed = 0;
  pool.on('connect', (client) => {
    // Without a listener, a connection lost between two statements of a transaction would end the process.
    client.on('error', (error) => lose(client, error));
    open.add(client);
    const old = setTimeout(() => spent.add(client), LIFETIME_MS * (1 + Math.random())).unref();
    client.once('end', () => {
      clearTimeout(old);
      open.delete(client);
    });
  });

  /** The address may lead to another server by now: the next statements find out on new connections. */
  function renew(): void {
    const now = performance.now();
    if (now < renewed + RENEW_MS) return;
    renewed = now;
    for (const client of open) spent.add(client);
  }

  /** What a connection's error means, whose consequences it draws. */
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
      // Whatever else the server says to a client that only connects.
      const reason = found instanceof pg.DatabaseError ? new DatabaseUnavailable('refused', found) : found;
      if (error instanceof pg.DatabaseError) refused = { until: performance.now() + REFUSED_MS, error: reason };
      throw reason;
    }
  }

  /** Only a connection on which nothing is open goes back to the others. */
  const giveBack = (client: pg.PoolClient): void =>
    client.release(lost.has(client) || spent.has(client) || client.getTransactionStatus() !== 'I');

  let answered = 0;

  async function ask(client: pg.PoolClient, { name, ...query }: pg.QueryConfig): Promise<pg.QueryResult> {
    // The first that is at work again waits from now on.
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
      // The connection may be at work for somebody else by now.
      if (isOver) throw new Error('A transaction was used after its end');
      try {
        return await ask(client, query);
      } catch (error) {
        // It only says that another statement has failed before.
        if (!failure || !isAfterFailure(error)) failure = error;
        throw failure;
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

  return {
    pool,
    isStalled: () => pool.idleCount < pool.totalCount && performance.now() >= answered + STALLED_MS,
    run: (query) => holding((client) => (pooled ? inTransaction(client, (run) => run(query)) : ask(client, query))),
    transaction: (work) => holding((client) => inTransaction(client, work)),
  };
}
