import type { ActivityCondition } from './tree.ts';

const DAY_MS = 86_400_000;
const LENGTHS_MS = { minute: 60_000, hour: 3_600_000, day: DAY_MS, week: 7 * DAY_MS };

/** When a window that ends now began. A month that is too short for the day ends with its last one. */
export const startOf = ({ amount, unit }: TimeWindow, now: Date): Date => shifted(now, -amount, unit);

/** When a window that begins now ends. */
export const endOf = ({ amount, unit }: TimeWindow, now: Date): Date => shifted(now, amount, unit);

type TimeWindow = NonNullable<ActivityCondition['timeWindow']>;

function shifted(now: Date, amount: number, unit: TimeWindow['unit']): Date {
  if (unit !== 'month' && unit !== 'year') return new Date(now.getTime() + amount * LENGTHS_MS[unit]);
  const moment = new Date(now);
  moment.setUTCMonth(now.getUTCMonth() + (unit === 'year' ? 12 * amount : amount));
  if (moment.getUTCDate() !== now.getUTCDate()) moment.setUTCDate(0);
  return moment;
}
