import type { components } from '../../../generated/api.d.ts';
import { toUlid } from '../../platform/ids.ts';
import type { TestRow } from './tests.repo.ts';

type Schemas = components['schemas'];

export const toEmailTest = ({
  id,
  emailId,
  version,
  subject,
  state,
  error,
  trouble,
  createdAt,
  deliveries,
}: TestRow): Schemas['EmailTest'] => ({
  test_id: toUlid(id),
  email_id: emailId,
  version,
  subject,
  status: error !== null ? 'failed' : state === 'ended' ? 'completed' : 'sending',
  error: error ?? (state === 'ended' ? null : trouble),
  deliveries: deliveries.map(({ to, status, error: why, sentAt }) => ({
    to,
    status: status as Schemas['EmailTestDelivery']['status'],
    error: why,
    sent_at: sentAt?.toISOString() ?? null,
  })),
  created_at: createdAt.toISOString(),
});
