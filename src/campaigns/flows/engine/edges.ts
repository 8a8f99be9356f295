import type { Step } from '../definition.ts';
import type { Place } from './moves.repo.ts';
import type { Done } from './steps/step.types.ts';

/** The edge that ends the flow where null would leave it to `default_step_id`. */
export const END = 'end';

const UNIT_MS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000, weeks: 604_800_000 };

/** So long after a moment; times that no clock knows are the last that PostgreSQL and JavaScript both do. */
export const after = (moment: Date, amount: number, unit: keyof typeof UNIT_MS): Date =>
  new Date(Math.min(moment.getTime() + amount * UNIT_MS[unit], Date.UTC(9999, 11, 31)));

/** What a member does who comes to a step at that moment: most steps are due at once; who waits for a time only waits. */
export function arrivalAt(step: Step, moment: Date): Place {
  if (step.type !== 'wait' || !('duration_amount' in step))
    return { status: 'active', dueAt: moment, waitUntil: null, watches: step.type === 'wait' };
  const { duration_amount: amount, duration_unit: unit } = step;
  const dueAt = amount === null || unit === null ? moment : after(moment, amount, unit);
  return { status: 'waiting', dueAt, waitUntil: dueAt, watches: false };
}

/** Where a member goes from a step that is over; null ends the flow. */
export function nextOf(step: Step, edge: Done['edge']): string | null {
  if (step.type === 'drop_from_flow') return null;
  if (step.type !== 'condition_check') {
    const own = edge === 'timeout' && 'timeout_step_id' in step ? (step.timeout_step_id as string | null) : null;
    return ending(own ?? step.next_step_id ?? null);
  }
  const own = edge === 'true' ? step.true_step_id : step.false_step_id;
  return ending(own ?? step.default_step_id ?? null);
}

const ending = (edge: string | null): string | null => (edge === END ? null : edge);
