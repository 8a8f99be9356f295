import { contactUpdated } from '../../audience/events.ts';
import type { Db } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import type { RecipientRef } from './tokens.ts';
import * as repo from './tracking.repo.ts';

/** Unsubscribes the contact whom an email was sent to. Safe to repeat. */
export const unsubscribe = (db: Db, events: Events, recipient: RecipientRef & { contactId: string }, now: Date): Promise<void> =>
  events.atomically(db, [contactUpdated], async (on) => {
    const { workspaceId, contactId } = recipient;
    const changed = await repo.unsubscribe(on, recipient, now);
    if (changed) await events.publish(on, workspaceId, contactUpdated, [{ contactId, fields: ['unsubscribed'] }]);
  });
