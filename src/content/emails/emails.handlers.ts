import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { Db } from '../../platform/db.ts';
import { fromUlid } from '../../platform/ids.ts';
import { DomainError } from '../../shared/errors.ts';
import * as documents from '../documents/documents.service.ts';
import { checkHeaders, headersIn } from '../documents/headers.ts';
import { EMAIL } from '../documents/kinds.ts';
import { listDocuments } from '../documents/listing.ts';
import * as texts from '../documents/texts.service.ts';
import { iterate, requireGeneration, type Wake } from '../generation/generations.service.ts';
import { readContent, readVersionText } from '../versions/content.ts';
import * as service from './emails.service.ts';
import { toEmail, toEmailSummary, toGeneration, toGenerationText, toPlainText, toSavedCode, toStarted } from './emails.view.ts';

/** What keeps an email from being withdrawn or deleted, by the code of the refusal; null when nothing does. The wing above knows. */
export type FindEmailHold = (
  db: Db,
  workspaceId: string,
  emailId: string,
) => Promise<'email_in_scheduled_blast' | 'email_in_active_flow' | null>;

export interface EmailDependencies {
  findEmailHold: FindEmailHold;
  wake: Wake;
}

const HOLDS = {
  email_in_scheduled_blast: 'A blast that is scheduled or being sent needs this email.',
  email_in_active_flow: 'A flow that is active needs this email.',
};

const listEmails: Handler<'listEmails'> = async ({ query }, { db, workspaceId }) => {
  const { documents, next } = await listDocuments(db, EMAIL, workspaceId, query);
  return { status: 200, body: { emails: documents.map(toEmailSummary), ...next } };
};

const getEmail: Handler<'getEmail'> = async ({ path }, { db, workspaceId }) => ({
  status: 200,
  body: toEmail(await documents.requireDocument(db, EMAIL, workspaceId, path.emailId)),
});

const updateEmail: Handler<'updateEmail'> = async ({ path, body }, { db, workspaceId, now }) => {
  const headers = headersIn(EMAIL, body);
  await checkHeaders(db, EMAIL, workspaceId, headers);
  const email = await documents.changeDocument(db, EMAIL, workspaceId, path.emailId, { name: body.name, headers }, now);
  return { status: 200, body: toEmail(email) };
};

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

const saveEmailCode: Handler<'saveEmailCode'> = async ({ path, body }, { db, workspaceId, now }) => {
  const saved = await documents.saveCode(db, EMAIL, workspaceId, path.emailId, body.code, now);
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
  body: toEmail(await documents.approve(db, EMAIL, workspaceId, path.emailId, body?.version, now)),
});

/** Those among them that ask the wing above whether an email may go, or have something written. */
export function createEmailHandlers({ findEmailHold, wake }: EmailDependencies) {
  const createEmail: Handler<'createEmail'> = async ({ body }, { db, workspaceId, key, now }) => {
    const { name, prompt, template_id: templateId, token_data: tokens = {} } = body;
    const given = { name, headers: headersIn(EMAIL, body), createdByName: key.name, prompt, templateId, tokens };
    const created = await service.createEmail(db, wake, workspaceId, given, now);
    return 'email' in created ? { status: 201, body: toEmail(created.email) } : { status: 202, body: toStarted(created.started) };
  };

  const iterateEmail: Handler<'iterateEmail'> = async ({ path, body }, { db, workspaceId, now }) => {
    const wish = { prompt: body.prompt, assetIds: body.asset_ids?.map(fromUlid) };
    return { status: 202, body: toStarted(await iterate(db, wake, EMAIL, workspaceId, path.emailId, wish, now)) };
  };

  const isFree: documents.Guard = async (tx, workspaceId, emailId) => {
    const hold = await findEmailHold(tx, workspaceId, emailId);
    if (hold) throw new DomainError(hold, HOLDS[hold]);
  };

  const deleteEmail: Handler<'deleteEmail'> = async ({ path }, { db, workspaceId }) => {
    await documents.removeDocument(db, EMAIL, workspaceId, path.emailId, isFree);
    return { status: 200, body: { email_id: path.emailId, deleted: true } };
  };

  const unapproveEmail: Handler<'unapproveEmail'> = async ({ path }, { db, workspaceId, now }) => ({
    status: 200,
    body: toEmail(await documents.unapprove(db, EMAIL, workspaceId, path.emailId, now, isFree)),
  });

  return {
    listEmails,
    createEmail,
    getEmail,
    updateEmail,
    deleteEmail,
    getEmailContent,
    getEmailGeneration,
    getEmailGenerationContent,
    getEmailGenerationPlainText,
    iterateEmail,
    saveEmailCode,
    getEmailPlainText,
    overrideEmailPlainText,
    revertEmailPlainText,
    approveEmail,
    unapproveEmail,
  } satisfies Partial<Handlers>;
}
