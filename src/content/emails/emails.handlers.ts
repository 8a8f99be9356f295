import { type Handler, type Handlers, holding } from '../../http/handler.types.ts';
import type { Db, Scope, Tx } from '../../platform/db.ts';
import { fromUlid } from '../../platform/ids.ts';
import { beginRemoval, type FindUsers, showUsers, thing } from '../../workspaces/references.ts';
import { lockDocument } from '../documents/documents.repo.ts';
import * as documents from '../documents/documents.service.ts';
import { toWarnings } from '../documents/documents.view.ts';
import * as drafts from '../documents/drafts.service.ts';
import { checkHeaders, headersIn } from '../documents/headers.ts';
import { listGenerations } from '../documents/history.ts';
import { EMAIL } from '../documents/kinds.ts';
import { listDocuments } from '../documents/listing.ts';
import { warnOfTags } from '../documents/merge-tags.ts';
import * as texts from '../documents/texts.service.ts';
import { iterate, requireGeneration, type Wake } from '../generation/generations.service.ts';
import { readContent, readVersionText } from '../versions/content.ts';
import * as service from './emails.service.ts';
import {
  toDraft,
  toEmail,
  toEmailSummary,
  toGeneration,
  toGenerationText,
  toPlainText,
  toSavedCode,
  toSavedDraft,
  toStarted,
} from './emails.view.ts';

export interface EmailDependencies {
  /** Asks the wing above, which sees blasts and flows. */
  findUsers: FindUsers;
  wake: Wake;
}

/** The codes of a refusal to withdraw or delete an email that is needed. */
const IN_USE = { email_blast: 'email_in_scheduled_blast', email_flow: 'email_in_active_flow' } as const;

/** An email, and what of it is probably not meant. */
const show = async (db: Db, email: documents.WholeDocument) => ({
  ...toEmail(email),
  warnings: toWarnings(await warnOfTags({ db, workspaceId: email.workspaceId }, email.id)),
});

const hold = (tx: Scope<Tx>, path: { emailId: string }) => lockDocument(tx, EMAIL, path.emailId);

const listEmails: Handler<'listEmails'> = async ({ query }, ctx) => {
  const { documents, next } = await listDocuments(ctx, EMAIL, query);
  return { status: 200, body: { emails: documents.map(toEmailSummary), ...next } };
};

const updateEmail: Handler<'updateEmail'> = async ({ path, body }, ctx) => {
  const headers = headersIn(EMAIL, body);
  await checkHeaders(ctx, EMAIL, headers);
  const email = await documents.changeDocument(ctx, EMAIL, path.emailId, { name: body.name, headers });
  return { status: 200, body: await show(ctx.db, email) };
};

const duplicateEmail: Handler<'duplicateEmail'> = async ({ path, body }, ctx) => ({
  status: 201,
  body: toEmail(await documents.copyNewest(ctx, EMAIL, path.emailId, { name: body?.name, createdByName: ctx.key.name })),
});

const getEmailContent: Handler<'getEmailContent'> = async ({ path }, ctx) => ({
  status: 200,
  html: await readContent(ctx, EMAIL, path.emailId, 'current'),
});

const getEmailGeneration: Handler<'getEmailGeneration'> = async ({ path }, ctx) => {
  const generation = await requireGeneration(ctx, EMAIL, path.emailId, fromUlid(path.generationId));
  return { status: 200, body: toGeneration(path.emailId, generation) };
};

const getEmailGenerationContent: Handler<'getEmailGenerationContent'> = async ({ path }, ctx) => ({
  status: 200,
  html: await readContent(ctx, EMAIL, path.emailId, { generationId: fromUlid(path.generationId) }),
});

const getEmailGenerationPlainText: Handler<'getEmailGenerationPlainText'> = async ({ path }, ctx) => {
  const text = await readVersionText(ctx, EMAIL, path.emailId, { generationId: fromUlid(path.generationId) });
  return { status: 200, body: toGenerationText(path.emailId, text) };
};

const getEmailDraft: Handler<'getEmailDraft'> = async ({ path }, ctx) => ({
  status: 200,
  body: toDraft(path.emailId, await drafts.readDraft(ctx, EMAIL, path.emailId)),
});

const createEmailFromDraft: Handler<'createEmailFromDraft'> = async ({ body }, ctx) => {
  const given = { name: body.name, draft: body.draft, createdByName: ctx.key.name };
  const { documentId, ...saved } = await drafts.createFromDraft(ctx, EMAIL, given);
  return { status: 201, body: toSavedDraft(documentId, saved) };
};

const saveEmailDraft: Handler<'saveEmailDraft'> = async ({ path, body }, ctx) => {
  const given = { draft: body.draft, createdByName: ctx.key.name };
  return { status: 200, body: toSavedDraft(path.emailId, await drafts.saveDraft(ctx, EMAIL, path.emailId, given)) };
};

