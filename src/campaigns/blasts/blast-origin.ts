import { type Ctx, type Db, sql, type Tx } from '../../platform/db.ts';
import type { Origin } from '../deliveries/origin.ts';
import { giveBackUnsent } from '../free-plan.ts';
import { recordBlast, recordFailedBlast } from './blast-events.ts';
import { lockBlast } from './blasts.repo.ts';

/** A blast as the run that sends sees it: its message has its id, and while it is on its way, all its deliveries are wanted. */
export const blastOrigin: Origin = {
  name: 'blast',
  stillWanted: sql`TRUE`,
  async hold(tx, { workspaceId, messageId }) {
    await lockBlast({ db: tx, workspaceId }, messageId);
  },
  async stopped(tx, { workspaceId, messageId }) {
    await giveBackUnsent({ db: tx, workspaceId }, messageId);
  },
  async ended(tx, { workspaceId, messageId }, now) {
    const sent = await tx.query(sql`
      UPDATE blasts SET status = 'sent', sent_at = ${now}::timestamptz, error = NULL, updated_at = ${now}::timestamptz
      WHERE workspace_id = ${workspaceId}::uuid AND id = ${messageId}::uuid AND status IN ('sending', 'paused', 'failed')
      RETURNING 1 AS sent`);
    if (sent.length > 0) {
      const blast = await tx.prisma.blast.findFirstOrThrow({ where: { workspaceId, id: messageId } });
      await recordBlast({ db: tx, workspaceId, now }, 'blast.sent', blast);
    }
    await giveBackUnsent({ db: tx, workspaceId }, messageId);
  },
  failed: (tx, { workspaceId, messageId }, reason, now) => failBlast({ db: tx, workspaceId, now }, messageId, reason),
};

/** The blast cannot go out. Who was not tried waits, in case that somebody takes it up again. */
export async function failBlast(tx: Ctx<Tx>, blastId: string, reason: string): Promise<void> {
  const failed = await tx.db.query<{ id: string; name: string; error: string }>(sql`
    UPDATE blasts SET status = 'failed', error = ${reason}::text, updated_at = ${tx.now}::timestamptz
    WHERE workspace_id = ${tx.workspaceId}::uuid AND id = ${blastId}::uuid AND status = 'sending'
    RETURNING id::text, name, error`);
  for (const blast of failed) await recordFailedBlast(tx, blast);
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
