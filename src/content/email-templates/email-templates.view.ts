import type { components } from '../../../generated/api.d.ts';
import type { ListedFace } from '../documents/documents.handlers.ts';
import type { Document } from '../documents/documents.repo.ts';
import { copyNewest } from '../documents/documents.service.ts';
import * as view from '../documents/documents.view.ts';
import { EMAIL_TEMPLATE } from '../documents/kinds.ts';

type Schemas = components['schemas'];

const toSummary = (template: Document): Schemas['EmailTemplateSummary'] => ({
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

export const EMAIL_TEMPLATES: ListedFace<{
  parameter: 'templateId';
  id: 'template_id';
  collection: 'templates';
  draft: Schemas['EmailDraft'];
  generation: Schemas['EmailTemplateGeneration'];
  summary: Schemas['EmailTemplateSummary'];
  whole: Schemas['EmailTemplate'];
}> = {
  kind: EMAIL_TEMPLATE,
  parameter: 'templateId',
  id: 'template_id',
  collection: 'templates',
  address: '/v1/email-templates',
  showsUlids: false,
  copy: copyNewest,
  toSummary,
  toWhole: (template, links) => ({
    ...toSummary(template),
    ...view.toGenerationState(template),
    ...view.toMailPaths(`/v1/email-templates/${template.id}`),
    preview_url: links.preview(EMAIL_TEMPLATE.name, template),
  }),
  toGeneration: view.toMailGeneration,
};
