import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import type { Run } from './connections.ts';

/** Without the batched reads: Prisma would gather those of several transactions into one statement. `findFirst` reads the same. */
type Batched = 'findUnique' | 'findUniqueOrThrow';
export type PrismaCalls = {
  readonly [Model in Uncapitalize<Prisma.ModelName>]: Omit<Prisma.TransactionClient[Model], Batched>;
};

export interface Lane {
  run: Run;
  /** For a call of several statements; undefined in a transaction. */
  transaction?: (work: (run: Run) => Promise<void>) => Promise<void>;
}

/**
 * All lanes of the process share one client, which has no connections of its own: it compiles its WebAssembly once, on first use, and each
 * call carries its lane with it. An unused lane costs nothing.
 */
export const prismaOver = (lane: Lane): PrismaCalls =>
  new Proxy({} as PrismaCalls, { get: (_calls, model: string) => callsOf(lane, model) });

const callsOf = (lane: Lane, model: string) =>
  new Proxy(
    {},
    {
      get:
        (_model, method: string) =>
        (...args: unknown[]): Promise<unknown> =>
          // Prisma's promises are lazy: awaiting is what runs the statement.
          current.run(lane, async () => await Reflect.get(await client(), model)[method](...args)),
    },
  );

const current = new AsyncLocalStorage<Lane>();

function currentLane(): Lane {
  const lane = current.getStore();
  if (!lane) throw new Error('Prisma is used outside of a lane');
  return lane;
}

let opened: Promise<PrismaClient> | undefined;
const client = (): Promise<PrismaClient> => (opened ??= open());

/** Our transactions have limits already; Prisma's are as long as a timer can be. */
const NO_LIMIT_MS = 2_147_483_647;

async function open(): Promise<PrismaClient> {
  const [{ PrismaClient }, { PrismaPg }] = await Promise.all([import('../../generated/prisma/client.ts'), import('@prisma/adapter-pg')]);
  type Adapter = Awaited<ReturnType<InstanceType<typeof PrismaPg>['connect']>>;
  type DriverTransaction = Awaited<ReturnType<Adapter['startTransaction']>>;

  const over = (run: Run): Promise<Adapter> => new PrismaPg(new LanePool(run)).connect();

  const driverTransaction = async (run: Run, ends: Pick<DriverTransaction, 'commit' | 'rollback'>): Promise<DriverTransaction> =>
    Object.assign(await over(run), { options: { usePhantomQuery: true }, ...ends });

  function startTransaction(): Promise<DriverTransaction> {
    const { run, transaction } = currentLane();
    if (!transaction) return driverTransaction(run, { commit: async () => {}, rollback: async () => {} });
    return new Promise((resolve, reject) => {
      const end = Promise.withResolvers<void>();
      const commit = async () => {
        end.resolve();
        await whole;
      };
      const rollback = async () => {
        end.reject(new Error('rolled back'));
        await whole.catch(() => {});
      };
      const whole = transaction(async (inside) => {
        resolve(await driverTransaction(inside, { commit, rollback }));
        await end.promise;
      });
      whole.catch(reject);
    });
  }

  const adapter = {
    provider: 'postgres' as const,
    adapterName: '@prisma/adapter-pg' as const,
    connect: async (): Promise<Adapter> => Object.assign(await over((query) => currentLane().run(query)), { startTransaction }),
  };
  return new PrismaClient({ adapter, transactionOptions: { maxWait: NO_LIMIT_MS, timeout: NO_LIMIT_MS } });
}

/** Sends the statements of Prisma's adapter where its lane does. */
class LanePool extends pg.Pool {
  constructor(run: Run) {
    super();
    this.query = run as never;
  }
}
