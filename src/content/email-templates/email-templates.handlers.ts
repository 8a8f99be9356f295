import { type Handler, type Handlers, holding } from '../../http/handler.types.ts';
import type { Scope, Tx } from '../../platform/db.ts';
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

const hold = (tx: Scope<Tx>, path: { templateId: string }) => lockDocument(tx, KIND, path.templateId);

const listEmailTemplates: Handler<'listEmailTemplates'> = async ({ query }, ctx) => {
  const { documents: templates, next } = await listDocuments(ctx, KIND, query);
  return { status: 200, body: { templates: templates.map(view.toTemplateSummary), ...next } };
};

const updateEmailTemplate: Handler<'updateEmailTemplate'> = async ({ path, body }, ctx) => {
  const headers = headersIn(KIND, body);
  await checkHeaders(ctx, KIND, headers);
  const template = await documents.changeDocument(ctx, KIND, path.templateId, { name: body.name, headers });
  return { status: 200, body: view.toTemplate(template) };
};

const deleteEmailTemplate: Handler<'deleteEmailTemplate'> = async ({ path }, ctx) => {
  await documents.removeDocument(ctx, KIND, path.templateId);
  return { status: 200, body: { template_id: path.templateId, deleted: true } };
};

const cloneEmailTemplate: Handler<'cloneEmailTemplate'> = async ({ path, body }, ctx) => ({
  status: 201,
  body: view.toTemplate(await documents.copyNewest(ctx, KIND, path.templateId, { name: body?.name, createdByName: ctx.key.name })),
});

const getEmailTemplateContent: Handler<'getEmailTemplateContent'> = async ({ path }, ctx) => ({
  status: 200,
  html: await readContent(ctx, KIND, path.templateId, 'current'),
});

const getEmailTemplateGeneration: Handler<'getEmailTemplateGeneration'> = async ({ path }, ctx) => {
  const generation = await requireGeneration(ctx, KIND, path.templateId, fromUlid(path.generationId));
  return { status: 200, body: view.toGeneration(path.templateId, generation) };
};

const getEmailTemplateGenerationContent: Handler<'getEmailTemplateGenerationContent'> = async ({ path }, ctx) => ({
  status: 200,
  html: await readContent(ctx, KIND, path.templateId, { generationId: fromUlid(path.generationId) }),
});

const getEmailTemplateGenerationPlainText: Handler<'getEmailTemplateGenerationPlainText'> = async ({ path }, ctx) => {
  const text = await readVersionText(ctx, KIND, path.templateId, { generationId: fromUlid(path.generationId) });
  return { status: 200, body: view.toGenerationText(path.templateId, text) };
};

const getEmailTemplateDraft: Handler<'getEmailTemplateDraft'> = async ({ path }, ctx) => ({
  status: 200,
  body: view.toDraft(path.templateId, await drafts.readDraft(ctx, KIND, path.templateId)),
});

const saveEmailTemplateDraft: Handler<'saveEmailTemplateDraft'> = async ({ path, body }, ctx) => {
  const given = { draft: body.draft, createdByName: ctx.key.name };
  return {
    status: 200,
    body: view.toSavedDraft(path.templateId, await drafts.saveDraft(ctx, KIND, path.templateId, given)),
  };
};

const editEmailTemplateDraft: Handler<'editEmailTemplateDraft'> = async ({ path, body }, ctx) => {
  const given = { operations: body.operations, createdByName: ctx.key.name };
  return {
    status: 200,
    body: view.toSavedDraft(path.templateId, await drafts.editDraft(ctx, KIND, path.templateId, given)),
  };
};

const listEmailTemplateGenerations: Handler<'listEmailTemplateGenerations'> = async ({ path, query }, ctx) => {
  const { generations, next } = await listGenerations(ctx, KIND, path.templateId, query);
  return { status: 200, body: { generations: generations.map((generation) => view.toGeneration(path.templateId, generation)), ...next } };
};

const restoreEmailTemplate: Handler<'restoreEmailTemplate'> = async ({ path, body }, ctx) => {
  const given = { version: body.version, createdByName: ctx.key.name };
  return {
    status: 200,
    body: view.toGeneration(path.templateId, await drafts.restore(ctx, KIND, path.templateId, given)),
  };
};

const saveEmailTemplateCode: Handler<'saveEmailTemplateCode'> = async ({ path, body }, ctx) => ({
  status: 200,
  body: view.toSavedCode(
    path.templateId,
    await documents.saveCode(ctx, KIND, path.templateId, { code: body.code, createdByName: ctx.key.name }),
  ),
});

const getEmailTemplatePlainText: Handler<'getEmailTemplatePlainText'> = async ({ path }, ctx) => ({
  status: 200,
  body: view.toPlainText(await texts.readText(ctx, KIND, path.templateId)),
});

const overrideEmailTemplatePlainText: Handler<'overrideEmailTemplatePlainText'> = async ({ path, body }, ctx) => ({
  status: 200,
  body: view.toPlainText(await texts.overrideText(ctx, KIND, path.templateId, body.content)),
});

const revertEmailTemplatePlainText: Handler<'revertEmailTemplatePlainText'> = async ({ path }, ctx) => ({
  status: 200,
  body: view.toPlainText(await texts.revertText(ctx, KIND, path.templateId)),
});

const approveEmailTemplate: Handler<'approveEmailTemplate'> = async ({ path, body }, ctx) => ({
  status: 200,
  body: view.toTemplate(await documents.approve(ctx, KIND, path.templateId, body?.version)),
});

const unapproveEmailTemplate: Handler<'unapproveEmailTemplate'> = async ({ path }, ctx) => ({
  status: 200,
  body: view.toTemplate(await documents.unapprove(ctx, KIND, path.templateId)),
});

/** Those among them that have something written. */
export function createEmailTemplateHandlers({ wake, findUsers }: { wake: Wake; findUsers: FindUsers }) {
  const getEmailTemplate: Handler<'getEmailTemplate'> = async ({ path }, ctx) => {
    const template = await documents.requireDocument(ctx, KIND, path.templateId);
    const users = await showUsers(ctx, findUsers, thing('email_template', template.id));
    return { status: 200, body: { ...view.toTemplate(template), ...users } };
  };

  const createEmailTemplate: Handler<'createEmailTemplate'> = async ({ body }, ctx) => {
    const { name, prompt, code } = body;
    const headers = headersIn(KIND, body);
    if (code !== undefined) await documents.checkCode(ctx, KIND, code);
    await checkHeaders(ctx, KIND, headers);
    const given = { name, createdByName: ctx.key.name, ...headers };
    if (prompt !== undefined) {
      return { status: 202, body: view.toStarted(await createDraft(ctx, wake, KIND, given, { prompt })) };
    }
    const beginning: documents.Beginning =
      code === undefined ? { type: 'scaffold', ...scaffold(await brandOf(ctx)) } : { type: 'code', html: code };
    const template = await documents.createDocument(ctx, KIND, given, beginning);
    const warnings = code === undefined ? [] : await KIND.warn(ctx.workspaceId, code, null);
    return { status: 201, body: { ...view.toTemplate(template), warnings: toWarnings(warnings) } };
  };

  const iterateEmailTemplate: Handler<'iterateEmailTemplate'> = async ({ path, body }, ctx) => {
    const wish = { prompt: body.prompt, createdByName: ctx.key.name, assetIds: body.asset_ids?.map(fromUlid) };
    return { status: 202, body: view.toStarted(await iterate(ctx, wake, KIND, path.templateId, wish)) };
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
