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

export const toTemplateSummary = (template: Document): Schemas['EmailTemplateSummary'] => ({
  template_id: template.id,
  name: template.name,
  status: template.status as Schemas['EmailTemplateStatus'],
  source_type: template.sourceId ? 'email' : 'upload',
  source_email_id: template.sourceId,
  default_subject: template.subject,
  default_preview_text: template.previewText,
  default_from_name: template.fromName,
  default_from_address: template.fromAddress,
  default_reply_to_email: template.replyToEmail,
  ...view.toState(template),
  ...view.toTextState(template),
});

export const toTemplate = (template: WholeDocument): Schemas['EmailTemplate'] => ({
  ...toTemplateSummary(template),
  ...view.toGenerationState(template),
  content_path: `${pathOf(template.id)}/content`,
  plain_text_path: `${pathOf(template.id)}/plain-text`,
});

const pathOf = (templateId: string): string => `/v1/email-templates/${templateId}`;

export const toPlainText = (held: DocumentText): Schemas['EmailTemplatePlainText'] => ({
  template_id: held.document.id,
  ...view.toText(held),
});

export const toGeneration = (templateId: string, generation: GenerationRow): Schemas['EmailTemplateGeneration'] => ({
  type: generation.type as Schemas['EmailGenerationType'],
  ...view.toGeneration(pathOf(templateId), generation),
  ...view.toGenerationText(pathOf(templateId), generation),
});

export const toGenerationText = (templateId: string, text: VersionText): Schemas['EmailTemplateGenerationPlainText'] => ({
  template_id: templateId,
  ...view.toVersionText(text),
});

export const toStarted = (started: Started): Schemas['EmailTemplateGenerationStarted'] => ({
  template_id: started.documentId,
  ...view.toStarted(started),
});

export const toSavedCode = (templateId: string, saved: SavedCode): Schemas['SavedEmailTemplateCode'] => ({
  template_id: templateId,
  ...view.toSaved(saved),
});

export const toDraft = (templateId: string, { generationId, version, draft }: KeptDraft): Schemas['EmailTemplateDraftVersion'] => ({
  template_id: templateId,
  generation_id: toUlid(generationId),
  version,
  draft: draft as EmailDraft,
});

export const toSavedDraft = (templateId: string, saved: SavedDraft): Schemas['SavedEmailTemplateDraft'] =>
  view.toSavedDraft({ template_id: templateId }, saved);
