import type { DomainEvent } from '../platform/events.ts';

/** A tent that is gone, with all that was its. */
export interface DeletedTent {
  tentId: string;
  /** The generation that was waiting or running, and is thrown away; null when there was none. */
  generationId: string | null;
}

/**
 * Tents that are deleted. Nobody else can have held them, and nothing is told of their generations any more: whoever waits for one
 * of them hears it here.
 */
export const tentDeleted: DomainEvent<DeletedTent> = { name: 'tent_deleted' };

/** A form of a published page that was sent, and the contact whom it made or was told of. */
export interface SubmittedForm {
  tentId: string;
  formId: string;
  contactId: string;
}

/**
 * Forms that were sent and taken, in the order in which they came; one contact may have sent several. It is told together
 * with `contactCreated` and `contactUpdated` of the same contacts.
 */
export const formSubmitted: DomainEvent<SubmittedForm> = { name: 'form_submitted' };
