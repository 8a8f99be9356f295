import { ANY_SIZE } from '../../content/documents/tokens.ts';
import { generationEnded } from '../../content/events.ts';
import { apart } from '../../content/versions/apart.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Subscription, subscription } from '../../platform/events.ts';
import { escapeHtml } from '../../shared/html.ts';
import { tentDeleted } from '../events.ts';
import { findLeftovers, type Leftover, noteLeftovers, settleItems, type WrittenLeftover } from './bulk-jobs.repo.ts';

/** The message of a page that was taken down before it was written. */
export const UNPUBLISHED = 'The tent was taken down before its page was written.';
const DELETED = 'The tent was deleted before its page was written.';

/**
 * Items end with their generations, in the same transaction: after the subscriber that publishes pages, and before the one that settles
 * credits.
 */
export const bulkSubscriptions = ({ clock }: { clock: Clock }): Subscription[] => [
  subscription(generationEnded, async (tx, ended) => {
    const items = ended.flatMap(({ kind, documentId: tentId, generationId, version, reason }) => {
      const outcome: 'completed' | 'failed' = version === null ? 'failed' : 'completed';
      return kind === 'tent' ? { tentId, generationId, outcome, reason } : [];
    });
    const completed = items.filter(({ outcome }) => outcome === 'completed').map(({ generationId }) => generationId);
    const leftovers = await findLeftovers(tx, completed);
    await noteLeftovers(tx, await Promise.all(leftovers.map((leftover) => judged(tx.workspaceId, leftover))));
    await settleItems({ ...tx, now: clock.now() }, items, UNPUBLISHED);
  }),
  subscription(tentDeleted, async (tx, deleted) => {
    const items = deleted.flatMap(({ tentId, generationId }) =>
      generationId === null ? [] : { tentId, generationId, outcome: 'failed' as const, reason: DELETED },
    );
    await settleItems({ ...tx, now: clock.now() }, items, UNPUBLISHED);
  }),
];

const MOST_NAMED = 5;

/** A generator may have filled in tags and used values. */
async function judged(workspaceId: string, { html, facts, ...leftover }: WrittenLeftover): Promise<Leftover & { warning: string | null }> {
  if (html !== null) {
    const [page] = await apart(workspaceId, 'fillPages', html, [{}], ANY_SIZE);
    leftover.unfilledTags = typeof page === 'object' ? page.unfilled : [];
    leftover.unusedValues = leftover.unusedValues.filter((name) => {
      const value = facts[name]?.trim();
      return !value || !(html.includes(value) || html.includes(escapeHtml(value)));
    });
  }
  const { autoPublish, unfilledTags } = leftover;
  return { ...leftover, warning: autoPublish && unfilledTags.length > 0 ? unfilledWarning(unfilledTags) : null };
}

const unfilledWarning = (tags: string[]): string => {
  const named = tags.slice(0, MOST_NAMED).map((tag) => `\`${tag}\``);
  return `The page shows tags that have no value: ${named.join(', ')}${tags.length > MOST_NAMED ? ', …' : ''}. Send them in \`input_data\`, or give the template other tags.`;
};
