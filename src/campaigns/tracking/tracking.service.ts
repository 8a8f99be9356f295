import { stateTopics } from '../../audience/consent/consent.repo.ts';
import { findTopic } from '../../audience/consent/topics.repo.ts';
import { followSubscription } from '../../audience/contacts/batch.repo.ts';
import { findKept } from '../../audience/contacts/merging.repo.ts';
import { contactUpdated } from '../../audience/events.ts';
import { addSuppressions } from '../../audience/suppressions/suppressions.repo.ts';
import { type Ctx, type Db, type Tx, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import type { TopicId } from '../../platform/ids.ts';
import * as repo from './tracking.repo.ts';

/**
 * The contact is the one that the mail names, or that it was merged into. The address of a merged or deleted one is suppressed, so that it is
 * not mailed when it is added again. Safe to repeat.
 */
export const unsubscribe = (db: Db, events: Events, from: repo.Unsubscription, now: Date): Promise<void> =>
  transaction({ db, workspaceId: from.workspaceId, now }, async (tx) => {
    let { contactId } = from;
    if (from.topicId && (await leaveTopic(tx, from, from.topicId))) return;
    let outcome = await repo.unsubscribe(tx.db, from, now);
    const keptId = outcome.found ? undefined : await findKept(tx, contactId);
    if (keptId) {
      contactId = keptId;
      outcome = await repo.unsubscribe(tx.db, { ...from, keptId }, now);
    }
    const { changed, orphan } = outcome;
    if (changed) await followSubscription(tx, { suppressed: [contactId], readmitted: [] });
    if (changed) await events.publish(tx, [contactUpdated, [{ contactId, fields: ['unsubscribed'] }]]);
    if (orphan) await addSuppressions(tx, [unsubscribed(orphan)]);
  });

/** @returns false where the topic or the contact is gone, so that all mail is to stop */
async function leaveTopic(tx: Ctx<Tx>, from: repo.Unsubscription, topicId: TopicId): Promise<boolean> {
  const recipient = await repo.findRecipient(tx, from.contactId);
  if (!recipient || !(await findTopic(tx, topicId))) return false;
  const proof = { source: 'unsubscribe_link', at: tx.now, ...from.visitor };
  await stateTopics(tx, { contactIds: [recipient.contactId], topicIds: [topicId], state: 'unsubscribed', proof, onlyChanges: true });
  await repo.noteUnsubscribed(tx, from);
  return true;
}

export const unsubscribed = (address: string) => ({ address, reason: 'unsubscribed', source: 'link', detail: null }) as const;
