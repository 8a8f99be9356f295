import type { Blast } from '../../../generated/prisma/client.ts';
import { record } from '../../outbound/event-log.ts';
import type { Ctx, Tx } from '../../platform/db.ts';

/** Writes a move of a blast into the event log, in the transaction that makes it. */
export const recordBlast = (tx: Ctx<Tx>, type: 'blast.scheduled' | 'blast.sent' | 'blast.cancelled', blast: Blast): Promise<void> =>
  record(tx, type, [
    {
      data: {
        blast_id: blast.id,
        ...(blast.test && { test: true as const }),
        name: blast.name,
        list_id: blast.audienceListId,
        email_id: blast.emailId,
        scheduled_at: blast.scheduledAt?.toISOString() ?? null,
      },
    },
  ]);

export const recordFailedBlast = (tx: Ctx<Tx>, { id, name, error }: Pick<Blast, 'id' | 'name' | 'error'>): Promise<void> =>
  record(tx, 'blast.failed', [{ data: { blast_id: id, name, reason: error } }]);

export const recordPausedBlast = (tx: Ctx<Tx>, { id, name, pausedReason, error }: Blast): Promise<void> =>
  record(tx, 'blast.paused', [
    { data: { blast_id: id, name, paused_reason: pausedReason as 'bounce_rate' | 'complaint_rate' | null, message: error } },
  ]);
