import type { Handler, Handlers } from '../../http/handler.types.ts';
import { brandOf } from '../brand.ts';
import { type DocumentDependencies, mailHandlers } from '../documents/documents.handlers.ts';
import * as documents from '../documents/documents.service.ts';
import { toWarnings } from '../documents/documents.view.ts';
import { checkHeaders, headersIn } from '../documents/headers.ts';
import { EMAIL_TEMPLATE as KIND } from '../documents/kinds.ts';
import { createDraft } from '../generation/generations.service.ts';
import { scaffold } from '../scaffold.ts';
import { EMAIL_TEMPLATES } from './email-templates.view.ts';

export function createEmailTemplateHandlers(dependencies: DocumentDependencies) {
  const template = mailHandlers(EMAIL_TEMPLATES, dependencies);

  const createEmailTemplate: Handler<'createEmailTemplate'> = async ({ body, key }, ctx) => {
    const { name, prompt, code } = body;
    const headers = headersIn(KIND, body);
    if (code !== undefined) await documents.checkCode(ctx, KIND, code);
    await checkHeaders(ctx, KIND, headers);
    const given = { name, createdByName: key.name, ...headers };
    if (prompt !== undefined) {
      return { status: 202, body: template.toStarted(await createDraft(ctx, dependencies.wake, KIND, given, { prompt })) };
    }
    const beginning: documents.Beginning =
      code === undefined ? { type: 'scaffold', ...scaffold(await brandOf(ctx)) } : { type: 'code', html: code };
    const created = await documents.createDocument(ctx, KIND, given, beginning);
    const warnings = code === undefined ? [] : await KIND.warn(ctx.workspaceId, code, null);
    return { status: 201, body: { ...EMAIL_TEMPLATES.toWhole(created, dependencies.links), warnings: toWarnings(warnings) } };
  };

  return {
    createEmailTemplate,
    listEmailTemplates: template.list,
    getEmailTemplate: template.get,
    updateEmailTemplate: template.update,
    deleteEmailTemplate: template.remove,
    cloneEmailTemplate: template.copy,
    getEmailTemplateContent: template.content,
    getEmailTemplateGeneration: template.generation,
    getEmailTemplateGenerationContent: template.generationContent,
    getEmailTemplateGenerationPlainText: template.generationText,
    listEmailTemplateGenerations: template.generations,
    cancelEmailTemplateGeneration: template.cancelGeneration,
    iterateEmailTemplate: template.iterate,
    saveEmailTemplateCode: template.saveCode,
    getEmailTemplateDraft: template.readDraft,
    saveEmailTemplateDraft: template.saveDraft,
    editEmailTemplateDraft: template.editDraft,
    getEmailTemplateDiff: template.diff,
    restoreEmailTemplate: template.restore,
    getEmailTemplatePlainText: template.readText,
    overrideEmailTemplatePlainText: template.overrideText,
    revertEmailTemplatePlainText: template.revertText,
    approveEmailTemplate: template.approve,
    unapproveEmailTemplate: template.unapprove,
  } satisfies Partial<Handlers>;
}
