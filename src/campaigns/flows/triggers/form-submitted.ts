import type { EventBatch } from '../../../platform/events.ts';
import { type SubmittedForm, formSubmitted as submitted } from '../../../tents/events.ts';
import type { Trigger } from '../definition.ts';
import { called } from '../report/texts.ts';
import type { TriggerKind } from '../trigger.kind.ts';

const nameOfForm = ({ tentId, formId }: Pick<SubmittedForm, 'tentId' | 'formId'>): string => `${tentId}/${formId}`;

/** By contact, of several forms the first: it lets the contact in. */
function firstForms(subject: string, { of }: EventBatch): Map<string, SubmittedForm> {
  const forms = of(submitted).filter((form) => nameOfForm(form) === subject);
  return new Map(forms.toReversed().map((form) => [form.contactId, form]));
}

export const formSubmitted: TriggerKind<Extract<Trigger, { type: 'form_submitted' }>> = {
  type: 'form_submitted',
  shape: ({ type, tent_id = null, form_id = null }) => ({ type, tent_id, form_id }),
  references: ({ tent_id: tentId, form_id: id }) => [
    { path: 'tent_id', of: 'tent', id: tentId },
    { path: 'form_id', of: 'form', id, tentId },
  ],
  subject: ({ tent_id, form_id }) => nameOfForm({ tentId: String(tent_id), formId: String(form_id) }),
  happened: ({ of }) => of(submitted).map(nameOfForm),
  contacts: (subject, batch) => [...firstForms(subject, batch).keys()],
  contexts: ({ subject }, batch) =>
    new Map([...firstForms(subject, batch)].map(([contactId, { fields }]) => [contactId, { submission: fields }])),
  supplies: 'submission',
  words: ({ tent_id }, nameOf) => `Sends a form of ${called(tent_id, 'page', nameOf)}`,
};
