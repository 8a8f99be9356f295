import type { components } from '../../../generated/api.d.ts';
import { toUlid } from '../../platform/ids.ts';
import type { Document, WholeDocument } from '../documents/documents.repo.ts';
import type { SavedCode } from '../documents/documents.service.ts';
import * as view from '../documents/documents.view.ts';
import type { KeptDraft, SavedDraft } from '../documents/drafts.service.ts';
import type { PageDraft } from '../generation/draft/draft.ts';
import type { GenerationRow } from '../generation/generations.repo.ts';
import type { Started } from '../generation/generations.service.ts';

type Schemas = components['schemas'];

export const toTemplateSummary = (template: Document): Schemas['TentTemplateSummary'] => ({
  template_id: toUlid(template.id),
  name: template.name,
  status: template.status as Schemas['TentTemplateStatus'],
  source_type: template.sourceId ? 'tent' : 'upload',
  source_tent_id: template.sourceId,
  ...view.toState(template),
  // It begins with one.
  current_version: template.currentVersion as number,
});

export const toTemplate = (template: WholeDocument): Schemas['TentTemplate'] => ({
  ...toTemplateSummary(template),
  ...view.toGenerationState(template),
  content_path: `${pathOf(toUlid(template.id))}/content`,
});

const pathOf = (templateId: string): string => `/v1/tent-templates/${templateId}`;

export const toGeneration = (templateId: string, generation: GenerationRow): Schemas['TentTemplateGeneration'] => ({
  type: generation.type as Schemas['TentTemplateGenerationType'],
  ...view.toGeneration(pathOf(templateId), generation),
});

export const toStarted = (started: Started): Schemas['TentTemplateGenerationStarted'] => ({
  template_id: toUlid(started.documentId),
  ...view.toStarted(started),
});

export const toSavedCode = (templateId: string, saved: SavedCode): Schemas['SavedTentTemplateCode'] => ({
  template_id: templateId,
  ...view.toSaved(saved),
});

export const toDraft = (templateId: string, { generationId, version, draft }: KeptDraft): Schemas['TentTemplateDraftVersion'] => ({
  template_id: templateId,
  generation_id: toUlid(generationId),
  version,
  draft: draft as PageDraft,
});

export const toSavedDraft = (templateId: string, saved: SavedDraft): Schemas['SavedTentTemplateDraft'] =>
  view.toSavedDraft({ template_id: templateId }, saved);
