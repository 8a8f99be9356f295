import type { DomainEvent } from '../platform/events.ts';

/** A form of a published page that was sent, and the contact whom it made or was told of. */
export interface SubmittedForm {
  tentId: string;
  formId: string;
  contactId: string;
}

/**
 * Forms that were sent and taken, in the order in which they came; one contact may have sent several. It is told after
 * `contactCreated` and `contactUpdated` of the same contacts.
 */
export const formSubmitted: DomainEvent<SubmittedForm> = { name: 'form_submitted' };
