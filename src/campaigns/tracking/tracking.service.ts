import { findKept } from '../../audience/contacts/merging.repo.ts';
import { contactUpdated } from '../../audience/events.ts';
import { addSuppressions } from '../../audience/suppressions/suppressions.repo.ts';
import { type Ctx, type Db, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import * as repo from './tracking.repo.ts';

/**
 * Unsubscribes the contact whom an email was sent to, or the one that it was merged into, and then its old address, too; of one who has been deleted, the address that it went to, so that whoever adds
 * it again does not mail it. Safe to repeat.
 */
export const unsubscribe = (db: Db, events: Events, from: repo.Unsubscription, now: Date): Promise<void> =>
  events.atomically({ db, workspaceId: from.workspaceId, now }, [contactUpdated], async (on) => {
    let { contactId } = from;
    let outcome = await repo.unsubscribe(on.db, from, now);
    const keptId = outcome.found ? undefined : await findKept(on, contactId);
    if (keptId) {
      contactId = keptId;
      outcome = await repo.unsubscribe(on.db, { ...from, keptId }, now);
    }
    const { changed, orphan } = outcome;
    if (changed) await events.publish(on, [contactUpdated, [{ contactId, fields: ['unsubscribed'] }]]);
    if (orphan) await addSuppressions(on, [{ address: orphan, reason: 'unsubscribed', source: 'link', detail: null }]);
  });

/** Suppresses an address that a test of an email went to. Safe to repeat. */
export const suppressTested = (ctx: Ctx, address: string): Promise<unknown> =>
  transaction(ctx, (tx) => addSuppressions(tx, [{ address, reason: 'unsubscribed', source: 'link', detail: null }]));
