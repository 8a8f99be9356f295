import { type Handler, type Handlers, holding } from '../../http/handler.types.ts';
import type { Db } from '../../platform/db.ts';
import { fromUlid } from '../../platform/ids.ts';
import { type FindUsers, showUsers, thing } from '../../workspaces/references.ts';
import { brandOf } from '../brand.ts';
import { lockDocument } from '../documents/documents.repo.ts';
import * as documents from '../documents/documents.service.ts';
import { toWarnings } from '../documents/documents.view.ts';
import * as drafts from '../documents/drafts.service.ts';
import { checkHeaders, headersIn } from '../documents/headers.ts';
import { listGenerations } from '../documents/history.ts';
import { EMAIL_TEMPLATE as KIND } from '../documents/kinds.ts';
import { listDocuments } from '../documents/listing.ts';
import * as texts from '../documents/texts.service.ts';
import { createDraft, iterate, requireGeneration, type Wake } from '../generation/generations.service.ts';
import { scaffold } from '../scaffold.ts';
import { readContent, readVersionText } from '../versions/content.ts';
import * as view from './email-templates.view.ts';

const hold = (tx: Db, workspaceId: string, path: { templateId: string }) => lockDocument(tx, KIND, workspaceId, path.templateId);

const listEmailTemplates: Handler<'listEmailTemplates'> = async ({ query }, { db, workspaceId }) => {
  const { documents: templates, next } = await listDocuments(db, KIND, workspaceId, query);
  return { status: 200, body: { templates: templates.map(view.toTemplateSummary), ...next } };
};

const updateEmailTemplate: Handler<'updateEmailTemplate'> = async ({ path, body }, { db, workspaceId, now }) => {
  const headers = headersIn(KIND, body);
  await checkHeaders(db, KIND, workspaceId, headers);
  const template = await documents.changeDocument(db, KIND, workspaceId, path.templateId, { name: body.name, headers }, now);
  return { status: 200, body: view.toTemplate(template) };
};

const deleteEmailTemplate: Handler<'deleteEmailTemplate'> = async ({ path }, { db, workspaceId, now }) => {
  await documents.removeDocument(db, KIND, workspaceId, path.templateId, now);
  return { status: 200, body: { template_id: path.templateId, deleted: true } };
};

const cloneEmailTemplate: Handler<'cloneEmailTemplate'> = async ({ path, body }, { db, workspaceId, key, now }) => ({
  status: 201,
  body: view.toTemplate(
    await documents.copyNewest(db, KIND, workspaceId, path.templateId, { name: body?.name, createdByName: key.name }, now),
  ),
});

const getEmailTemplateContent: Handler<'getEmailTemplateContent'> = async ({ path }, { db, workspaceId }) => ({
  status: 200,
  html: await readContent(db, KIND, workspaceId, path.templateId, 'current'),
});

const getEmailTemplateGeneration: Handler<'getEmailTemplateGeneration'> = async ({ path }, { db, workspaceId }) => {
  const generation = await requireGeneration(db, KIND, workspaceId, path.templateId, fromUlid(path.generationId));
  return { status: 200, body: view.toGeneration(path.templateId, generation) };
};

const getEmailTemplateGenerationContent: Handler<'getEmailTemplateGenerationContent'> = async ({ path }, { db, workspaceId }) => ({
  status: 200,
  html: await readContent(db, KIND, workspaceId, path.templateId, { generationId: fromUlid(path.generationId) }),
});

const getEmailTemplateGenerationPlainText: Handler<'getEmailTemplateGenerationPlainText'> = async ({ path }, { db, workspaceId }) => {
  const text = await readVersionText(db, KIND, workspaceId, path.templateId, { generationId: fromUlid(path.generationId) });
  return { status: 200, body: view.toGenerationText(path.templateId, text) };
};

const getEmailTemplateDraft: Handler<'getEmailTemplateDraft'> = async ({ path }, { db, workspaceId }) => ({
  status: 200,
  body: view.toDraft(path.templateId, await drafts.readDraft(db, KIND, workspaceId, path.templateId)),
});

const saveEmailTemplateDraft: Handler<'saveEmailTemplateDraft'> = async ({ path, body }, { db, workspaceId, key, now }) => {
  const given = { draft: body.draft, createdByName: key.name };
  return {
    status: 200,
    body: view.toSavedDraft(path.templateId, await drafts.saveDraft(db, KIND, workspaceId, path.templateId, given, now)),
  };
};

const editEmailTemplateDraft: Handler<'editEmailTemplateDraft'> = async ({ path, body }, { db, workspaceId, key, now }) => {
  const given = { operations: body.operations, createdByName: key.name };
  return {
    status: 200,
    body: view.toSavedDraft(path.templateId, await drafts.editDraft(db, KIND, workspaceId, path.templateId, given, now)),
  };
};

const listEmailTemplateGenerations: Handler<'listEmailTemplateGenerations'> = async ({ path, query }, { db, workspaceId }) => {
  const { generations, next } = await listGenerations(db, KIND, workspaceId, path.templateId, query);
  return { status: 200, body: { generations: generations.map((generation) => view.toGeneration(path.templateId, generation)), ...next } };
};

