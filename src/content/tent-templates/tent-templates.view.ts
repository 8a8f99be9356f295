import type { components } from '../../../generated/api.d.ts';
import { toUlid } from '../../platform/ids.ts';
import type { ListedFace } from '../documents/documents.handlers.ts';
import type { Document } from '../documents/documents.repo.ts';
import { copyWhole } from '../documents/documents.service.ts';
import * as view from '../documents/documents.view.ts';
import { TENT_TEMPLATE } from '../documents/kinds.ts';

type Schemas = components['schemas'];

const toSummary = (template: Document): Schemas['TentTemplateSummary'] => ({
  template_id: toUlid(template.id),
  name: template.name,
  status: template.status as Schemas['TentTemplateStatus'],
  source_type: template.sourceId ? 'tent' : 'upload',
  source_tent_id: template.sourceId,
  ...view.toState(template),
  // A template begins with a version.
  current_version: template.currentVersion as number,
});

export const TENT_TEMPLATES: ListedFace<{
  parameter: 'templateId';
  id: 'template_id';
  collection: 'templates';
  draft: Schemas['PageDraft'];
  generation: Schemas['TentTemplateGeneration'];
  summary: Schemas['TentTemplateSummary'];
  whole: Schemas['TentTemplate'];
}> = {
  kind: TENT_TEMPLATE,
  parameter: 'templateId',
  id: 'template_id',
  collection: 'templates',
  address: '/v1/tent-templates',
  showsUlids: true,
  copy: copyWhole,
  toSummary,
  toWhole: (template, links) => ({
    ...toSummary(template),
    ...view.toGenerationState(template),
    content_path: `/v1/tent-templates/${toUlid(template.id)}/content`,
    preview_url: links.preview(TENT_TEMPLATE.name, template),
  }),
  toGeneration: (generation, address) => ({
    type: generation.type as Schemas['TentTemplateGenerationType'],
    ...view.toGeneration(address, generation),
  }),
};
