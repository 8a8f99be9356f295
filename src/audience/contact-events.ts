import { record, recordAll, takenTypes } from '../outbound/event-log.ts';
import { customType } from '../outbound/events/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ctx, Tx } from '../platform/db.ts';
import type { Subscription, Told } from '../platform/events.ts';
import type { ContactId, ListId } from '../platform/ids.ts';
import { findContactsByIds } from './contacts/contacts.repo.ts';
import { toContact } from './contacts/contacts.view.ts';
import {
  addedToStaticList,
  contactCreated,
  contactDeleted,
  contactUpdated,
  eventReceived,
  type ReceivedEvent,
  removedFromStaticList,
} from './events.ts';

const OF_CONTACTS = [
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'contact.subscribed',
  'contact.unsubscribed',
  'contact.resubscribed',
] as const;
const OF_LISTS = ['list.member_added', 'list.member_removed'] as const;

/**
 * Writes what happens to contacts and lists into the event log. A write without listeners costs one look at an index. A custom event comes
 * behind the `contact.created` that it has caused.
 */
export const contactEventLog = ({ clock }: { clock: Clock }): Subscription => ({
  events: [contactCreated, contactUpdated, contactDeleted, addedToStaticList, removedFromStaticList, eventReceived],
  async handle(scope, told) {
    const tx = { ...scope, now: clock.now() };
    const received = told.of(eventReceived);
    const ofEvents = new Set(received.map(({ name }) => customType(name)));
    const taken = await takenTypes(tx, [...OF_CONTACTS, ...OF_LISTS, ...ofEvents]);
    if (OF_CONTACTS.some((type) => taken.has(type))) await recordContacts(tx, told, taken);
    const [added, removed] = [told.of(addedToStaticList), told.of(removedFromStaticList)];
    if (taken.has('list.member_added')) await record(tx, 'list.member_added', added.map(toMember));
    if (taken.has('list.member_removed')) await record(tx, 'list.member_removed', removed.map(toMember));
    await recordAll(tx, received.filter(({ name }) => taken.has(customType(name))).map(toReceived));
  },
});

const toMember = ({ listId, contactId }: { listId: ListId; contactId: ContactId }) => ({
  contactId,
  data: { list_id: listId, contact_id: contactId },
});

const toReceived = ({ eventId, contactId, name, properties, occurredAt }: ReceivedEvent) => ({
  type: customType(name),
  contactId,
  data: { event_id: eventId, name, contact_id: contactId, properties: { ...properties }, occurred_at: occurredAt.toISOString() },
});

async function recordContacts(tx: Ctx<Tx>, { of }: Told, taken: ReadonlySet<string>): Promise<void> {
  const [created, updated, deleted] = [of(contactCreated), of(contactUpdated), of(contactDeleted)];
  const ids = [...new Set([...created, ...updated.map(({ contactId }) => contactId), ...deleted])];
  if (ids.length === 0) return;
  const rows = new Map((await findContactsByIds(tx, ids)).map((row) => [row.id, row]));
  const about = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const row = rows.get(id);
      return row ? [{ contactId: id, data: { contact_id: id, contact: toContact(row) } }] : [];
    });
  const changed = (field: string, value: boolean) =>
    updated.flatMap(({ contactId, fields }) =>
      fields.includes(field) && rows.get(contactId)?.[field as 'unsubscribed'] === value ? contactId : [],
    );
  const agreed = created.filter((id) => rows.get(id)?.marketing_email_subscribed === true);

  if (taken.has('contact.created')) await record(tx, 'contact.created', about(created));
  if (taken.has('contact.updated')) {
    const fieldsOf = new Map(updated.map(({ contactId, fields }) => [contactId, fields]));
    const events = about([...fieldsOf.keys()]).map(({ contactId, data }) => ({
      contactId,
      data: { ...data, changed_fields: fieldsOf.get(contactId) ?? [] },
    }));
    await record(tx, 'contact.updated', events);
  }
  if (taken.has('contact.subscribed'))
    await record(tx, 'contact.subscribed', about([...agreed, ...changed('marketing_email_subscribed', true)]));
  if (taken.has('contact.unsubscribed')) await record(tx, 'contact.unsubscribed', about(changed('unsubscribed', true)));
  if (taken.has('contact.resubscribed')) await record(tx, 'contact.resubscribed', about(changed('unsubscribed', false)));
  if (taken.has('contact.deleted')) await record(tx, 'contact.deleted', about(deleted));
}
