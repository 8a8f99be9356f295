import type { Email } from '../../../generated/prisma/client.ts';
import type { ApiRequest, Handler, Handlers } from '../../http/handler.types.ts';
import { decodeCursor, encodeCursor, isTimestamp } from '../../shared/cursor.ts';
import { notFound, notImplemented } from '../../shared/errors.ts';
import { currentVersion } from '../versions/versions.repo.ts';
import { type EmailListing, type EmailSort, emailsAfter, type Headers, readEmail } from './emails.repo.ts';
import * as service from './emails.service.ts';
import { toEmail, toEmailSummary, toPlainText, toSavedCode } from './emails.view.ts';

export interface EmailDependencies {
  isEmailInUse: service.IsEmailInUse;
}

const listEmails: Handler<'listEmails'> = async ({ query }, { db, workspaceId }) => {
  const { status, sort_by, sort_order, limit, cursor } = query;
  const listing = { status, sort: status === 'any' ? sort_by : 'updated_at', order: sort_order } as const satisfies EmailListing;
  const isKey = listing.sort === 'name' ? () => true : isTimestamp;
  const after = cursor === undefined ? undefined : decodeCursor({ ...listing, limit: String(limit) }, cursor, isKey);
  // One more than asked for tells whether there is a next page.
  const emails = await emailsAfter(db, workspaceId, listing, after, limit + 1);
  const page = emails.slice(0, limit);
  const last = emails.length > limit ? page.at(-1) : undefined;
  const next = last && encodeCursor({ ...listing, limit: String(limit) }, { key: sortKey(last, listing.sort), id: last.id });
  return { status: 200, body: { emails: page.map(toEmailSummary), ...(next && { next_cursor: next }) } };
};

const sortKey = (email: Email, sort: EmailSort): string =>
  sort === 'name' ? email.name : (sort === 'updated_at' ? email.updatedAt : email.createdAt).toISOString();

const createEmail: Handler<'createEmail'> = async ({ body }, { db, workspaceId, key, now }) => {
  if (body.prompt !== undefined || body.template_id !== undefined) throw notImplemented('starting an email from a prompt or a template');
  const { subject = null, previewText = null, fromName = null, fromAddress = null, replyToEmail = null } = headersOf(body);
  const headers = { subject, previewText, fromName, fromAddress, replyToEmail };
  const email = await service.createEmail(db, workspaceId, { name: body.name, headers, createdByName: key.name }, now);
  return { status: 201, body: toEmail(email) };
};

const getEmail: Handler<'getEmail'> = async ({ path }, { db, workspaceId }) => {
  const email = await readEmail(db, workspaceId, path.emailId);
  if (!email) throw notFound();
  return { status: 200, body: toEmail(email) };
};

const updateEmail: Handler<'updateEmail'> = async ({ path, body }, { db, workspaceId, now }) => {
  const email = await service.updateEmail(db, workspaceId, path.emailId, { name: body.name, headers: headersOf(body) }, now);
  return { status: 200, body: toEmail(email) };
};

/** The headers as far as they were sent. */
const headersOf = (body: ApiRequest<'updateEmail'>['body']): Partial<Headers> => ({
  subject: body.subject,
  previewText: body.preview_text,
  fromName: body.from_name,
  fromAddress: body.from_address,
  replyToEmail: body.reply_to_email,
});

const getEmailContent: Handler<'getEmailContent'> = async ({ path }, { db, workspaceId }) => {
  const version = await currentVersion(db, workspaceId, path.emailId);
  if (!version) throw notFound();
  return { status: 200, html: version.html };
};

const saveEmailCode: Handler<'saveEmailCode'> = async ({ path, body }, { db, workspaceId, now }) => {
  const saved = await service.saveCode(db, workspaceId, path.emailId, body.code, now);
  return { status: 200, body: toSavedCode(path.emailId, saved) };
};

const getEmailPlainText: Handler<'getEmailPlainText'> = async ({ path }, { db, workspaceId }) => {
  const { email, version } = await service.readPlainText(db, workspaceId, path.emailId);
  return { status: 200, body: toPlainText(email, version) };
};

const overrideEmailPlainText: Handler<'overrideEmailPlainText'> = async ({ path, body }, { db, workspaceId, now }) => {
  const { email, version } = await service.overridePlainText(db, workspaceId, path.emailId, body.content, now);
  return { status: 200, body: toPlainText(email, version) };
};

const revertEmailPlainText: Handler<'revertEmailPlainText'> = async ({ path }, { db, workspaceId, now }) => {
  const { email, version } = await service.revertPlainText(db, workspaceId, path.emailId, now);
  return { status: 200, body: toPlainText(email, version) };
};

const approveEmail: Handler<'approveEmail'> = async ({ path, body }, { db, workspaceId, now }) => {
  const email = await service.approve(db, workspaceId, path.emailId, body?.version, now);
  return { status: 200, body: toEmail(email) };
};

/** Handlers that ask the wing above whether an email may go. */
export function createEmailHandlers({ isEmailInUse }: EmailDependencies) {
  const deleteEmail: Handler<'deleteEmail'> = async ({ path }, { db, workspaceId }) => {
    await service.deleteEmail(db, isEmailInUse, workspaceId, path.emailId);
    return { status: 200, body: { email_id: path.emailId, deleted: true } };
  };

  const unapproveEmail: Handler<'unapproveEmail'> = async ({ path }, { db, workspaceId, now }) => {
    const email = await service.unapprove(db, isEmailInUse, workspaceId, path.emailId, now);
    return { status: 200, body: toEmail(email) };
  };

  return {
    listEmails,
    createEmail,
    getEmail,
    updateEmail,
    deleteEmail,
    getEmailContent,
    saveEmailCode,
    getEmailPlainText,
    overrideEmailPlainText,
    revertEmailPlainText,
    approveEmail,
    unapproveEmail,
  } satisfies Partial<Handlers>;
}
