import type { components } from '../../../generated/api.d.ts';
import { toUlid } from '../../platform/ids.ts';
import { DomainError } from '../../shared/errors.ts';
import type { Accepted } from './accept.service.ts';
import type { DeliveryRow, MessageRow } from './messages.repo.ts';
import type { WholeMessage } from './messages.service.ts';

type Schemas = components['schemas'];

export const toAccepted = ({ id, status, isTest }: Accepted): Schemas['MessageAccepted'] => ({
  message_id: toUlid(id),
  status,
  ...(isTest && { test: true as const }),
});

export function toBatchResult(outcomes: (Accepted | DomainError)[]): Schemas['MessageBatchResult'] {
  const rejected = outcomes.filter((outcome) => outcome instanceof DomainError).length;
  return {
    status: 'completed',
    accepted_count: outcomes.length - rejected,
    rejected_count: rejected,
    items: outcomes.map((outcome, index) =>
      outcome instanceof DomainError ? toRejected(outcome, index) : { index, status: outcome.status, message_id: toUlid(outcome.id) },
    ),
  };
}

const toRejected = ({ code, message, details }: DomainError, index: number): Schemas['MessageBatchRejected'] => ({
  index,
  status: 'rejected',
  error_code: code as Schemas['MessageBatchRejected']['error_code'],
  message: code === 'validation_failed' ? 'The item is not valid.' : message,
  issues: details?.issues ?? [],
});

export const toMessageSummary = (message: MessageRow): Schemas['MessageSummary'] => ({
  message_id: toUlid(message.id),
  status: message.status,
  ...(message.isTest && { test: true as const }),
  reason: message.reason,
  to: { contact_id: message.contactId, email: message.toEmail ?? '', name: message.toName || null },
  subject: message.subject,
  email_id: message.emailId,
  email_version: message.emailVersion,
  tags: message.tags,
  scheduled_at: message.scheduledAt?.toISOString() ?? null,
  sent_at: message.sentAt?.toISOString() ?? null,
  created_at: message.createdAt.toISOString(),
});

export function toMessage(message: WholeMessage): Schemas['Message'] {
  const byId = new Map(message.deliveries.map((delivery) => [delivery.id, delivery]));
  return {
    ...toMessageSummary(message),
    from_name: message.fromName,
    from_address: message.fromAddress,
    reply_to: message.replyTo,
    operational: message.operational,
    track: message.track,
    copies: message.copies.map(({ id, type, email, name }) => {
      const delivery = byId.get(id);
      const status = delivery?.status ?? message.status;
      return { type, email, name, status, reason: delivery?.reason ?? null, sent_at: delivery?.sentAt?.toISOString() ?? null };
    }),
    attachments: message.attachments.map(({ fileName, contentType, sizeBytes, contentId }) => ({
      file_name: fileName,
      content_type: contentType,
      size_bytes: sizeBytes,
      content_id: contentId,
    })),
    events: eventsOf(message),
  };
}

type Event = Schemas['MessageHistoryEntry'];

/** What has happened to a message, oldest first; of one moment in the order in which it happens. */
function eventsOf(message: WholeMessage): Event[] {
  const whole: Event[] = [{ type: 'queued', occurred_at: message.createdAt.toISOString(), email: null }];
  if (message.cancelledAt) whole.push({ type: 'cancelled', occurred_at: message.cancelledAt.toISOString(), email: null });
  const events = [...whole, ...message.deliveries.flatMap((delivery) => eventsOfDelivery(delivery, message))];
  return events.sort(
    (one, other) => one.occurred_at.localeCompare(other.occurred_at) || ORDER.indexOf(one.type) - ORDER.indexOf(other.type),
  );
}

const ORDER: Event['type'][] = [
  'queued',
  'cancelled',
  'blocked',
  'failed',
  'sent',
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'unsubscribed',
  'complained',
];

function eventsOfDelivery(delivery: DeliveryRow, { createdAt, endedAt }: WholeMessage): Event[] {
  const { email, status, reason } = delivery;
  const because = reason === null ? {} : { reason };
  const at = (type: Event['type'], when: Date | null, more: Partial<Event> = {}): Event[] =>
    when ? [{ type, occurred_at: when.toISOString(), email, ...more }] : [];
  return [
    ...at('sent', delivery.sentAt),
    ...at('delivered', delivery.deliveredAt),
    ...at('opened', delivery.openedAt),
    ...delivery.clicks.flatMap(({ at: when, url }) => at('clicked', new Date(when), url === null ? {} : { url })),
    ...at('bounced', delivery.bouncedAt, because),
    ...at('unsubscribed', delivery.unsubscribedAt),
    ...at('complained', delivery.complainedAt),
    // Neither has a time of its own: it is known when all of the message had come to an end.
    ...(status === 'blocked' || status === 'failed' ? at(status, endedAt ?? createdAt, because) : []),
  ];
}
