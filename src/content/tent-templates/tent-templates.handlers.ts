import { type Handler, type Handlers, holding } from '../../http/handler.types.ts';
import type { Scope, Tx } from '../../platform/db.ts';
import { fromUlid, toUlid } from '../../platform/ids.ts';
import { type FindUsers, showUsers, thing } from '../../workspaces/references.ts';
import { copyAssets } from '../assets/assets.repo.ts';
import { lockDocument } from '../documents/documents.repo.ts';
import * as documents from '../documents/documents.service.ts';
import { toWarnings } from '../documents/documents.view.ts';
import * as drafts from '../documents/drafts.service.ts';
import { listGenerations } from '../documents/history.ts';
import { TENT_TEMPLATE as KIND, TENT } from '../documents/kinds.ts';
import { listDocuments } from '../documents/listing.ts';
import { iterate, requireGeneration, type Wake } from '../generation/generations.service.ts';
import { readContent } from '../versions/content.ts';
import { findVersion } from '../versions/versions.repo.ts';
import * as view from './tent-templates.view.ts';

const hold = (tx: Scope<Tx>, path: { templateId: string }) => lockDocument(tx, KIND, fromUlid(path.templateId));

const listTentTemplates: Handler<'listTentTemplates'> = async ({ query }, ctx) => {
  const { documents: templates, next } = await listDocuments(ctx, KIND, query);
  return { status: 200, body: { templates: templates.map(view.toTemplateSummary), ...next } };
};

const createTentTemplate: Handler<'createTentTemplate'> = async ({ body }, ctx) => {
  await documents.checkCode(ctx, KIND, body.code);
  const given = { name: body.name, createdByName: ctx.key.name };
  const template = await documents.createDocument(ctx, KIND, given, { type: 'upload', html: body.code });
  return { status: 201, body: { ...view.toTemplate(template), warnings: toWarnings(await KIND.warn(ctx.workspaceId, body.code, null)) } };
};

const createTentTemplateFromTent: Handler<'createTentTemplateFromTent'> = async ({ path: { tentId }, body }, ctx) => ({
  status: 201,
  body: await documents.withDocument(ctx, TENT, tentId, async (tx, tent) => {
    const newest = await findVersion(tx, TENT, tentId, 'current');
    if (!newest) throw documents.notReady({ ...TENT, notReady: KIND.notReady });
    const given = { name: body?.name ?? tent.name, createdByName: ctx.key.name, sourceId: tentId };
    const template = await documents.createDocument(tx, KIND, given, {
      type: 'tent',
      html: newest.html,
      draft: newest.draft,
    });
    await copyAssets(tx, tentId, [template.id]);
    return view.toTemplate(template);
  }),
});

const deleteTentTemplate: Handler<'deleteTentTemplate'> = async ({ path }, ctx) => {
  await documents.removeDocument(ctx, KIND, fromUlid(path.templateId));
  return { status: 200, body: { template_id: path.templateId, deleted: true } };
};

const cloneTentTemplate: Handler<'cloneTentTemplate'> = async ({ path, body }, ctx) => ({
  status: 201,
  body: view.toTemplate(await documents.copyWhole(ctx, KIND, fromUlid(path.templateId), { name: body?.name, createdByName: ctx.key.name })),
});

const getTentTemplateContent: Handler<'getTentTemplateContent'> = async ({ path }, ctx) => ({
  status: 200,
  html: await readContent(ctx, KIND, fromUlid(path.templateId), 'current'),
});

const getTentTemplateGeneration: Handler<'getTentTemplateGeneration'> = async ({ path }, ctx) => {
  const generation = await requireGeneration(ctx, KIND, fromUlid(path.templateId), fromUlid(path.generationId));
  return { status: 200, body: view.toGeneration(path.templateId, generation) };
};

const getTentTemplateGenerationContent: Handler<'getTentTemplateGenerationContent'> = async ({ path }, ctx) => ({
  status: 200,
  html: await readContent(ctx, KIND, fromUlid(path.templateId), { generationId: fromUlid(path.generationId) }),
});