const editEmailDraft: Handler<'editEmailDraft'> = async ({ path, body }, ctx) => {
  const given = { operations: body.operations, createdByName: ctx.key.name };
  return { status: 200, body: toSavedDraft(path.emailId, await drafts.editDraft(ctx, EMAIL, path.emailId, given)) };
};

const listEmailGenerations: Handler<'listEmailGenerations'> = async ({ path, query }, ctx) => {
  const { generations, next } = await listGenerations(ctx, EMAIL, path.emailId, query);
  return { status: 200, body: { generations: generations.map((generation) => toGeneration(path.emailId, generation)), ...next } };
};

const restoreEmail: Handler<'restoreEmail'> = async ({ path, body }, ctx) => {
  const given = { version: body.version, createdByName: ctx.key.name };
  return { status: 200, body: toGeneration(path.emailId, await drafts.restore(ctx, EMAIL, path.emailId, given)) };
};

const saveEmailCode: Handler<'saveEmailCode'> = async ({ path, body }, ctx) => {
  const saved = await documents.saveCode(ctx, EMAIL, path.emailId, { code: body.code, createdByName: ctx.key.name });
  return { status: 200, body: toSavedCode(path.emailId, saved) };
};

const getEmailPlainText: Handler<'getEmailPlainText'> = async ({ path }, ctx) => ({
  status: 200,
  body: toPlainText(await texts.readText(ctx, EMAIL, path.emailId)),
});

const overrideEmailPlainText: Handler<'overrideEmailPlainText'> = async ({ path, body }, ctx) => ({
  status: 200,
  body: toPlainText(await texts.overrideText(ctx, EMAIL, path.emailId, body.content)),
});

const revertEmailPlainText: Handler<'revertEmailPlainText'> = async ({ path }, ctx) => ({
  status: 200,
  body: toPlainText(await texts.revertText(ctx, EMAIL, path.emailId)),
});

const approveEmail: Handler<'approveEmail'> = async ({ path, body }, ctx) => ({
  status: 200,
  body: await show(ctx.db, await documents.approve(ctx, EMAIL, path.emailId, body?.version)),
});

/** Those among them that ask the wing above whether an email may go, or have something written. */
export function createEmailHandlers({ findUsers, wake }: EmailDependencies) {
  const createEmail: Handler<'createEmail'> = async ({ body }, ctx) => {
    const { name, prompt, template_id: templateId, token_data: tokens = {} } = body;
    const given = { name, headers: headersIn(EMAIL, body), createdByName: ctx.key.name, prompt, templateId, tokens };
    const created = await service.createEmail(ctx, wake, given);
    return 'email' in created
      ? { status: 201, body: await show(ctx.db, created.email) }
      : { status: 202, body: toStarted(created.started) };
  };

  const iterateEmail: Handler<'iterateEmail'> = async ({ path, body }, ctx) => {
    const wish = { prompt: body.prompt, createdByName: ctx.key.name, assetIds: body.asset_ids?.map(fromUlid) };
    return { status: 202, body: toStarted(await iterate(ctx, wake, EMAIL, path.emailId, wish)) };
  };

  const getEmail: Handler<'getEmail'> = async ({ path }, ctx) => {
    const email = await documents.requireDocument(ctx, EMAIL, path.emailId);
    const users = await showUsers(ctx, findUsers, thing('email', email.id));
    return { status: 200, body: { ...(await show(ctx.db, email)), ...users } };
  };

  const isFree: documents.Guard = (tx, emailId) =>
    beginRemoval(tx, findUsers, { thing: thing('email', emailId), name: 'This email', code: IN_USE });

  const deleteEmail: Handler<'deleteEmail'> = async ({ path }, ctx) => {
    await documents.removeDocument(ctx, EMAIL, path.emailId, isFree);
    return { status: 200, body: { email_id: path.emailId, deleted: true } };
  };

  const unapproveEmail: Handler<'unapproveEmail'> = async ({ path }, ctx) => ({
    status: 200,
    body: await show(ctx.db, await documents.unapprove(ctx, EMAIL, path.emailId, isFree)),
  });

  return {
    listEmails,
    createEmail,
    getEmail: holding(getEmail, hold),
    updateEmail,
    deleteEmail,
    duplicateEmail,
    getEmailContent,
    getEmailGeneration,
    getEmailGenerationContent,
    getEmailGenerationPlainText,
    iterateEmail,
    saveEmailCode,
    getEmailDraft: holding(getEmailDraft, hold),
    createEmailFromDraft,
    saveEmailDraft,
    editEmailDraft,
    listEmailGenerations,
    restoreEmail,
    getEmailPlainText: holding(getEmailPlainText, hold),
    overrideEmailPlainText,
    revertEmailPlainText,
    approveEmail,
    unapproveEmail,
  } satisfies Partial<Handlers>;
}
