import type { DomainEvent } from '../platform/events.ts';

/*
 * What the audience tells the wings above it. Everything is by id: who listens reads the rest in the same transaction. Nobody is
 * named for a write that changed nothing, or twice in one batch.
 *
 * Dynamic and system lists have no events: who is on them follows from the contacts and the clock, and is known only when
 * somebody asks. Neither does a static list that is deleted: nobody was taken off it.
 */

/** Ids of contacts that are new, however they came. */
export const contactCreated: DomainEvent<string> = { name: 'contact_created' };

export interface ContactUpdate {
  contactId: string;
  /** The fields that have another value, named as in the timeline: by the API's names, custom ones as `custom_fields.<api_name>`. */
  fields: string[];
}

/**
 * Contacts with fields that have changed; the new values are in the rows. What the service notes of its own accord, such as
 * the last activity or a bounce, is no change of a field. A contact that one batch makes and then changes is in both events.
 */
export const contactUpdated: DomainEvent<ContactUpdate> = { name: 'contact_updated' };

/** Ids of contacts that are about to be deleted. They can still be read, but are on no static list any more. */
export const contactDeleted: DomainEvent<string> = { name: 'contact_deleted' };

/** A contact's place on a static list. */
export interface ListMember {
  listId: string;
  contactId: string;
}

/** Contacts that were not on the list before. */
export const addedToStaticList: DomainEvent<ListMember> = { name: 'added_to_static_list' };

/** Contacts that were taken off the list, and neither the list nor the contact has been deleted. */
export const removedFromStaticList: DomainEvent<ListMember> = { name: 'removed_from_static_list' };
