import type { Handler, Handlers } from '../../http/handler.types.ts';
import { type DocumentDependencies, mailHandlers } from '../documents/documents.handlers.ts';
import { headersIn } from '../documents/headers.ts';
import { EMAIL } from '../documents/kinds.ts';
import * as service from './emails.service.ts';
import { EMAILS } from './emails.view.ts';

export function createEmailHandlers(dependencies: DocumentDependencies) {
  const email = mailHandlers(EMAILS, dependencies);

  const createEmail: Handler<'createEmail'> = async ({ body, key }, ctx) => {
    const { name, prompt, tracking, template_id: templateId, token_data: tokens = {} } = body;
    const given = { name, headers: headersIn(EMAIL, body), createdByName: key.name, prompt, templateId, tokens, tracking };
    const created = await service.createEmail(ctx, dependencies.wake, given);
    return 'email' in created
      ? { status: 201, body: await email.show(ctx, created.email) }
      : { status: 202, body: email.toStarted(created.started) };
  };

  return {
    createEmail,
    listEmails: email.list,
    getEmail: email.get,
    updateEmail: email.update,
    deleteEmail: email.remove,
    duplicateEmail: email.copy,
    getEmailContent: email.content,
    getEmailGeneration: email.generation,
    getEmailGenerationContent: email.generationContent,
    getEmailGenerationPlainText: email.generationText,
    listEmailGenerations: email.generations,
    cancelEmailGeneration: email.cancelGeneration,
    iterateEmail: email.iterate,
    saveEmailCode: email.saveCode,
    getEmailDraft: email.readDraft,
    createEmailFromDraft: email.createFromDraft,
    saveEmailDraft: email.saveDraft,
    editEmailDraft: email.editDraft,
    getEmailDiff: email.diff,
    restoreEmail: email.restore,
    getEmailPlainText: email.readText,
    overrideEmailPlainText: email.overrideText,
    revertEmailPlainText: email.revertText,
    approveEmail: email.approve,
    unapproveEmail: email.unapprove,
  } satisfies Partial<Handlers>;
}
