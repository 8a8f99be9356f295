import { contactUpdated } from '../../audience/events.ts';
import { addSuppressions } from '../../audience/suppressions/suppressions.repo.ts';
import { type Ctx, type Db, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import * as repo from './tracking.repo.ts';

/**
 * Unsubscribes the contact whom an email was sent to; of one who has been deleted, the address that it went to, so that whoever adds
 * it again does not mail it. Safe to repeat.
 */
export const unsubscribe = (db: Db, events: Events, from: repo.Unsubscription, now: Date): Promise<void> =>
  transaction({ db, workspaceId: from.workspaceId, now }, async (tx) => {
    const { contactId } = from;
    const { changed, orphan } = await repo.unsubscribe(tx.db, from, now);
    if (changed) await events.publish(tx, [contactUpdated, [{ contactId, fields: ['unsubscribed'] }]]);
    if (orphan) await addSuppressions(tx, [{ address: orphan, reason: 'unsubscribed', source: 'link', detail: null }]);
  });

/** Suppresses an address that a test of an email went to. Safe to repeat. */
export const suppressTested = (ctx: Ctx, address: string): Promise<unknown> =>
  transaction(ctx, (tx) => addSuppressions(tx, [{ address, reason: 'unsubscribed', source: 'link', detail: null }]));
