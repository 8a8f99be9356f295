import type { components } from '../../../generated/api.d.ts';
import { toUlid } from '../../platform/ids.ts';
import type { TestRow } from './tests.repo.ts';

type Schemas = components['schemas'];

export const toEmailTest = ({ state, error, trouble, isTest, ...test }: TestRow): Schemas['EmailTest'] => ({
  test_id: toUlid(test.id),
  email_id: test.emailId,
  version: test.version,
  ...(isTest && { test: true as const }),
  subject: test.subject,
  status: error !== null ? 'failed' : state === 'ended' ? 'completed' : 'sending',
  error: error ?? (state === 'ended' ? null : trouble),
  deliveries: test.deliveries.map(({ to, status, error: why, sentAt }) => ({
    to,
    status: status as Schemas['EmailTestDelivery']['status'],
    error: why,
    sent_at: sentAt?.toISOString() ?? null,
  })),
  created_at: test.createdAt.toISOString(),
});