const getTentTemplateDraft: Handler<'getTentTemplateDraft'> = async ({ path }, ctx) => ({
  status: 200,
  body: view.toDraft(path.templateId, await drafts.readDraft(ctx, KIND, fromUlid(path.templateId))),
});

const saveTentTemplateDraft: Handler<'saveTentTemplateDraft'> = async ({ path, body }, ctx) => {
  const given = { draft: body.draft, createdByName: ctx.key.name };
  return {
    status: 200,
    body: view.toSavedDraft(path.templateId, await drafts.saveDraft(ctx, KIND, fromUlid(path.templateId), given)),
  };
};

const editTentTemplateDraft: Handler<'editTentTemplateDraft'> = async ({ path, body }, ctx) => {
  const given = { operations: body.operations, createdByName: ctx.key.name };
  return {
    status: 200,
    body: view.toSavedDraft(path.templateId, await drafts.editDraft(ctx, KIND, fromUlid(path.templateId), given)),
  };
};

const listTentTemplateGenerations: Handler<'listTentTemplateGenerations'> = async ({ path, query }, ctx) => {
  const { generations, next } = await listGenerations(ctx, KIND, fromUlid(path.templateId), query);
  return { status: 200, body: { generations: generations.map((generation) => view.toGeneration(path.templateId, generation)), ...next } };
};

const restoreTentTemplate: Handler<'restoreTentTemplate'> = async ({ path, body }, ctx) => {
  const given = { version: body.version, createdByName: ctx.key.name };
  return {
    status: 200,
    body: view.toGeneration(path.templateId, await drafts.restore(ctx, KIND, fromUlid(path.templateId), given)),
  };
};

const saveTentTemplateCode: Handler<'saveTentTemplateCode'> = async ({ path, body }, ctx) => ({
  status: 200,
  body: view.toSavedCode(
    path.templateId,
    await documents.saveCode(ctx, KIND, fromUlid(path.templateId), { code: body.code, createdByName: ctx.key.name }),
  ),
});

const approveTentTemplate: Handler<'approveTentTemplate'> = async ({ path, body }, ctx) => ({
  status: 200,
  body: view.toTemplate(await documents.approve(ctx, KIND, fromUlid(path.templateId), body?.version)),
});

const unapproveTentTemplate: Handler<'unapproveTentTemplate'> = async ({ path }, ctx) => ({
  status: 200,
  body: view.toTemplate(await documents.unapprove(ctx, KIND, fromUlid(path.templateId))),
});

/** The one among them that has something written. */
export function createTentTemplateHandlers({ wake, findUsers }: { wake: Wake; findUsers: FindUsers }) {
  const getTentTemplate: Handler<'getTentTemplate'> = async ({ path }, ctx) => {
    const template = await documents.requireDocument(ctx, KIND, fromUlid(path.templateId));
    const users = await showUsers(ctx, findUsers, thing('tent_template', toUlid(template.id)));
    return { status: 200, body: { ...view.toTemplate(template), ...users } };
  };

  const iterateTentTemplate: Handler<'iterateTentTemplate'> = async ({ path, body }, ctx) => {
    const wish = { prompt: body.prompt, createdByName: ctx.key.name, assetIds: body.asset_ids?.map(fromUlid) };
    return { status: 202, body: view.toStarted(await iterate(ctx, wake, KIND, fromUlid(path.templateId), wish)) };
  };

  return {
    listTentTemplates,
    createTentTemplate,
    createTentTemplateFromTent,
    getTentTemplate: holding(getTentTemplate, hold),
    deleteTentTemplate,
    cloneTentTemplate,
    getTentTemplateContent,
    getTentTemplateGeneration,
    getTentTemplateGenerationContent,
    iterateTentTemplate,
    saveTentTemplateCode,
    getTentTemplateDraft: holding(getTentTemplateDraft, hold),
    saveTentTemplateDraft,
    editTentTemplateDraft,
    listTentTemplateGenerations,
    restoreTentTemplate,
    approveTentTemplate,
    unapproveTentTemplate,
  } satisfies Partial<Handlers>;
}
