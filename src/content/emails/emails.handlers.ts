import { type Handler, type Handlers, holding } from '../../http/handler.types.ts';
import type { Db } from '../../platform/db.ts';
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
  warnings: toWarnings(await warnOfTags(db, email.workspaceId, email.id)),
});

const hold = (tx: Db, workspaceId: string, path: { emailId: string }) => lockDocument(tx, EMAIL, workspaceId, path.emailId);

const listEmails: Handler<'listEmails'> = async ({ query }, { db, workspaceId }) => {
  const { documents, next } = await listDocuments(db, EMAIL, workspaceId, query);
  return { status: 200, body: { emails: documents.map(toEmailSummary), ...next } };
};

const updateEmail: Handler<'updateEmail'> = async ({ path, body }, { db, workspaceId, now }) => {
  const headers = headersIn(EMAIL, body);
  await checkHeaders(db, EMAIL, workspaceId, headers);
  const email = await documents.changeDocument(db, EMAIL, workspaceId, path.emailId, { name: body.name, headers }, now);
  return { status: 200, body: await show(db, email) };
};

const duplicateEmail: Handler<'duplicateEmail'> = async ({ path, body }, { db, workspaceId, key, now }) => ({
  status: 201,
  body: toEmail(await documents.copyNewest(db, EMAIL, workspaceId, path.emailId, { name: body?.name, createdByName: key.name }, now)),
});

const getEmailContent: Handler<'getEmailContent'> = async ({ path }, { db, workspaceId }) => ({
  status: 200,
  html: await readContent(db, EMAIL, workspaceId, path.emailId, 'current'),
});

const getEmailGeneration: Handler<'getEmailGeneration'> = async ({ path }, { db, workspaceId }) => {
  const generation = await requireGeneration(db, EMAIL, workspaceId, path.emailId, fromUlid(path.generationId));
  return { status: 200, body: toGeneration(path.emailId, generation) };
};

const getEmailGenerationContent: Handler<'getEmailGenerationContent'> = async ({ path }, { db, workspaceId }) => ({
  status: 200,
  html: await readContent(db, EMAIL, workspaceId, path.emailId, { generationId: fromUlid(path.generationId) }),
});

const getEmailGenerationPlainText: Handler<'getEmailGenerationPlainText'> = async ({ path }, { db, workspaceId }) => {
  const text = await readVersionText(db, EMAIL, workspaceId, path.emailId, { generationId: fromUlid(path.generationId) });
  return { status: 200, body: toGenerationText(path.emailId, text) };
};

const getEmailDraft: Handler<'getEmailDraft'> = async ({ path }, { db, workspaceId }) => ({
  status: 200,
  body: toDraft(path.emailId, await drafts.readDraft(db, EMAIL, workspaceId, path.emailId)),
});

const createEmailFromDraft: Handler<'createEmailFromDraft'> = async ({ body }, { db, workspaceId, key, now }) => {
  const given = { name: body.name, draft: body.draft, createdByName: key.name };
  const { documentId, ...saved } = await drafts.createFromDraft(db, EMAIL, workspaceId, given, now);
  return { status: 201, body: toSavedDraft(documentId, saved) };
};

const saveEmailDraft: Handler<'saveEmailDraft'> = async ({ path, body }, { db, workspaceId, key, now }) => {
  const given = { draft: body.draft, createdByName: key.name };
  return { status: 200, body: toSavedDraft(path.emailId, await drafts.saveDraft(db, EMAIL, workspaceId, path.emailId, given, now)) };
};

const editEmailDraft: Handler<'editEmailDraft'> = async ({ path, body }, { db, workspaceId, key, now }) => {
  const given = { operations: body.operations, createdByName: key.name };
  return { status: 200, body: toSavedDraft(path.emailId, await drafts.editDraft(db, EMAIL, workspaceId, path.emailId, given, now)) };
};

