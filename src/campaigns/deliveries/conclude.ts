import type { Tx } from '../../platform/db.ts';
import { type HeldDispatch, type MessageRef, type Report, setState, settle } from './dispatches.repo.ts';
import type { Origin } from './origin.ts';

/**
 * Says how a message stands when something of it has come back, and tells its origin what follows: in a transaction that holds the
 * origin, and then the dispatch. One that was stopped has come to its end, too, when nobody is left whom it did not reach.
 */
export async function conclude(
  tx: Tx,
  origin: Origin,
  { message, state, report, now }: { message: MessageRef; state: HeldDispatch['state']; report: Report; now: Date },
): Promise<void> {
  const isLeft = await settle(tx, message, report, now);
  if (state === 'ended' || (isLeft && state !== 'open')) await origin.stopped(tx, message);
  if (state === 'ended' || isLeft) return;
  await setState(tx, message, 'ended', now);
  await origin.ended(tx, message, now);
}
