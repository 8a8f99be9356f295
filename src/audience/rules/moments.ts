import type { ActivityCondition } from './tree.ts';

const DAY_MS = 86_400_000;
const LENGTHS_MS = { minute: 60_000, hour: 3_600_000, day: DAY_MS, week: 7 * DAY_MS };

/** When a window that ends now began. A month that is too short for the day ends with its last one. */
export function startOf({ amount, unit }: NonNullable<ActivityCondition['timeWindow']>, now: Date): Date {
  if (unit !== 'month' && unit !== 'year') return new Date(now.getTime() - amount * LENGTHS_MS[unit]);
  const start = new Date(now);
  start.setUTCMonth(now.getUTCMonth() - (unit === 'year' ? 12 * amount : amount));
  if (start.getUTCDate() !== now.getUTCDate()) start.setUTCDate(0);
  return start;
}
