import { AsyncLocalStorage } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import type { Run } from './connections.ts';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type DriverTransaction = Awaited<ReturnType<Adapter['startTransaction']>>;

/** Prisma over the statements of this house: it has no connections of its own, and nothing to close. */
export interface PrismaDoor {
  readonly client: PrismaClient;
  /** Prisma in a transaction that is open already. It costs nothing before it is used; call `end` before the transaction's own end. */
  join(run: Run): { prisma: Prisma.TransactionClient; end(): void };
}

/** Prisma wants limits for its own idea of a transaction. Ours have limits already; these are as long as a timer can be. */
const NO_LIMIT_MS = 2_147_483_647;
const transactionOptions = { maxWait: NO_LIMIT_MS, timeout: NO_LIMIT_MS };

export function openPrisma(run: Run, transaction: (work: (run: Run) => Promise<void>) => Promise<void>): PrismaDoor {
  // Hands a transaction that is open over to Prisma's start of one. Nothing else runs within it.
  const handedOver = new AsyncLocalStorage<Run>();
  let opened: PrismaClient | undefined;

  /** For what Prisma itself does in several statements. */
  function startOwn(): Promise<DriverTransaction> {
    return new Promise((resolve, reject) => {
      const end = Promise.withResolvers<void>();
      const whole = transaction(async (run) => {
        resolve(
          await driverTransaction(run, {
            async commit() {
              end.resolve();
              await whole;
            },
            async rollback() {
              end.reject(new Error('rolled back'));
              await whole.catch(() => {});
            },
          }),
        );
        await end.promise;
      });
      whole.catch(reject);
    });
  }

  const nothing = async () => {};
  const adapter = {
    provider: 'postgres' as const,
    adapterName: '@prisma/adapter-pg' as const,
    async connect(): Promise<Adapter> {
      const startTransaction = (): Promise<DriverTransaction> => {
        const open = handedOver.getStore();
        return open ? driverTransaction(open, { commit: nothing, rollback: nothing }) : startOwn();
      };
      return Object.assign(await over(run), { startTransaction });
    },
  };

  // Made when it is first asked for: a pool that nobody uses Prisma on does without its memory.
  const client = (): PrismaClient => (opened ??= new PrismaClient({ adapter, transactionOptions }));

  return {
    get client() {
      return client();
    },
    join(run) {
      const end = Promise.withResolvers<void>();
      let joined: Promise<Prisma.TransactionClient> | undefined;
      const open = (): Promise<Prisma.TransactionClient> =>
        (joined ??= new Promise((resolve, reject) => {
          const work = (tx: Prisma.TransactionClient) => {
            resolve(tx);
            return end.promise;
          };
          handedOver.run(run, () => client().$transaction(work)).catch(reject);
        }));
      return { prisma: onDemand(open), end: end.resolve };
    },
  };
}

/** Prisma's adapter asks a pool. This one sends everything the one way there is. */
class Lane extends pg.Pool {
  constructor(run: Run) {
    super();
    // The adapter knows one of the many forms of `query`: with one object, for a promise.
    this.query = run as never;
  }
}

const over = (run: Run): Promise<Adapter> => new PrismaPg(new Lane(run)).connect();

/** `usePhantomQuery`: commit and rollback are calls and not statements. */
const driverTransaction = async (run: Run, ends: Pick<DriverTransaction, 'commit' | 'rollback'>): Promise<DriverTransaction> =>
  Object.assign(await over(run), { options: { usePhantomQuery: true }, ...ends });

/**
 * Looks like Prisma's client in a transaction, and opens it with the first call. It passes on whatever is called, so that only the
 * types from outside say what that may be.
 */
function onDemand(open: () => Promise<Prisma.TransactionClient>): Prisma.TransactionClient {
  const model = (name: string) =>
    new Proxy(
      {},
      {
        get:
          (_model, method: string) =>
          async (...args: unknown[]) =>
            Reflect.get(await open(), name)?.[method]?.(...args),
      },
    );
  const names = Object.values(Prisma.ModelName).map((name) => name[0]?.toLowerCase() + name.slice(1));
  // The names are those of Prisma's own client, so this is one; nothing else can tell the compiler.
  return Object.assign({} as Prisma.TransactionClient, Object.fromEntries(names.map((name) => [name, model(name)])));
}
