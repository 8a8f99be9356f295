import type { DomainEvent } from '../platform/events.ts';
import type { ContactId, GenerationId, TentId } from '../platform/ids.ts';

export interface DeletedTent {
  tentId: TentId;
  /** The generation that was waiting or running, or null. */
  generationId: GenerationId | null;
}

/** No `generationEnded` follows for their generations. */
export const tentDeleted: DomainEvent<DeletedTent> = { name: 'tent_deleted' };

export interface SubmittedForm {
  tentId: TentId;
  formId: string;
  contactId: ContactId;
  /** As the visitor typed them, by the names of the fields. */
  fields: Readonly<Record<string, string>>;
}

/**
 * In the order in which they came; one contact may have sent several. Published together with `contactCreated` and `contactUpdated` of the
 * same contacts.
 */
export const formSubmitted: DomainEvent<SubmittedForm> = { name: 'form_submitted' };
