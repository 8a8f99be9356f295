import type { components } from '../../../generated/api.d.ts';
import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { Events } from '../../platform/events.ts';
import { notFound } from '../../shared/errors.ts';
import { type EventOutcome, receiveEvents } from './custom-events.service.ts';

type Result = components['schemas']['CustomEventResult'];

export function createCustomEventHandlers({ events }: { events: Events }) {
  const sendEvents: Handler<'sendEvents'> = async ({ body: { items }, itemIssues }, ctx) => ({
    status: 202,
    body: toResult(await receiveEvents(ctx, events, { items, itemIssues })),
  });

  return { sendEvents } satisfies Partial<Handlers>;
}

function toResult(outcomes: EventOutcome[]): Result {
  const count = (status: EventOutcome['status']) => outcomes.filter((outcome) => outcome.status === status).length;
  return {
    status: 'completed',
    accepted_count: count('accepted'),
    duplicate_count: count('duplicate'),
    rejected_count: count('rejected'),
    items: outcomes.map(toItem),
  };
}

function toItem(outcome: EventOutcome, index: number): Result['items'][number] {
  if (outcome.status === 'rejected') {
    const { code, issues } = outcome;
    return { index, status: 'rejected', error_code: code, message: MESSAGES[code], issues };
  }
  return { index, status: outcome.status, event_id: outcome.eventId, contact_id: outcome.contactId };
}

const MESSAGES = {
  validation_failed: 'The item is not valid.',
  not_found: notFound().message,
} as const;
