import { type Ctx, sql, type Tx } from '../../platform/db.ts';
import type { BlastId } from '../../platform/ids.ts';
import { findHalt, type Halt } from '../deliveries/breaker.repo.ts';
import type { Origin } from '../deliveries/origin.ts';
import { giveBackUnsent } from '../free-plan.ts';
import { recordBlast, recordFailedBlast, recordPausedBlast } from './blast-events.ts';
import { lockBlast } from './blasts.repo.ts';

/** A message has the id of its blast. While the blast is under way, all its deliveries are wanted. */
export const blastOrigin: Origin = {
  name: 'blast',
  stillWanted: sql`TRUE`,
  async hold(tx, blastId) {
    await lockBlast(tx, blastId);
  },
  stopped: giveBackUnsent,
  async ended(tx, blastId) {
    const sent = await tx.db.query(sql`
      UPDATE blasts SET status = 'sent', sent_at = ${tx.now}::timestamptz, error = NULL, updated_at = ${tx.now}::timestamptz
      WHERE workspace_id = ${tx.workspaceId}::uuid AND id = ${blastId}::uuid AND status IN ('sending', 'paused', 'failed')
      RETURNING 1 AS sent`);
    if (sent.length > 0) {
      await recordBlast(tx, 'blast.sent', await changedBlast(tx, blastId));
    }
    await giveBackUnsent(tx, blastId);
  },
  failed: failBlast,
  findHalt,
  halted: haltBlast,
};

async function haltBlast(tx: Ctx<Tx>, blastId: BlastId, { reason, message }: Halt): Promise<void> {
  const { count } = await tx.db.prisma.blast.updateMany({
    where: { workspaceId: tx.workspaceId, id: blastId, status: 'sending' },
    data: { status: 'paused', pausedReason: reason, error: message, updatedAt: tx.now },
  });
  if (count > 0) await recordPausedBlast(tx, await changedBlast(tx, blastId));
  await giveBackUnsent(tx, blastId);
}

const changedBlast = ({ db, workspaceId }: Ctx<Tx>, id: BlastId) => db.prisma.blast.findFirstOrThrow({ where: { workspaceId, id } });

/** The blast cannot go out. Deliveries that were not tried wait, in case a client resumes it. */
export async function failBlast(tx: Ctx<Tx>, blastId: BlastId, reason: string): Promise<void> {
  const failed = await tx.db.query<{ id: string; name: string; error: string }>(sql`
    UPDATE blasts SET status = 'failed', error = ${reason}::text, updated_at = ${tx.now}::timestamptz
    WHERE workspace_id = ${tx.workspaceId}::uuid AND id = ${blastId}::uuid AND status = 'sending'
    RETURNING id::text, name, error`);
  for (const blast of failed) await recordFailedBlast(tx, blast);
  await giveBackUnsent(tx, blastId);
}