const restoreEmailTemplate: Handler<'restoreEmailTemplate'> = async ({ path, body }, { db, workspaceId, key, now }) => {
  const given = { version: body.version, createdByName: key.name };
  return {
    status: 200,
    body: view.toGeneration(path.templateId, await drafts.restore(db, KIND, workspaceId, path.templateId, given, now)),
  };
};

const saveEmailTemplateCode: Handler<'saveEmailTemplateCode'> = async ({ path, body }, { db, workspaceId, key, now }) => ({
  status: 200,
  body: view.toSavedCode(
    path.templateId,
    await documents.saveCode(db, KIND, workspaceId, path.templateId, { code: body.code, createdByName: key.name }, now),
  ),
});

const getEmailTemplatePlainText: Handler<'getEmailTemplatePlainText'> = async ({ path }, { db, workspaceId }) => ({
  status: 200,
  body: view.toPlainText(await texts.readText(db, KIND, workspaceId, path.templateId)),
});

const overrideEmailTemplatePlainText: Handler<'overrideEmailTemplatePlainText'> = async ({ path, body }, { db, workspaceId, now }) => ({
  status: 200,
  body: view.toPlainText(await texts.overrideText(db, KIND, workspaceId, path.templateId, body.content, now)),
});

const revertEmailTemplatePlainText: Handler<'revertEmailTemplatePlainText'> = async ({ path }, { db, workspaceId, now }) => ({
  status: 200,
  body: view.toPlainText(await texts.revertText(db, KIND, workspaceId, path.templateId, now)),
});

const approveEmailTemplate: Handler<'approveEmailTemplate'> = async ({ path, body }, { db, workspaceId, now }) => ({
  status: 200,
  body: view.toTemplate(await documents.approve(db, KIND, workspaceId, path.templateId, body?.version, now)),
});

const unapproveEmailTemplate: Handler<'unapproveEmailTemplate'> = async ({ path }, { db, workspaceId, now }) => ({
  status: 200,
  body: view.toTemplate(await documents.unapprove(db, KIND, workspaceId, path.templateId, now)),
});

/** Those among them that have something written. */
export function createEmailTemplateHandlers({ wake, findUsers }: { wake: Wake; findUsers: FindUsers }) {
  const getEmailTemplate: Handler<'getEmailTemplate'> = async ({ path }, { db, workspaceId }) => {
    const template = await documents.requireDocument(db, KIND, workspaceId, path.templateId);
    const users = await showUsers(db, findUsers, workspaceId, thing('email_template', template.id));
    return { status: 200, body: { ...view.toTemplate(template), ...users } };
  };

  const createEmailTemplate: Handler<'createEmailTemplate'> = async ({ body }, { db, workspaceId, key, now }) => {
    const { name, prompt, code } = body;
    const headers = headersIn(KIND, body);
    if (code !== undefined) await documents.checkCode(db, KIND, workspaceId, code, now);
    await checkHeaders(db, KIND, workspaceId, headers);
    const given = { name, createdByName: key.name, ...headers };
    if (prompt !== undefined) {
      return { status: 202, body: view.toStarted(await createDraft(db, wake, KIND, workspaceId, given, { prompt }, now)) };
    }
    const beginning: documents.Beginning =
      code === undefined ? { type: 'scaffold', ...scaffold(await brandOf(db, workspaceId)) } : { type: 'code', html: code };
    const template = await documents.createDocument(db, KIND, workspaceId, given, beginning, now);
    const warnings = code === undefined ? [] : await KIND.warn(workspaceId, code, null);
    return { status: 201, body: { ...view.toTemplate(template), warnings: toWarnings(warnings) } };
  };

  const iterateEmailTemplate: Handler<'iterateEmailTemplate'> = async ({ path, body }, { db, workspaceId, key, now }) => {
    const wish = { prompt: body.prompt, createdByName: key.name, assetIds: body.asset_ids?.map(fromUlid) };
    return { status: 202, body: view.toStarted(await iterate(db, wake, KIND, workspaceId, path.templateId, wish, now)) };
  };

  return {
    listEmailTemplates,
    createEmailTemplate,
    getEmailTemplate: holding(getEmailTemplate, hold),
    updateEmailTemplate,
    deleteEmailTemplate,
    cloneEmailTemplate,
    getEmailTemplateContent,
    getEmailTemplateGeneration,
    getEmailTemplateGenerationContent,
    getEmailTemplateGenerationPlainText,
    iterateEmailTemplate,
    saveEmailTemplateCode,
    getEmailTemplateDraft: holding(getEmailTemplateDraft, hold),
    saveEmailTemplateDraft,
    editEmailTemplateDraft,
    listEmailTemplateGenerations,
    restoreEmailTemplate,
    getEmailTemplatePlainText: holding(getEmailTemplatePlainText, hold),
    overrideEmailTemplatePlainText,
    revertEmailTemplatePlainText,
    approveEmailTemplate,
    unapproveEmailTemplate,
  } satisfies Partial<Handlers>;
}
