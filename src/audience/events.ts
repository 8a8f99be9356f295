import type { DomainEvent } from '../platform/events.ts';
import type { ContactId, ListId } from '../platform/ids.ts';

/*
 * The events of the audience have ids only: a subscriber reads the rest in the same transaction. A contact that a write does not change is
 * not in them, and none is twice in one batch.
 *
 * Dynamic and system lists have no events, because their members follow from the contacts and the clock. A static list that is deleted has
 * none either: no contact was taken off it.
 */

export const contactCreated: DomainEvent<string> = { name: 'contact_created' };

export interface ContactUpdate {
  contactId: ContactId;
  /** As in the timeline: the API's names, custom fields as `custom_fields.<api_name>`. */
  fields: string[];
}

/**
 * The new values are in the rows. Notes of the service, such as the last activity or a bounce, are no change of a field. A contact that one
 * batch makes and then changes is in both events.
 */
export const contactUpdated: DomainEvent<ContactUpdate> = { name: 'contact_updated' };

/** A custom event, in the order of the request. Published together with `contactCreated` of the same contacts. */
export interface ReceivedEvent {
  /** The sender's, or the one that the service gave it. */
  eventId: string;
  contactId: ContactId;
  name: string;
  properties: Readonly<Record<string, unknown>>;
  occurredAt: Date;
}

export const eventReceived: DomainEvent<ReceivedEvent> = { name: 'event_received' };

/** They can still be read, but are on no static list any more. */
export const contactDeleted: DomainEvent<string> = { name: 'contact_deleted' };

export interface ListMember {
  listId: ListId;
  contactId: ContactId;
}

export const addedToStaticList: DomainEvent<ListMember> = { name: 'added_to_static_list' };

/** Not published for a list or a contact that is deleted. */
export const removedFromStaticList: DomainEvent<ListMember> = { name: 'removed_from_static_list' };
