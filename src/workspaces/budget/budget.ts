import type { Ctx, Db, Tx } from '../../platform/db.ts';
import { DomainError } from '../../shared/errors.ts';
import * as repo from './budget.repo.ts';
import { BUDGETS, dayOf, nextDay, type Resource, resetsAt, shown } from './resources.ts';

/*
 * Costs are counted in the transaction that makes them true (`spend`), last of all, since every writer of a workspace meets at that row.
 * Measured amounts are gathered in memory (meter.ts).
 */

const refusedBy = new Map<Resource, number>();

/** Since the process started. */
export const refusals: ReadonlyMap<Resource, number> = refusedBy;

/** Rolled back with the transaction. @throws budget_exceeded, when the transaction ends */
export async function spend(tx: Ctx<Tx>, resource: Resource, amount: number): Promise<void> {
  if (amount <= 0) return giveBack(tx, resource, -amount);
  await tx.db.last(async (last) => {
    if (!(await repo.add({ ...tx, db: last }, resource, amount, true))) throw await exceeded({ ...tx, db: last }, resource);
  });
}

/** Whatever the limit says. */
export async function count(ctx: Ctx, resource: Resource, amount: number): Promise<void> {
  if (amount !== 0) await ctx.db.last(async (last) => void (await repo.add({ ...ctx, db: last }, resource, amount, false)));
}

export const giveBack = (ctx: Ctx, resource: Resource, amount: number): Promise<void> => count(ctx, resource, -amount);

/** Infinite without a limit. */
export async function roomFor(ctx: Ctx, resource: Resource): Promise<number> {
  const { limit, used } = await standing(ctx, resource);
  return limit === null ? Number.POSITIVE_INFINITY : Math.max(0, limit - used);
}

/** For work whose amount is known only later. @throws budget_exceeded when nothing is left */
export async function requireRoom(ctx: Ctx, resource: Resource): Promise<void> {
  if ((await roomFor(ctx, resource)) <= 0) throw await exceeded(ctx, resource);
}

async function standing(ctx: Ctx, resource: Resource): Promise<repo.Standing> {
  const [found] = await repo.standings(ctx, [resource]);
  // Callers have the workspace from a key or a row, and a deletion of the workspace takes these first.
  return found as repo.Standing;
}

/** @param left what may still be used, of an amount that is measured and not all written yet */
export async function exceeded(ctx: Ctx, resource: Resource, left?: number): Promise<DomainError> {
  const { used: written, limit } = await standing(ctx, resource);
  const used = left === undefined ? written : Math.max(written, (limit ?? 0) - left);
  refusedBy.set(resource, (refusedBy.get(resource) ?? 0) + 1);
  const { noun, period } = BUDGETS[resource];
  const resets = resetsAt(resource, ctx.now);
  const most = Math.floor(shown(resource, limit ?? 0));
  const usedUp = Math.floor(shown(resource, used));
  const after = resets
    ? `The limit resets at ${resets.toISOString()}.`
    : 'Delete what you no longer need, or ask the operator of the service for a higher limit.';
  return new DomainError(
    'budget_exceeded',
    `This would exceed a limit of the workspace: ${usedUp} of ${most} ${noun}${period === 'day' ? ' a day' : ''} are used. ${after}`,
    { resource, limit: most, used: usedUp, resets_at: resets?.toISOString() ?? null },
    undefined,
    resets ? Math.max(1, Math.ceil((resets.getTime() - ctx.now.getTime()) / 1_000)) : undefined,
  );
}

export const usedByAllShown = async (db: Db, now: Date): Promise<{ resource: Resource; used: number }[]> =>
  (await repo.usedByAll(db, now)).map(({ resource, used }) => ({ resource, used: shown(resource, used) }));

/** For work in the background, which fails with the message of the error. */
export const isBeyondBudget = (error: unknown): error is DomainError => error instanceof DomainError && error.code === 'budget_exceeded';

/** In the shown units. */
export async function usageOf(ctx: Ctx) {
  const rows = await repo.standings(ctx);
  const by = (value: (row: repo.Standing) => number | null) =>
    Object.fromEntries(rows.map((row) => [row.resource, value(row)])) as Record<Resource, number | null>;
  return {
    used: by(({ resource, used }) => shown(resource, used)) as Record<Resource, number>,
    limits: by(({ resource, limit }) => (limit === null ? null : shown(resource, limit))),
    resetsAt: nextDay(ctx.now),
  };
}

/** The daily limits of all workspaces together; none by default. */
export type ServiceBudget = Partial<Record<Extract<Resource, 'generations' | 'model_tokens'>, number | undefined>>;

/**
 * Refuses a generation when the budget of the whole service is used up.
 * @param countLater how many of today's generations are counted, but come after this one
 * @throws budget_exceeded
 */
export async function requireServiceRoom(
  { db, now }: Omit<Ctx, 'workspaceId'>,
  budget: ServiceBudget,
  countLater: (since: Date) => Promise<number>,
): Promise<void> {
  for (const [resource, limit] of Object.entries(budget) as [keyof ServiceBudget, number | undefined][]) {
    if (limit === undefined) continue;
    const [{ used } = { used: 0 }] = await repo.usedByAll(db, now, [resource]);
    // This one is counted too.
    const before = resource === 'generations' ? used - (await countLater(dayOf(now))) - 1 : used;
    if (before < limit) continue;
    const resets = nextDay(now).toISOString();
    const words = `This service has used its ${limit} ${BUDGETS[resource].noun} of the day. Ask again after ${resets}.`;
    throw new DomainError('budget_exceeded', words, { resource, limit, used, resets_at: resets });
  }
}
