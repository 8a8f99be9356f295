import type { components } from '../../../generated/api.d.ts';
import { toUlid } from '../../platform/ids.ts';
import type { Document, WholeDocument } from '../documents/documents.repo.ts';
import type { SavedCode } from '../documents/documents.service.ts';
import * as view from '../documents/documents.view.ts';
import type { KeptDraft, SavedDraft } from '../documents/drafts.service.ts';
import type { DocumentText } from '../documents/texts.service.ts';
import type { EmailDraft } from '../generation/draft/draft.ts';
import type { GenerationRow } from '../generation/generations.repo.ts';
import type { Started } from '../generation/generations.service.ts';
import type { VersionText } from '../versions/versions.repo.ts';

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
  ...view.toState(email),
  ...view.toTextState(email),
});

export const toEmail = (email: WholeDocument): Schemas['Email'] => ({
  ...toEmailSummary(email),
  ...view.toGenerationState(email),
  content_path: `${pathOf(email.id)}/content`,
  plain_text_path: `${pathOf(email.id)}/plain-text`,
});

const pathOf = (emailId: string): string => `/v1/emails/${emailId}`;

export const toPlainText = (held: DocumentText): Schemas['EmailPlainText'] => ({ email_id: held.document.id, ...view.toText(held) });

export const toGeneration = (emailId: string, generation: GenerationRow): Schemas['EmailGeneration'] => ({
  type: generation.type as Schemas['EmailGenerationType'],
  ...view.toGeneration(pathOf(emailId), generation),
  ...view.toGenerationText(pathOf(emailId), generation),
});

export const toGenerationText = (emailId: string, text: VersionText): Schemas['EmailGenerationPlainText'] => ({
  email_id: emailId,
  ...view.toVersionText(text),
});

export const toStarted = (started: Started): Schemas['EmailGenerationStarted'] => ({
  email_id: started.documentId,
  ...view.toStarted(started),
});

export const toSavedCode = (emailId: string, saved: SavedCode): Schemas['SavedEmailCode'] => ({
  email_id: emailId,
  ...view.toSaved(saved),
});

export const toDraft = (emailId: string, { generationId, version, draft }: KeptDraft): Schemas['EmailDraftVersion'] => ({
  email_id: emailId,
  generation_id: toUlid(generationId),
  version,
  draft: draft as EmailDraft,
});

export const toSavedDraft = (emailId: string, saved: SavedDraft): Schemas['SavedEmailDraft'] =>
  view.toSavedDraft({ email_id: emailId }, saved);
