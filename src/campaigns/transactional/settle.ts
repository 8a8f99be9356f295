import type { Ctx, Tx } from '../../platform/db.ts';
import { giveBack } from '../free-plan.ts';
import { letGo } from './files.ts';
import { forgetContent, takeUnsent } from './messages.repo.ts';

/**
 * What follows when something of a message has come to its end, in the transaction that says so: emails of the free plan that were not
 * used go back, and once nothing waits, its content goes. Safe to repeat.
 */
export async function settleMessage(tx: Ctx<Tx>, id: string): Promise<void> {
  const unsent = await takeUnsent(tx, id);
  if (unsent) await giveBack(tx, unsent.day, unsent.emails);
  const files = await forgetContent(tx, id);
  if (files) await letGo(tx, files);
}
