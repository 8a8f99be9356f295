import type { Db } from '../../platform/db.ts';
import { DomainError } from '../../shared/errors.ts';
import * as repo from './budget.repo.ts';
import { BUDGETS, nextDay, type Resource, resetsAt, shown } from './resources.ts';

/*
 * One accounting for each workspace. What costs money or room is counted in the transaction that makes it true (`spend`), last of all, since
 * every writer of a workspace meets at that row. What is only measured is gathered in memory (meter.ts).
 */

const refusedBy = new Map<Resource, number>();

/** How often each resource was refused since the process started. */
export const refusals: ReadonlyMap<Resource, number> = refusedBy;

/** Takes an amount out of what a workspace may use; it goes back if the transaction is rolled back. @throws budget_exceeded, when the transaction ends */
export async function spend(tx: Db, workspaceId: string, resource: Resource, amount: number, now: Date): Promise<void> {
  if (amount <= 0) return giveBack(tx, workspaceId, resource, -amount, now);
  await tx.last(async (last) => {
    if (!(await repo.add(last, workspaceId, resource, amount, true, now))) throw await exceeded(last, workspaceId, resource, now);
  });
}

/** Counts what is used already, whatever the limit says. */
export async function count(tx: Db, workspaceId: string, resource: Resource, amount: number, now: Date): Promise<void> {
  if (amount !== 0) await tx.last(async (last) => void (await repo.add(last, workspaceId, resource, amount, false, now)));
}

/** Gives back what is not used any more. */
export const giveBack = (tx: Db, workspaceId: string, resource: Resource, amount: number, now: Date): Promise<void> =>
  count(tx, workspaceId, resource, -amount, now);

/** How much a workspace may still use; infinite where there is no limit. */
export async function roomFor(db: Db, workspaceId: string, resource: Resource, now: Date): Promise<number> {
  const { limit, used } = await standing(db, workspaceId, resource, now);
  return limit === null ? Number.POSITIVE_INFINITY : Math.max(0, limit - used);
}

/** Refuses before work begins whose amount is known only later. @throws budget_exceeded when nothing is left */
export async function requireRoom(db: Db, workspaceId: string, resource: Resource, now: Date): Promise<void> {
  if ((await roomFor(db, workspaceId, resource, now)) <= 0) throw await exceeded(db, workspaceId, resource, now);
}

async function standing(db: Db, workspaceId: string, resource: Resource, now: Date): Promise<repo.Standing> {
  const [found] = await repo.standings(db, workspaceId, now, [resource]);
  // Workspaces are never deleted, and callers have theirs from a key or a row.
  return found as repo.Standing;
}

/**
 * The error that says which limit is reached.
 * @param left what may still be used, of an amount that is measured and not all written yet
 */
export async function exceeded(db: Db, workspaceId: string, resource: Resource, now: Date, left?: number): Promise<DomainError> {
  const { used: written, limit } = await standing(db, workspaceId, resource, now);
  const used = left === undefined ? written : Math.max(written, (limit ?? 0) - left);
  refusedBy.set(resource, (refusedBy.get(resource) ?? 0) + 1);
  const { noun, period } = BUDGETS[resource];
  const resets = resetsAt(resource, now);
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
    resets ? Math.max(1, Math.ceil((resets.getTime() - now.getTime()) / 1_000)) : undefined,
  );
}

/** What all workspaces have used together, by resource. */
export const usedByAllShown = async (db: Db, now: Date): Promise<{ resource: Resource; used: number }[]> =>
  (await repo.usedByAllOf(db, now)).map(({ resource, used }) => ({ resource, used: shown(resource, used) }));

/** For work in the background, which ends with the sentence of the error. */
export const isBeyondBudget = (error: unknown): error is DomainError => error instanceof DomainError && error.code === 'budget_exceeded';

/** Each resource as it is shown: what is used, and the limit. */
export async function usageOf(db: Db, workspaceId: string, now: Date) {
  const rows = await repo.standings(db, workspaceId, now);
  const by = (value: (row: repo.Standing) => number | null) =>
    Object.fromEntries(rows.map((row) => [row.resource, value(row)])) as Record<Resource, number | null>;
  return {
    used: by(({ resource, used }) => shown(resource, used)) as Record<Resource, number>,
    limits: by(({ resource, limit }) => (limit === null ? null : shown(resource, limit))),
    resetsAt: nextDay(now),
  };
}
