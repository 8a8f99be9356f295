import type { components } from '../../../generated/api.d.ts';
import type { Plan } from '../workspaces.service.ts';

export type Resource = components['schemas']['BudgetResource'];

interface Budget {
  /** In the plural, for sentences. */
  noun: string;
  /** `ever`: what there is now. `day`: what was used since midnight in UTC. */
  period: 'day' | 'ever';
  /** By plan; null: it is counted, and has no limit. */
  limits: Record<Plan, number> | null;
  /** Stored units in a shown one. */
  scale: number;
}

const MIB = 1024 * 1024;

export const BUDGETS: Record<Resource, Budget> = {
  stored_bytes: { noun: 'bytes stored', period: 'ever', limits: { free: 256 * MIB, paid: 20 * 1024 * MIB }, scale: 1 },
  generations: { noun: 'generations', period: 'day', limits: { free: 200, paid: 10_000 }, scale: 1 },
  model_tokens: { noun: 'model tokens', period: 'day', limits: { free: 500_000, paid: 50_000_000 }, scale: 1 },
  test_mails: { noun: 'test mails', period: 'day', limits: { free: 50, paid: 500 }, scale: 1 },
  // In milliseconds: most measurements are below a second.
  thread_seconds: { noun: 'seconds of processor time', period: 'day', limits: { free: 1_800, paid: 86_400 }, scale: 1_000 },
  received_bytes: { noun: 'bytes received', period: 'day', limits: { free: 1024 * MIB, paid: 100 * 1024 * MIB }, scale: 1 },
  message_bytes: { noun: 'bytes of messages', period: 'day', limits: null, scale: 1 },
};

export const RESOURCES = Object.keys(BUDGETS) as Resource[];

export const LIMITED = RESOURCES.filter((resource) => BUDGETS[resource].limits);

/** In the stored unit. */
export const keptLimit = (resource: Resource, plan: Plan): number | null => {
  const { limits, scale } = BUDGETS[resource];
  return limits && limits[plan] * scale;
};

export const shown = (resource: Resource, kept: number): number => kept / BUDGETS[resource].scale;

const EVER = '1970-01-01';

/** By its first day. */
export const periodOf = (resource: Resource, now: Date): string =>
  BUDGETS[resource].period === 'ever' ? EVER : now.toISOString().slice(0, 10);

export const dayOf = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));

export const nextDay = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));

/** Null for what is stored. */
export const resetsAt = (resource: Resource, now: Date): Date | null => (BUDGETS[resource].period === 'ever' ? null : nextDay(now));
