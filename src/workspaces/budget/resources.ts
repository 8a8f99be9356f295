import type { components } from '../../../generated/api.d.ts';
import type { Plan } from '../workspaces.service.ts';

/** What is counted for each workspace. */
export type Resource = components['schemas']['BudgetResource'];

interface Budget {
  /** In the plural, for sentences. */
  noun: string;
  /** `ever`: what there is now. `day`: what was used since midnight in UTC. */
  period: 'day' | 'ever';
  /** The most that a plan allows; null: it is counted, and has no limit. */
  limits: Record<Plan, number> | null;
  /** What is kept is so many times what is shown. */
  scale: number;
}

const MIB = 1024 * 1024;

export const BUDGETS: Record<Resource, Budget> = {
  stored_bytes: { noun: 'bytes stored', period: 'ever', limits: { free: 256 * MIB, paid: 20 * 1024 * MIB }, scale: 1 },
  generations: { noun: 'generations', period: 'day', limits: { free: 200, paid: 10_000 }, scale: 1 },
  model_tokens: { noun: 'model tokens', period: 'day', limits: { free: 500_000, paid: 50_000_000 }, scale: 1 },
  test_mails: { noun: 'test mails', period: 'day', limits: { free: 50, paid: 500 }, scale: 1 },
  // Kept in milliseconds: most of what is measured takes less than a second.
  thread_seconds: { noun: 'seconds of processor time', period: 'day', limits: { free: 1_800, paid: 86_400 }, scale: 1_000 },
  received_bytes: { noun: 'bytes received', period: 'day', limits: { free: 1024 * MIB, paid: 100 * 1024 * MIB }, scale: 1 },
  message_bytes: { noun: 'bytes of messages', period: 'day', limits: null, scale: 1 },
};

export const RESOURCES = Object.keys(BUDGETS) as Resource[];

/** Those that have a limit. */
export const LIMITED = RESOURCES.filter((resource) => BUDGETS[resource].limits);

/** A limit as it is kept. */
export const keptLimit = (resource: Resource, plan: Plan): number | null => {
  const { limits, scale } = BUDGETS[resource];
  return limits && limits[plan] * scale;
};

/** An amount or a limit as it is shown. */
export const shown = (resource: Resource, kept: number): number => kept / BUDGETS[resource].scale;

const EVER = '1970-01-01';

/** The period that a moment belongs to, by its first day. */
export const periodOf = (resource: Resource, now: Date): string =>
  BUDGETS[resource].period === 'ever' ? EVER : now.toISOString().slice(0, 10);

/** When the day of UTC began. */
export const dayOf = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));

/** When the days of UTC change next. */
export const nextDay = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));

/** When the amounts of a resource go back to 0; null for what is stored. */
export const resetsAt = (resource: Resource, now: Date): Date | null => (BUDGETS[resource].period === 'ever' ? null : nextDay(now));
