import { contactUpdated } from '../../audience/events.ts';
import { addSuppressions } from '../../audience/suppressions/suppressions.repo.ts';
import { type Db, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import * as repo from './tracking.repo.ts';

/** Of a deleted contact the address is suppressed, so that it is not mailed when it is added again. Safe to repeat. */
export const unsubscribe = (db: Db, events: Events, from: repo.Unsubscription, now: Date): Promise<void> =>
  transaction({ db, workspaceId: from.workspaceId, now }, async (tx) => {
    const { contactId } = from;
    const { changed, orphan } = await repo.unsubscribe(tx.db, from, now);
    if (changed) await events.publish(tx, [contactUpdated, [{ contactId, fields: ['unsubscribed'] }]]);
    if (orphan) await addSuppressions(tx, [unsubscribed(orphan)]);
  });

export const unsubscribed = (address: string) => ({ address, reason: 'unsubscribed', source: 'link', detail: null }) as const;
