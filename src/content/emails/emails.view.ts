import type { components } from '../../../generated/api.d.ts';
import type { ListedFace } from '../documents/documents.handlers.ts';
import type { Document } from '../documents/documents.repo.ts';
import { copyNewest } from '../documents/documents.service.ts';
import * as view from '../documents/documents.view.ts';
import { EMAIL } from '../documents/kinds.ts';

type Schemas = components['schemas'];

const toSummary = (email: Document): Schemas['EmailSummary'] => ({
  email_id: email.id,
  name: email.name,
  status: email.status as Schemas['EmailStatus'],
  subject: email.subject,
  preview_text: email.previewText,
  from_name: email.fromName,
  from_address: email.fromAddress,
  reply_to_email: email.replyToEmail,
  tracking: email.tracking as Schemas['EmailSummary']['tracking'],
  ...view.toState(email),
  ...view.toTextState(email),
});

export const EMAILS: ListedFace<{
  parameter: 'emailId';
  id: 'email_id';
  collection: 'emails';
  draft: Schemas['EmailDraft'];
  generation: Schemas['EmailGeneration'];
  summary: Schemas['EmailSummary'];
  whole: Schemas['Email'];
}> = {
  kind: EMAIL,
  parameter: 'emailId',
  id: 'email_id',
  collection: 'emails',
  address: '/v1/emails',
  showsUlids: false,
  copy: copyNewest,
  toSummary,
  toWhole: (email, links) => ({
    ...toSummary(email),
    ...view.toGenerationState(email),
    ...view.toMailPaths(`/v1/emails/${email.id}`),
    preview_url: links.preview(EMAIL.name, email),
  }),
  toGeneration: view.toMailGeneration,
};
