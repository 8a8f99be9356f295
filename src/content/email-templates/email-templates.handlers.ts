import type { Handler, Handlers } from '../../http/handler.types.ts';
import { fromUlid } from '../../platform/ids.ts';
import { type FindUsers, showUsers, thing } from '../../workspaces/references.ts';
import { brandOf } from '../brand.ts';
import * as documents from '../documents/documents.service.ts';
import { toWarnings } from '../documents/documents.view.ts';
import { checkHeaders, headersIn } from '../documents/headers.ts';
import { EMAIL_TEMPLATE as KIND } from '../documents/kinds.ts';
import { listDocuments } from '../documents/listing.ts';
import * as texts from '../documents/texts.service.ts';
import { createDraft, iterate, requireGeneration, type Wake } from '../generation/generations.service.ts';
import { scaffold } from '../scaffold.ts';
import { readContent, readVersionText } from '../versions/content.ts';
import * as view from './email-templates.view.ts';

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

const deleteEmailTemplate: Handler<'deleteEmailTemplate'> = async ({ path }, { db, workspaceId }) => {
  await documents.removeDocument(db, KIND, workspaceId, path.templateId);
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

const saveEmailTemplateCode: Handler<'saveEmailTemplateCode'> = async ({ path, body }, { db, workspaceId, now }) => ({
  status: 200,
  body: view.toSavedCode(path.templateId, await documents.saveCode(db, KIND, workspaceId, path.templateId, body.code, now)),
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
    if (code !== undefined) await documents.checkCode(KIND, workspaceId, code);
    await checkHeaders(db, KIND, workspaceId, headers);
    const given = { name, createdByName: key.name, ...headers };
    if (prompt !== undefined) {
      return { status: 202, body: view.toStarted(await createDraft(db, wake, KIND, workspaceId, given, { prompt }, now)) };
    }
    const beginning: documents.Beginning =
      code === undefined ? { type: 'scaffold', html: scaffold(await brandOf(db, workspaceId)) } : { type: 'code', html: code };
    const template = await documents.createDocument(db, KIND, workspaceId, given, beginning, now);
    const warnings = code === undefined ? [] : await KIND.warn(workspaceId, code, null);
    return { status: 201, body: { ...view.toTemplate(template), warnings: toWarnings(warnings) } };
  };

  const iterateEmailTemplate: Handler<'iterateEmailTemplate'> = async ({ path, body }, { db, workspaceId, now }) => {
    const wish = { prompt: body.prompt, assetIds: body.asset_ids?.map(fromUlid) };
    return { status: 202, body: view.toStarted(await iterate(db, wake, KIND, workspaceId, path.templateId, wish, now)) };
  };

  return {
    listEmailTemplates,
    createEmailTemplate,
    getEmailTemplate,
    updateEmailTemplate,
    deleteEmailTemplate,
    cloneEmailTemplate,
    getEmailTemplateContent,
    getEmailTemplateGeneration,
    getEmailTemplateGenerationContent,
    getEmailTemplateGenerationPlainText,
    iterateEmailTemplate,
    saveEmailTemplateCode,
    getEmailTemplatePlainText,
    overrideEmailTemplatePlainText,
    revertEmailTemplatePlainText,
    approveEmailTemplate,
    unapproveEmailTemplate,
  } satisfies Partial<Handlers>;
}
