import { removeFromAllLists } from '../../audience/contact-lists/contact-lists.repo.ts';
import { holdIdentifiers, identifiersOf, undoable } from '../../audience/contacts/batch.repo.ts';
import { deleteContacts, findContact } from '../../audience/contacts/contacts.repo.ts';
import { holdForDeletion, holdTimestamps, readWhole } from '../../audience/contacts/merging.repo.ts';
import { deleteEventsOf } from '../../audience/custom-events/custom-events.repo.ts';
import { countOwnRows, mergedInto } from '../../audience/erasing.ts';
import { contactDeleted } from '../../audience/events.ts';
import { suppressErased } from '../../audience/suppressions/erased.ts';
import type { Enqueue, Queue } from '../../jobs/jobs.ts';
import { redactDeletion } from '../../outbound/erasing.ts';
import { type Ctx, type Tx, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { type ContactId, newId } from '../../platform/ids.ts';
import { distinct } from '../../shared/entries.ts';
import type { ErasedChunk, ErasedPerson } from '../../shared/erased-person.ts';
import { DomainError, notFound } from '../../shared/errors.ts';
import { holdMail } from '../merging.repo.ts';
import { type ErasureRow, insertErasure } from './erasures.repo.ts';
import { redactGone } from './flows.repo.ts';
import { endMail } from './mail.repo.ts';

export const erasureQueue: Queue<object> = { name: 'erase-people', concurrency: 1, retryLimit: 3, retryDelay: 5, expireInSeconds: 900 };

/** How often all is let go and taken again because others have changed the contact meanwhile. */
const PATIENCE = 20;

/**
 * Erases a person: the contact goes at once, with its mail that has not gone out, and its address is suppressed by a hash. The rest is
 * background work. Locks are taken in the order of all writers: identifiers, contacts, mail, moments, lists.
 * @throws not_found, or contended
 */
export const eraseContact = (
  ctx: Ctx,
  { events, enqueue }: { events: Events; enqueue: Enqueue },
  { contactId, requestedBy }: { contactId: ContactId; requestedBy: string },
): Promise<ErasureRow> =>
  transaction(ctx, async (tx) => {
    if (!(await findContact(tx, contactId))) throw notFound();
    for (let attempt = 1; attempt <= PATIENCE; attempt++) {
      const erased = await undoable(tx.db, () => removePerson(tx, events, contactId));
      if (!erased) continue;
      const erasure = await insertErasure(tx, { id: newId(), contactId, requestedBy, ...erased });
      await enqueue(tx.db, erasureQueue, {}, erasure.id);
      return erasure;
    }
    throw new DomainError('contended', 'Too many requests are writing this contact at once; try again shortly.');
  });

interface Removed {
  person: ErasedPerson;
  counts: ErasedChunk['counts'];
}

/** @returns null where the contact's identifiers have changed before they were held */
export async function removePerson(tx: Ctx<Tx>, events: Events, contactId: ContactId): Promise<Removed | null> {
  const [before] = await readWhole(tx, [contactId]);
  if (!before) throw notFound();
  const held = identifiersOf(before);
  await holdIdentifiers(tx, held);
  await holdForDeletion(tx, [contactId]);
  const [contact] = await readWhole(tx, [contactId]);
  if (!contact) throw notFound();
  if (!identifiersOf(contact).every((identifier) => held.includes(identifier))) return null;
  await holdMail(tx, [contactId]);
  await holdTimestamps(tx, [contactId]);

  const merged = await mergedInto(tx, contactId);
  const person: ErasedPerson = {
    contactIds: [contactId, ...merged.contactIds],
    emails: distinct([...(contact.email ? [contact.email] : []), ...merged.emails]),
    phones: distinct([...(contact.phone ? [contact.phone] : []), ...merged.phones]),
  };
  const counts = { contacts: 1, ...(await countOwnRows(tx, contactId)) };
  await endMail(tx, person.contactIds);
  await removeFromAllLists(tx, [contactId]);
  await events.publish(tx, [contactDeleted, [contactId]]);
  await redactDeletion(tx, contactId);
  await redactGone(tx, contactId);
  await deleteContacts(tx, [contactId]);
  await deleteEventsOf(tx, [contactId]);
  await suppressErased(tx, person.emails);
  return { person, counts };
}
