import { type Handler, type Handlers, holding } from '../../http/handler.types.ts';
import type { Db } from '../../platform/db.ts';
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

const hold = (tx: Db, workspaceId: string, path: { templateId: string }) => lockDocument(tx, KIND, workspaceId, fromUlid(path.templateId));

const listTentTemplates: Handler<'listTentTemplates'> = async ({ query }, { db, workspaceId }) => {
  const { documents: templates, next } = await listDocuments(db, KIND, workspaceId, query);
  return { status: 200, body: { templates: templates.map(view.toTemplateSummary), ...next } };
};

const createTentTemplate: Handler<'createTentTemplate'> = async ({ body }, { db, workspaceId, key, now }) => {
  await documents.checkCode(db, KIND, workspaceId, body.code, now);
  const given = { name: body.name, createdByName: key.name };
  const template = await documents.createDocument(db, KIND, workspaceId, given, { type: 'upload', html: body.code }, now);
  return { status: 201, body: { ...view.toTemplate(template), warnings: toWarnings(await KIND.warn(workspaceId, body.code, null)) } };
};

const createTentTemplateFromTent: Handler<'createTentTemplateFromTent'> = async (
  { path: { tentId }, body },
  { db, workspaceId, key, now },
) => ({
  status: 201,
  body: await documents.withDocument(db, TENT, workspaceId, tentId, async (tx, tent) => {
    const newest = await findVersion(tx, TENT, workspaceId, tentId, 'current');
    if (!newest) throw documents.notReady({ ...TENT, notReady: KIND.notReady });
    const given = { name: body?.name ?? tent.name, createdByName: key.name, sourceId: tentId };
    const template = await documents.createDocument(
      tx,
      KIND,
      workspaceId,
      given,
      { type: 'tent', html: newest.html, draft: newest.draft },
      now,
    );
    await copyAssets(tx, workspaceId, tentId, [template.id], now);
    return view.toTemplate(template);
  }),
});

const deleteTentTemplate: Handler<'deleteTentTemplate'> = async ({ path }, { db, workspaceId, now }) => {
  await documents.removeDocument(db, KIND, workspaceId, fromUlid(path.templateId), now);
  return { status: 200, body: { template_id: path.templateId, deleted: true } };
};

const cloneTentTemplate: Handler<'cloneTentTemplate'> = async ({ path, body }, { db, workspaceId, key, now }) => ({
  status: 201,
  body: view.toTemplate(
    await documents.copyWhole(db, KIND, workspaceId, fromUlid(path.templateId), { name: body?.name, createdByName: key.name }, now),
  ),
});

const getTentTemplateContent: Handler<'getTentTemplateContent'> = async ({ path }, { db, workspaceId }) => ({
  status: 200,
  html: await readContent(db, KIND, workspaceId, fromUlid(path.templateId), 'current'),
});

const getTentTemplateGeneration: Handler<'getTentTemplateGeneration'> = async ({ path }, { db, workspaceId }) => {
  const generation = await requireGeneration(db, KIND, workspaceId, fromUlid(path.templateId), fromUlid(path.generationId));
  return { status: 200, body: view.toGeneration(path.templateId, generation) };
};

const getTentTemplateGenerationContent: Handler<'getTentTemplateGenerationContent'> = async ({ path }, { db, workspaceId }) => ({
  status: 200,
  html: await readContent(db, KIND, workspaceId, fromUlid(path.templateId), { generationId: fromUlid(path.generationId) }),
});

const getTentTemplateDraft: Handler<'getTentTemplateDraft'> = async ({ path }, { db, workspaceId }) => ({
  status: 200,
  body: view.toDraft(path.templateId, await drafts.readDraft(db, KIND, workspaceId, fromUlid(path.templateId))),
});

const saveTentTemplateDraft: Handler<'saveTentTemplateDraft'> = async ({ path, body }, { db, workspaceId, key, now }) => {
  const given = { draft: body.draft, createdByName: key.name };
  return {
    status: 200,
    body: view.toSavedDraft(path.templateId, await drafts.saveDraft(db, KIND, workspaceId, fromUlid(path.templateId), given, now)),
  };
};

const editTentTemplateDraft: Handler<'editTentTemplateDraft'> = async ({ path, body }, { db, workspaceId, key, now }) => {
  const given = { operations: body.operations, createdByName: key.name };
  return {
    status: 200,
    body: view.toSavedDraft(path.templateId, await drafts.editDraft(db, KIND, workspaceId, fromUlid(path.templateId), given, now)),
  };
};

const listTentTemplateGenerations: Handler<'listTentTemplateGenerations'> = async ({ path, query }, { db, workspaceId }) => {
  const { generations, next } = await listGenerations(db, KIND, workspaceId, fromUlid(path.templateId), query);
  return { status: 200, body: { generations: generations.map((generation) => view.toGeneration(path.templateId, generation)), ...next } };
};

const restoreTentTemplate: Handler<'restoreTentTemplate'> = async ({ path, body }, { db, workspaceId, key, now }) => {
  const given = { version: body.version, createdByName: key.name };
  return {
    status: 200,
    body: view.toGeneration(path.templateId, await drafts.restore(db, KIND, workspaceId, fromUlid(path.templateId), given, now)),
  };
};

const saveTentTemplateCode: Handler<'saveTentTemplateCode'> = async ({ path, body }, { db, workspaceId, key, now }) => ({
  status: 200,
  body: view.toSavedCode(
    path.templateId,
    await documents.saveCode(db, KIND, workspaceId, fromUlid(path.templateId), { code: body.code, createdByName: key.name }, now),
  ),
});

const approveTentTemplate: Handler<'approveTentTemplate'> = async ({ path, body }, { db, workspaceId, now }) => ({
  status: 200,
  body: view.toTemplate(await documents.approve(db, KIND, workspaceId, fromUlid(path.templateId), body?.version, now)),
});

const unapproveTentTemplate: Handler<'unapproveTentTemplate'> = async ({ path }, { db, workspaceId, now }) => ({
  status: 200,
  body: view.toTemplate(await documents.unapprove(db, KIND, workspaceId, fromUlid(path.templateId), now)),
});

/** The one among them that has something written. */
export function createTentTemplateHandlers({ wake, findUsers }: { wake: Wake; findUsers: FindUsers }) {
  const getTentTemplate: Handler<'getTentTemplate'> = async ({ path }, { db, workspaceId }) => {
    const template = await documents.requireDocument(db, KIND, workspaceId, fromUlid(path.templateId));
    const users = await showUsers(db, findUsers, workspaceId, thing('tent_template', toUlid(template.id)));
    return { status: 200, body: { ...view.toTemplate(template), ...users } };
  };

  const iterateTentTemplate: Handler<'iterateTentTemplate'> = async ({ path, body }, { db, workspaceId, key, now }) => {
    const wish = { prompt: body.prompt, createdByName: key.name, assetIds: body.asset_ids?.map(fromUlid) };
    return { status: 202, body: view.toStarted(await iterate(db, wake, KIND, workspaceId, fromUlid(path.templateId), wish, now)) };
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
