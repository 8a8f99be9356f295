import type { Db } from '../../platform/db.ts';
import { DomainError } from '../../shared/errors.ts';
import { usedByAll } from './budget.repo.ts';
import { BUDGETS, dayOf, nextDay, type Resource } from './resources.ts';

/** What all workspaces together may use of a resource in a day; what is left out has no limit. */
export type ServiceBudget = Partial<Record<Extract<Resource, 'generations' | 'model_tokens'>, number | undefined>>;

/**
 * Refuses before a generation when the budget of the whole service is used up. Generations are counted when they are asked for.
 * @param countLater how many of today's are counted, but come after this one
 * @throws budget_exceeded
 */
export async function requireServiceRoom(
  db: Db,
  budget: ServiceBudget,
  countLater: (since: Date) => Promise<number>,
  now: Date,
): Promise<void> {
  for (const [resource, limit] of Object.entries(budget) as [keyof ServiceBudget, number | undefined][]) {
    if (limit === undefined) continue;
    const used = await usedByAll(db, resource, now);
    // This one is among those that are counted.
    const before = resource === 'generations' ? used - (await countLater(dayOf(now))) - 1 : used;
    if (before < limit) continue;
    const resets = nextDay(now).toISOString();
    const words = `This service has used its ${limit} ${BUDGETS[resource].noun} of the day. Ask again after ${resets}.`;
    throw new DomainError('budget_exceeded', words, { resource, limit, used, resets_at: resets });
  }
}
