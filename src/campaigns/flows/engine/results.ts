import type { Done, Member, Result, Waiting } from './step.types.ts';

export const each = (members: readonly Member[], result: (member: Member) => Result): Map<string, Result> =>
  new Map(members.map((member) => [member.id, result(member)]));

export const failed = (error: string): Done => ({ kind: 'done', outcome: 'failed', details: { error } });

export const waitUntil = (dueAt: Date | null): Waiting => ({ kind: 'waiting', dueAt, waitUntil: dueAt });

/**
 * For members that this step cannot handle in this turn: too many at once, or the contact has just been deleted, which the next turn finds.
 */
export const nextTurn = (now: Date): Waiting => ({ kind: 'waiting', dueAt: now, waitUntil: null });

const HOUR_MS = 60 * 60_000;

/** An end wakes the flow; this is for an end that is lost. */
export const safetyLook = (now: Date): Waiting => nextTurn(new Date(now.getTime() + HOUR_MS));
