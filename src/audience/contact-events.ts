import { recordAll, takenTypes } from '../outbound/event-log.ts';
import { customType, type EventType } from '../outbound/events/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ctx, Tx } from '../platform/db.ts';
import type { EventBatch, Subscription } from '../platform/events.ts';
import { findContactsByIds } from './contacts/contacts.repo.ts';
import { toContact } from './contacts/contacts.view.ts';
import {
  addedToStaticList,
  contactCreated,
  contactDeleted,
  contactUpdated,
  eventReceived,
  type ListMember,
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
  async handle(scope, batch) {
    const tx = { ...scope, now: clock.now() };
    const received = batch.of(eventReceived);
    const ofEvents = new Set(received.map(({ name }) => customType(name)));
    const taken: ReadonlySet<EventType> = await takenTypes(tx, [...OF_CONTACTS, ...OF_LISTS, ...ofEvents]);
    const taking = <Item>(type: EventType, items: Item[]) => (taken.has(type) ? items : []);
    await recordAll(tx, [
      ...(OF_CONTACTS.some((type) => taken.has(type)) ? await eventsOfContacts(tx, batch, taken) : []),
      ...taking('list.member_added', batch.of(addedToStaticList)).map((member) => toMember('list.member_added', member)),
      ...taking('list.member_removed', batch.of(removedFromStaticList)).map((member) => toMember('list.member_removed', member)),
      ...received.filter(({ name }) => taken.has(customType(name))).map(toReceived),
    ]);
  },
});

type NewContactEvent = Parameters<typeof recordAll>[1][number];

const toMember = (type: (typeof OF_LISTS)[number], { listId, contactId }: ListMember): NewContactEvent => ({
  type,
  contactId,
  data: { list_id: listId, contact_id: contactId },
});

const toReceived = ({ eventId, contactId, name, properties, occurredAt }: ReceivedEvent): NewContactEvent => ({
  type: customType(name),
  contactId,
  data: { event_id: eventId, name, contact_id: contactId, properties: { ...properties }, occurred_at: occurredAt.toISOString() },
});

async function eventsOfContacts(tx: Ctx<Tx>, { of }: EventBatch, taken: ReadonlySet<EventType>): Promise<NewContactEvent[]> {
  const [created, updated, deleted] = [of(contactCreated), of(contactUpdated), of(contactDeleted)];
  const ids = [...new Set([...created, ...updated.map(({ contactId }) => contactId), ...deleted])];
  if (ids.length === 0) return [];
  const rows = new Map((await findContactsByIds(tx, ids)).map((row) => [row.id, row]));
  const about = (
    type: (typeof OF_CONTACTS)[number],
    ids: Iterable<string>,
    more: (id: string) => object = () => ({}),
  ): NewContactEvent[] =>
    !taken.has(type)
      ? []
      : [...ids].flatMap((id) => {
          const row = rows.get(id);
          return row ? ({ type, contactId: id, data: { contact_id: id, contact: toContact(row), ...more(id) } } as NewContactEvent) : [];
        });
  const changed = (field: string, value: boolean) =>
    updated.flatMap(({ contactId, fields }) =>
      fields.includes(field) && rows.get(contactId)?.[field as 'unsubscribed'] === value ? contactId : [],
    );
  const agreed = created.filter((id) => rows.get(id)?.marketing_email_subscribed === true);
  const fieldsOf = new Map(updated.map(({ contactId, fields }) => [contactId, fields]));
  return [
    ...about('contact.created', created),
    ...about('contact.updated', fieldsOf.keys(), (id) => ({ changed_fields: fieldsOf.get(id) ?? [] })),
    ...about('contact.subscribed', [...agreed, ...changed('marketing_email_subscribed', true)]),
    ...about('contact.unsubscribed', changed('unsubscribed', true)),
    ...about('contact.resubscribed', changed('unsubscribed', false)),
    ...about('contact.deleted', deleted),
  ];
}
