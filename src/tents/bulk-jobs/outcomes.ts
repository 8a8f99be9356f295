import { generationEnded } from '../../content/events.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Subscription, subscription } from '../../platform/events.ts';
import { tentDeleted } from '../events.ts';
import { settleItems } from './bulk-jobs.repo.ts';

/** What is said of a page that was to be published, and was taken down before it was there. */
export const UNPUBLISHED = 'The tent was taken down before its page was written.';
const DELETED = 'The tent was deleted before its page was written.';

/**
 * Items end with their generations, in the same transaction: whoever hears of these before has published the pages, and whoever
 * hears of them after settles the credits.
 */
export const bulkSubscriptions = ({ clock }: { clock: Clock }): Subscription[] => [
  subscription(generationEnded, async (tx, workspaceId, ended) => {
    const items = ended.flatMap(({ kind, documentId: tentId, generationId, version, reason }) => {
      const outcome: 'completed' | 'failed' = version === null ? 'failed' : 'completed';
      return kind === 'tent' ? { tentId, generationId, outcome, reason } : [];
    });
    await settleItems(tx, workspaceId, items, UNPUBLISHED, clock.now());
  }),
  subscription(tentDeleted, async (tx, workspaceId, deleted) => {
    const items = deleted.flatMap(({ tentId, generationId }) =>
      generationId === null ? [] : { tentId, generationId, outcome: 'failed' as const, reason: DELETED },
    );
    await settleItems(tx, workspaceId, items, UNPUBLISHED, clock.now());
  }),
];