const listEmailGenerations: Handler<'listEmailGenerations'> = async ({ path, query }, { db, workspaceId }) => {
  const { generations, next } = await listGenerations(db, EMAIL, workspaceId, path.emailId, query);
  return { status: 200, body: { generations: generations.map((generation) => toGeneration(path.emailId, generation)), ...next } };
};

const restoreEmail: Handler<'restoreEmail'> = async ({ path, body }, { db, workspaceId, key, now }) => {
  const given = { version: body.version, createdByName: key.name };
  return { status: 200, body: toGeneration(path.emailId, await drafts.restore(db, EMAIL, workspaceId, path.emailId, given, now)) };
};

const saveEmailCode: Handler<'saveEmailCode'> = async ({ path, body }, { db, workspaceId, key, now }) => {
  const saved = await documents.saveCode(db, EMAIL, workspaceId, path.emailId, { code: body.code, createdByName: key.name }, now);
  return { status: 200, body: toSavedCode(path.emailId, saved) };
};

const getEmailPlainText: Handler<'getEmailPlainText'> = async ({ path }, { db, workspaceId }) => ({
  status: 200,
  body: toPlainText(await texts.readText(db, EMAIL, workspaceId, path.emailId)),
});

const overrideEmailPlainText: Handler<'overrideEmailPlainText'> = async ({ path, body }, { db, workspaceId, now }) => ({
  status: 200,
  body: toPlainText(await texts.overrideText(db, EMAIL, workspaceId, path.emailId, body.content, now)),
});

const revertEmailPlainText: Handler<'revertEmailPlainText'> = async ({ path }, { db, workspaceId, now }) => ({
  status: 200,
  body: toPlainText(await texts.revertText(db, EMAIL, workspaceId, path.emailId, now)),
});

const approveEmail: Handler<'approveEmail'> = async ({ path, body }, { db, workspaceId, now }) => ({
  status: 200,
  body: await show(db, await documents.approve(db, EMAIL, workspaceId, path.emailId, body?.version, now)),
});

/** Those among them that ask the wing above whether an email may go, or have something written. */
export function createEmailHandlers({ findUsers, wake }: EmailDependencies) {
  const createEmail: Handler<'createEmail'> = async ({ body }, { db, workspaceId, key, now }) => {
    const { name, prompt, template_id: templateId, token_data: tokens = {} } = body;
    const given = { name, headers: headersIn(EMAIL, body), createdByName: key.name, prompt, templateId, tokens };
    const created = await service.createEmail(db, wake, workspaceId, given, now);
    return 'email' in created ? { status: 201, body: await show(db, created.email) } : { status: 202, body: toStarted(created.started) };
  };

  const iterateEmail: Handler<'iterateEmail'> = async ({ path, body }, { db, workspaceId, key, now }) => {
    const wish = { prompt: body.prompt, createdByName: key.name, assetIds: body.asset_ids?.map(fromUlid) };
    return { status: 202, body: toStarted(await iterate(db, wake, EMAIL, workspaceId, path.emailId, wish, now)) };
  };

  const getEmail: Handler<'getEmail'> = async ({ path }, { db, workspaceId }) => {
    const email = await documents.requireDocument(db, EMAIL, workspaceId, path.emailId);
    const users = await showUsers(db, findUsers, workspaceId, thing('email', email.id));
    return { status: 200, body: { ...(await show(db, email)), ...users } };
  };

  const isFree: documents.Guard = (tx, workspaceId, emailId) =>
    beginRemoval(tx, findUsers, workspaceId, { thing: thing('email', emailId), name: 'This email', code: IN_USE });

  const deleteEmail: Handler<'deleteEmail'> = async ({ path }, { db, workspaceId, now }) => {
    await documents.removeDocument(db, EMAIL, workspaceId, path.emailId, now, isFree);
    return { status: 200, body: { email_id: path.emailId, deleted: true } };
  };

  const unapproveEmail: Handler<'unapproveEmail'> = async ({ path }, { db, workspaceId, now }) => ({
    status: 200,
    body: await show(db, await documents.unapprove(db, EMAIL, workspaceId, path.emailId, now, isFree)),
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
