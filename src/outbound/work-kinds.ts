import { lowestId } from '../platform/ids.ts';
import type { Kind } from '../queue/standing.ts';
import { QUEUES } from './deliveries/deliver.work.ts';
import { type Lane, standing } from './deliveries/dispatch.repo.ts';
import { KEPT_MS } from './partitions.ts';

/** The work of this wing, by the names of its queues. */
export const OUTBOUND_KINDS: readonly Kind[] = (Object.keys(QUEUES) as Lane[]).map((lane) => ({
  name: QUEUES[lane].name,
  rows: (now) => standing(lane, lowestId(now.getTime() - KEPT_MS), now),
}));
