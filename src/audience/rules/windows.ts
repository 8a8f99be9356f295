import type { components } from '../../../generated/api.d.ts';

type TimeWindow = components['schemas']['RuleTimeWindow'];

const DAY_MS = 86_400_000;
const LENGTHS_MS = { minute: 60_000, hour: 3_600_000, day: DAY_MS, week: 7 * DAY_MS };

/** The start of a window that ends now. */
export const startOf = ({ amount, unit }: TimeWindow, now: Date): Date => shifted(now, -amount, unit);

/** The end of a window that begins now. */
export const endOf = ({ amount, unit }: TimeWindow, now: Date): Date => shifted(now, amount, unit);

/** A month that is too short for the day ends with its last one. */
function shifted(now: Date, amount: number, unit: TimeWindow['unit']): Date {
  if (unit !== 'month' && unit !== 'year') return new Date(now.getTime() + amount * LENGTHS_MS[unit]);
  const moment = new Date(now);
  moment.setUTCMonth(now.getUTCMonth() + (unit === 'year' ? 12 * amount : amount));
  if (moment.getUTCDate() !== now.getUTCDate()) moment.setUTCDate(0);
  return moment;
}
