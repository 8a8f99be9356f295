import type { components } from '../../../generated/api.d.ts';
import { toUlid } from '../../platform/ids.ts';
import type { Document, WholeDocument } from '../documents/documents.repo.ts';
import { toGenerationState, toState, toText, toTextState } from '../documents/documents.view.ts';
import type { DocumentText } from '../documents/texts.service.ts';

type Schemas = components['schemas'];

export const toEmailSummary = (email: Document): Schemas['EmailSummary'] => ({
  email_id: email.id,
  name: email.name,
  status: email.status as Schemas['EmailStatus'],
  subject: email.subject,
  preview_text: email.previewText,
  from_name: email.fromName,
  from_address: email.fromAddress,
  reply_to_email: email.replyToEmail,
  ...toState(email),
  ...toTextState(email),
});

export const toEmail = (email: WholeDocument): Schemas['Email'] => ({
  ...toEmailSummary(email),
  ...toGenerationState(email),
  content_path: `${pathOf(email.id)}/content`,
  plain_text_path: `${pathOf(email.id)}/plain-text`,
});

export const pathOf = (emailId: string): string => `/v1/emails/${emailId}`;

export const toPlainText = (held: DocumentText): Schemas['EmailPlainText'] => ({ email_id: held.document.id, ...toText(held) });

export const toSavedCode = (
  emailId: string,
  { generationId, version }: { generationId: string; version: number },
): Schemas['SavedEmailCode'] => ({ email_id: emailId, generation_id: toUlid(generationId), version });
