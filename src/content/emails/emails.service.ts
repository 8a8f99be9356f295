import type { Email } from '../../../generated/prisma/client.ts';
import type { Db } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import { DomainError, invalid, notFound } from '../../shared/errors.ts';
import { checkMergeTags } from '../../shared/merge-tags.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import { checkHtml } from '../versions/html.ts';
import { plainTextOf } from '../versions/plain-text.ts';
import { replacePreheader, withPreheader } from '../versions/preheader.ts';
import { addVersion, currentVersion, deleteVersions, rewriteVersion, type Version } from '../versions/versions.repo.ts';
import * as repo from './emails.repo.ts';
import { checkHeaders, missingHeaders } from './headers.service.ts';
import { scaffold } from './scaffold.ts';

/** Whether a blast that is scheduled or being sent needs the email. The wing above knows. */
export type IsEmailInUse = (db: Db, workspaceId: string, emailId: string) => Promise<boolean>;

const LARGEST_TEXT_BYTES = 1024 * 1024;

/** An email and its newest version, both held until the transaction ends. */
interface Held {
  email: Email;
  current: Version;
}

/** Runs `work` on an email that nobody else can change meanwhile. @throws not_found */
function withEmail<Result>(db: Db, workspaceId: string, emailId: string, work: (tx: Db, email: Email) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    const email = await repo.lockEmail(tx, workspaceId, emailId);
    if (!email) throw notFound();
    return work(tx, email);
  });
}

/** The same for what concerns the newest version. */
const withCurrent = <Result>(
  db: Db,
  workspaceId: string,
  emailId: string,
  work: (tx: Db, held: Held) => Promise<Result>,
): Promise<Result> =>
  withEmail(db, workspaceId, emailId, async (tx, email) => {
    const current = await currentVersion(tx, workspaceId, emailId);
    if (!current) throw notFound();
    return work(tx, { email, current });
  });

/**
 * Makes a draft with the blank design of the workspace as its version 1.
 * @throws validation_failed for a malformed merge tag, or a sender at a domain that is not verified
 */
export async function createEmail(
  db: Db,
  workspaceId: string,
  { name, headers, createdByName }: { name: string; headers: repo.Headers; createdByName: string },
  now: Date,
): Promise<Email> {
  await checkHeaders(db, workspaceId, headers);
  const { name: workspaceName, brand } = await findWorkspace(db, workspaceId);
  const html = withPreheader(scaffold({ workspaceName, brand }), headers.previewText);
  const id = newId();
  return db.transaction(async (tx) => {
    const { version } = await addVersion(tx, workspaceId, { subjectId: id, type: 'scaffold', ...autoText(html) }, now);
    return repo.insertEmail(tx, workspaceId, { id, name, headers, currentVersion: version, createdByName }, now);
  });
}

/**
 * Changes what is given. A new preview text goes into the newest version; one that is approved and older stays as it was
 * approved. @throws validation_failed, not_found
 */
export async function updateEmail(
  db: Db,
  workspaceId: string,
  emailId: string,
  { name, headers }: { name?: string; headers: Partial<repo.Headers> },
  now: Date,
): Promise<Email> {
  await checkHeaders(db, workspaceId, headers);
  return withCurrent(db, workspaceId, emailId, async (tx, { current }) => {
    if (headers.previewText !== undefined) {
      const html = replacePreheader(current.html, headers.previewText);
      // A preheader of the author's that could be seen is part of the text, too.
      const content = current.plainTextSource === 'override' ? { html } : autoText(html);
      if (html !== current.html) await rewriteVersion(tx, workspaceId, current.id, content);
    }
    return repo.changeEmail(tx, workspaceId, emailId, { name, ...headers, updatedAt: now });
  });
}

/** @throws email_in_scheduled_blast, not_found */
export function deleteEmail(db: Db, isEmailInUse: IsEmailInUse, workspaceId: string, emailId: string): Promise<void> {
  return withEmail(db, workspaceId, emailId, async (tx) => {
    if (await isEmailInUse(tx, workspaceId, emailId)) throw inUse();
    await deleteVersions(tx, workspaceId, emailId);
    await repo.deleteEmail(tx, workspaceId, emailId);
  });
}

/**
 * Makes HTML the newest version. An approval stays where it is; so does a plain text of the author's own, which from then
 * on is stale. @throws validation_failed, not_found
 */
