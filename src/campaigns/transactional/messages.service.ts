import { type Ctx, transaction } from '../../platform/db.ts';
import { cursorPage, isTimestamp } from '../../shared/cursor.ts';
import { DomainError, notFound } from '../../shared/errors.ts';
import { cancelDeliveries } from '../deliveries/claims.repo.ts';
import { lockDispatch } from '../deliveries/dispatches.repo.ts';
import * as repo from './messages.repo.ts';
import { settleMessage } from './settle.ts';

export interface WholeMessage extends repo.WholeRow {
  attachments: repo.AttachmentRow[];
  deliveries: repo.DeliveryRow[];
}

/** @throws not_found */
export async function requireMessage(ctx: Ctx, id: string): Promise<WholeMessage> {
  const message = await repo.findMessage(ctx, id);
  if (!message) throw notFound();
  const [attachments, deliveries] = [await repo.findAttachments(ctx, id), await repo.findDeliveries(ctx, id)];
  return { ...message, attachments, deliveries };
}

/** One page of messages, newest first, and where the next one begins. @throws invalid_cursor */
export const listMessages = (ctx: Ctx, filters: repo.MessageFilters, page: { cursor?: string | undefined; limit: number }) =>
  cursorPage(
    {
      of: 'messages',
      status: filters.status ?? '',
      contact: filters.contactId ?? '',
      tag: filters.tag ?? '',
      from: filters.from?.toISOString() ?? '',
      to: filters.to?.toISOString() ?? '',
    },
    page,
    {
      isKey: isTimestamp,
      read: (after, most) => repo.messagesAfter(ctx, filters, after, most),
      positionOf: ({ createdAt, id }) => ({ key: createdAt.toISOString(), id }),
      isAsked: (row) => row.isAsked,
      isBound: (row) => row.isBound,
    },
  );

/**
 * Cancels a message of which nothing went out and nothing is on its way. A run that claims deliveries holds the dispatch, and so does this:
 * of the two one comes first, and the other sees what has become of the message.
 * @throws not_found, message_invalid_state
 */
export const cancelMessage = (ctx: Ctx, id: string): Promise<WholeMessage> =>
  transaction(ctx, async (tx) => {
    const held = await repo.holdMessage(tx, id);
    if (!held) throw notFound();
    if (held.cancelledAt) return requireMessage(tx, id);
    const dispatch = await lockDispatch(tx, id);
    if (!dispatch || dispatch.state === 'ended' || (await repo.isBegun(tx, id))) {
      const { status } = await requireMessage(tx, id);
      const words = status === 'queued' || status === 'scheduled' ? 'being sent' : status;
      throw new DomainError('message_invalid_state', `The message is ${words}, which does not allow this.`);
    }
    await cancelDeliveries(tx, id);
    await repo.noteCancelled(tx, id);
    await settleMessage(tx, id);
    return requireMessage(tx, id);
  });
