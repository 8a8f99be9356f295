import type { components } from '../../../generated/api.d.ts';
import { toUlid } from '../../platform/ids.ts';
import type { DeliveryRow } from './deliveries.repo.ts';

type Schemas = components['schemas'];

export const toDelivery = (row: DeliveryRow): Schemas['WebhookDelivery'] => ({
  delivery_id: toUlid(row.id),
  event_id: toUlid(row.eventId),
  event_type: row.type as Schemas['EventType'],
  status: row.status as Schemas['WebhookDeliveryStatus'],
  attempts: row.attempts,
  response_status: row.responseStatus,
  response_body: row.responseBody,
  error: row.error,
  last_attempt_at: row.lastAttemptAt?.toISOString() ?? null,
  next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});
