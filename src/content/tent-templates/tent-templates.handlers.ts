import type { Handler, Handlers } from '../../http/handler.types.ts';
import { copyAssets } from '../assets/assets.repo.ts';
import { type DocumentDependencies, documentHandlers } from '../documents/documents.handlers.ts';
import * as documents from '../documents/documents.service.ts';
import { toWarnings } from '../documents/documents.view.ts';
import { TENT_TEMPLATE as KIND, TENT } from '../documents/kinds.ts';
import { findVersion } from '../versions/versions.repo.ts';
import { TENT_TEMPLATES } from './tent-templates.view.ts';

export function createTentTemplateHandlers(dependencies: DocumentDependencies) {
  const template = documentHandlers(TENT_TEMPLATES, dependencies);

  const createTentTemplate: Handler<'createTentTemplate'> = async ({ body, key }, ctx) => {
    await documents.checkCode(ctx, KIND, body.code);
    const given = { name: body.name, createdByName: key.name };
    const template = await documents.createDocument(ctx, KIND, given, { type: 'upload', html: body.code });
    const warnings = toWarnings(await KIND.warn(ctx.workspaceId, body.code, null));
    return { status: 201, body: { ...TENT_TEMPLATES.toWhole(template, dependencies.links), warnings } };
  };

  const createTentTemplateFromTent: Handler<'createTentTemplateFromTent'> = async ({ path: { tentId }, body, key }, ctx) => ({
    status: 201,
    body: await documents.withDocument(ctx, TENT, tentId, async (tx, tent) => {
      const newest = await findVersion(tx, TENT, tentId, 'current');
      if (!newest) throw documents.notReady({ ...TENT, notReady: KIND.notReady });
      const given = { name: body?.name ?? tent.name, createdByName: key.name, sourceId: tentId };
      const template = await documents.createDocument(tx, KIND, given, { type: 'tent', html: newest.html, draft: newest.draft });
      await copyAssets(tx, tentId, [template.id]);
      return TENT_TEMPLATES.toWhole(template, dependencies.links);
    }),
  });

  return {
    createTentTemplate,
    createTentTemplateFromTent,
    listTentTemplates: template.list,
    getTentTemplate: template.get,
    deleteTentTemplate: template.remove,
    cloneTentTemplate: template.copy,
    getTentTemplateContent: template.content,
    getTentTemplateGeneration: template.generation,
    getTentTemplateGenerationContent: template.generationContent,
    listTentTemplateGenerations: template.generations,
    cancelTentTemplateGeneration: template.cancelGeneration,
    iterateTentTemplate: template.iterate,
    saveTentTemplateCode: template.saveCode,
    getTentTemplateDraft: template.readDraft,
    saveTentTemplateDraft: template.saveDraft,
    editTentTemplateDraft: template.editDraft,
    getTentTemplateDiff: template.diff,
    restoreTentTemplate: template.restore,
    approveTentTemplate: template.approve,
    unapproveTentTemplate: template.unapprove,
  } satisfies Partial<Handlers>;
}
