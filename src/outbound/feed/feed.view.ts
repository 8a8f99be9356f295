import type { components } from '../../../generated/api.d.ts';
import { toUlid } from '../../platform/ids.ts';
import type { FeedRow } from './feed.repo.ts';

type Schemas = components['schemas'];

export const toEvent = ({ id, type, occurredAt, data }: Pick<FeedRow, 'id' | 'type' | 'occurredAt' | 'data'>): Schemas['Event'] =>
  ({ event_id: toUlid(id), type, occurred_at: occurredAt.toISOString(), data }) as Schemas['Event'];
