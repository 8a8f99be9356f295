import type { Waiting } from './step.types.ts';

/**
 * For members whom a step cannot see to in this turn: because they would be too many at once, or because the contact has just been
 * deleted, which the next turn finds.
 */
export const nextTurn = (now: Date): Waiting => ({ kind: 'waiting', dueAt: now, waitUntil: null });
