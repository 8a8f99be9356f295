import type { components } from '../../../generated/api.d.ts';
import type { EndpointRow } from './endpoints.repo.ts';

type Schemas = components['schemas'];

export const toEndpoint = ({ endpoint, failingSince, recoverFrom }: EndpointRow, now: Date): Schemas['WebhookEndpoint'] => ({
  endpoint_id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  event_types: endpoint.eventTypes as Schemas['EventTypeFilter'][],
  status: endpoint.status as Schemas['WebhookEndpointStatus'],
  disabled_reason: endpoint.disabledReason as Schemas['WebhookDisabledReason'] | null,
  failing_since: shown(failingSince),
  recovering_since: recoverFrom === null ? null : timeOf(recoverFrom).toISOString(),
  previous_secret_expires_at:
    endpoint.previousSecretUntil && endpoint.previousSecretUntil > now ? endpoint.previousSecretUntil.toISOString() : null,
  created_at: endpoint.createdAt.toISOString(),
  updated_at: endpoint.updatedAt.toISOString(),
});

export const toEndpointWithSecret = (row: EndpointRow & { secret: string }, now: Date): Schemas['WebhookEndpointWithSecret'] => ({
  ...toEndpoint(row, now),
  secret: row.secret,
});

const shown = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** The time in a version 7 identifier. */
const timeOf = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
