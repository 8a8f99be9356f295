import type { Step } from '../definition.ts';
import { kindOf } from '../steps/index.ts';
import type { Place } from './moves.repo.ts';
import type { Done } from './step.types.ts';

/** What a member does who comes to a step at that moment. */
export const arrivalAt = (step: Step, moment: Date): Place =>
  kindOf(step).arrival?.(step, moment) ?? { status: 'active', dueAt: moment, waitUntil: null, watches: false };

/** Where a member goes from a step that is over; null ends the flow. One that has failed takes the last way out. */
export function nextOf(step: Step, edge: Done['edge']): string | null {
  const exits = kindOf(step).exits(step);
  return (exits.find((exit) => exit.edge === edge) ?? exits.at(-1))?.to ?? null;
}