export async function saveCode(
  db: Db,
  workspaceId: string,
  emailId: string,
  code: string,
  now: Date,
): Promise<{ id: string; version: number }> {
  const problem = checkHtml(code);
  if (problem) throw invalid({ path: 'code', message: problem });
  return withCurrent(db, workspaceId, emailId, async (tx, { email, current }) => {
    const overridden = email.plainTextOverriddenAt !== null;
    const content = autoText(withPreheader(code, email.previewText));
    const text = overridden ? { plainText: current.plainText, plainTextSource: 'override' as const } : {};
    const saved = await addVersion(tx, workspaceId, { subjectId: emailId, type: 'code', ...content, ...text }, now);
    await repo.changeEmail(tx, workspaceId, emailId, { currentVersion: saved.version, plainTextStale: overridden, updatedAt: now });
    return saved;
  });
}

export interface EmailText {
  email: Email;
  version: Version;
}

/** @throws not_found */
export async function readPlainText(db: Db, workspaceId: string, emailId: string): Promise<EmailText> {
  const [email, version] = await Promise.all([repo.readEmail(db, workspaceId, emailId), currentVersion(db, workspaceId, emailId)]);
  if (!email || !version) throw notFound();
  return { email, version };
}

/** Puts the author's own text beside the newest version; an empty one leaves it without. @throws validation_failed, not_found */
export async function overridePlainText(db: Db, workspaceId: string, emailId: string, content: string, now: Date): Promise<EmailText> {
  const problem = Buffer.byteLength(content) > LARGEST_TEXT_BYTES ? 'must not be larger than 1 MiB of UTF-8' : checkMergeTags(content);
  if (problem) throw invalid({ path: 'content', message: problem });
  return withCurrent(db, workspaceId, emailId, async (tx, { current }) => {
    const text = { plainText: content, plainTextSource: 'override' as const };
    await rewriteVersion(tx, workspaceId, current.id, text);
    const email = await repo.changeEmail(tx, workspaceId, emailId, { plainTextOverriddenAt: now, plainTextStale: false, updatedAt: now });
    return { email, version: { ...current, ...text } };
  });
}

/** Derives the text of the newest version from its HTML again. @throws not_found */
export function revertPlainText(db: Db, workspaceId: string, emailId: string, now: Date): Promise<EmailText> {
  return withCurrent(db, workspaceId, emailId, async (tx, { email, current }) => {
    if (email.plainTextOverriddenAt === null) return { email, version: current };
    const content = autoText(current.html);
    await rewriteVersion(tx, workspaceId, current.id, content);
    const reverted = await repo.changeEmail(tx, workspaceId, emailId, {
      plainTextOverriddenAt: null,
      plainTextStale: false,
      updatedAt: now,
    });
    return { email: reverted, version: { ...current, ...content } };
  });
}

/**
 * Lets blasts send the newest version.
 * @param version the one that was looked at, to be refused when there is a newer one
 * @throws email_missing_required_headers, approval_version_stale, not_found
 */
export function approve(db: Db, workspaceId: string, emailId: string, version: number | undefined, now: Date): Promise<Email> {
  return withCurrent(db, workspaceId, emailId, async (tx, { email, current }) => {
    const missing = missingHeaders(email);
    if (missing.length > 0) {
      throw new DomainError('email_missing_required_headers', `Set ${LIST.format(missing)} before approving the email.`, { missing });
    }
    if (version !== undefined && version !== current.version) {
      const message = `Version ${version} is not the newest version of this email, which is ${current.version}.`;
      throw new DomainError('approval_version_stale', message);
    }
    if (email.approvedVersion === current.version) return email;
    return repo.changeEmail(tx, workspaceId, emailId, { status: 'approved', approvedVersion: current.version, updatedAt: now });
  });
}

/** @throws email_in_scheduled_blast, not_found */
export function unapprove(db: Db, isEmailInUse: IsEmailInUse, workspaceId: string, emailId: string, now: Date): Promise<Email> {
  return withEmail(db, workspaceId, emailId, async (tx, email) => {
    if (email.status === 'draft') return email;
    if (await isEmailInUse(tx, workspaceId, emailId)) throw inUse();
    return repo.changeEmail(tx, workspaceId, emailId, { status: 'draft', approvedVersion: null, updatedAt: now });
  });
}

const LIST = new Intl.ListFormat('en');

const inUse = (): DomainError => new DomainError('email_in_scheduled_blast', 'A blast that is scheduled or being sent needs this email.');

const autoText = (html: string) => ({ html, plainText: plainTextOf(html), plainTextSource: 'auto' as const });
