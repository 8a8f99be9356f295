import { type Ctx, type Db, sql, type Tx } from '../../platform/db.ts';
import type { Origin } from '../deliveries/origin.ts';
import { giveBackUnsent } from '../free-plan.ts';
import { lockBlast } from './blasts.repo.ts';

/** A blast as the run that sends sees it: its message has its id, and while it is on its way, all its deliveries are wanted. */
export const blastOrigin: Origin = {
  name: 'blast',
  stillWanted: sql`TRUE`,
  async hold(tx, blastId) {
    await lockBlast(tx, blastId);
  },
  stopped: giveBackUnsent,
  async ended(tx, blastId) {
    await tx.db.query(sql`
      UPDATE blasts SET status = 'sent', sent_at = ${tx.now}::timestamptz, error = NULL, updated_at = ${tx.now}::timestamptz
      WHERE workspace_id = ${tx.workspaceId}::uuid AND id = ${blastId}::uuid AND status IN ('sending', 'paused', 'failed')`);
    await giveBackUnsent(tx, blastId);
  },
  failed: failBlast,
};

/** The blast cannot go out. Who was not tried waits, in case that somebody takes it up again. */
export async function failBlast(tx: Ctx<Tx>, blastId: string, reason: string): Promise<void> {
  await tx.db.query(sql`
    UPDATE blasts SET status = 'failed', error = ${reason}::text, updated_at = ${tx.now}::timestamptz
    WHERE workspace_id = ${tx.workspaceId}::uuid AND id = ${blastId}::uuid AND status = 'sending'`);
  await giveBackUnsent(tx, blastId);
}

/**
 * Ends all blasts that are being sent, or go out at their time, as failed, with the reason. Nothing else that waits to be sent, such as a
 * test, goes out either.
 */
export async function failUnderWay(db: Pick<Db, 'query'>, reason: string, now: Date): Promise<void> {
  await db.query(sql`
    WITH ended AS (
      UPDATE blasts SET status = 'failed', error = ${reason}::text, updated_at = ${now}::timestamptz
      WHERE status IN ('sending', 'scheduled')
    )
    UPDATE dispatches SET state = 'paused' WHERE state = 'open'`);
}
