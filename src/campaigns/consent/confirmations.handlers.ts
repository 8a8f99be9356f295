import type { Handler, Handlers } from '../../http/handler.types.ts';
import { toUlid } from '../../platform/ids.ts';
import { type ConfirmationDependencies, requestConfirmation } from './confirmations.service.ts';

export function createConfirmationHandlers(dependencies: ConfirmationDependencies) {
  const sendContactConfirmation: Handler<'sendContactConfirmation'> = async ({ path, body }, ctx) => {
    const made = await requestConfirmation(ctx, dependencies, {
      contactId: path.contact_id,
      topicIds: body.topic_ids,
      emailId: body.email_id,
      fromAddress: body.from_address,
      fromName: body.from_name,
    });
    return {
      status: 202,
      body: {
        confirmation_id: made.id,
        contact_id: made.contactId,
        topic_ids: made.topicIds,
        message_id: toUlid(made.message.id),
        status: made.message.status,
        ...(made.message.isTest && { test: true as const }),
        created_at: made.createdAt.toISOString(),
        expires_at: made.expiresAt.toISOString(),
      },
    };
  };
  return { sendContactConfirmation } satisfies Partial<Handlers>;
}
