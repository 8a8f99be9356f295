import type { components } from '../../../generated/api.d.ts';
import { apart, requireThreadTime } from '../../content/versions/apart.ts';
import { LARGEST_MAIL_BYTES } from '../../content/versions/html.ts';
import type { Ctx } from '../../platform/db.ts';
import { type ContactId, type EmailId, newId } from '../../platform/ids.ts';
import { momentOf } from '../../shared/dates.ts';
import { type DomainError, type Issue, invalid } from '../../shared/errors.ts';
import { normaliseEmail } from '../../shared/identifiers.ts';
import { checkTemplate } from '../../shared/merge-tags.ts';
import { nameOf } from '../../shared/text.ts';
import { type AttachmentFile, readAttachments } from './attachments.ts';
import { type Header, headerProblem } from './headers.ts';

export type MessageInput = components['schemas']['SendMessageRequest'];

export interface Copy {
  /** Of its delivery. */
  id: string;
  type: 'cc' | 'bcc';
  email: string;
  name: string | null;
}

/** With `externalId`, the email is that of the contact to create; an existing contact has its own. */
export type Recipient = { contactId: ContactId } | { externalId: string; email: string | null } | { email: string };

/** A message of which nothing is wrong in itself. */
export interface Draft {
  id: string;
  to: Recipient;
  toName: string | null;
  createContact: boolean;
  copies: Copy[];
  /** An email, or what the message says; `html` null for one of plain text. */
  content: { emailId: EmailId } | { subject: string; html: string | null; text: string };
  fromName: string | null;
  fromAddress: string | null;
  replyTo: string | null;
  data: MessageInput['data'] | null;
  headers: Header[];
  files: AttachmentFile[];
  scheduledAt: Date | null;
  operational: boolean;
  track: boolean;
  tags: string[];
}

const FARTHEST_MS = 90 * 24 * 60 * 60_000;
const MOST_DATA_BYTES = 64 * 1024;
const NO_ADDRESS = 'is not a valid email address';

/** Looks at a message by itself. @returns the draft, or a DomainError `validation_failed` @throws budget_exceeded */
export async function readDraft(ctx: Ctx, input: MessageInput): Promise<Draft | DomainError> {
  const issues: Issue[] = [];
  const to = recipientIn(input, issues);
  const copies = copiesIn(input, issues);
  const headers = headersIn(input, issues);
  const scheduledAt = timeIn(input, ctx.now, issues);
  const { files, issues: wrongFiles } = readAttachments(input.attachments ?? []);
  issues.push(...wrongFiles);
  if (files.some(({ contentId }) => contentId !== null) && input.html === undefined && input.email_id === undefined)
    issues.push({ path: 'attachments', message: 'must not have a content_id in a message without HTML' });
  if (Buffer.byteLength(JSON.stringify(input.data ?? {})) > MOST_DATA_BYTES)
    issues.push({ path: 'data', message: `must not come to more than ${MOST_DATA_BYTES} bytes of JSON` });
  const content = await contentIn(ctx, input, issues);
  if (issues.length > 0 || !to || !content) return invalid(...issues);
  return {
    id: newId(),
    to,
    toName: input.to.name || null,
    createContact: input.create_contact ?? false,
    copies,
    content,
    fromName: input.from_name ?? null,
    fromAddress: input.from_address ?? null,
    replyTo: input.reply_to ?? null,
    data: input.data ?? null,
    headers,
    files,
    scheduledAt,
    operational: input.operational ?? true,
    track: input.track ?? false,
    tags: input.tags ?? [],
  };
}

function recipientIn({ to, create_contact }: MessageInput, issues: Issue[]): Recipient | undefined {
  const isOne = [to.contact_id, to.email, to.external_id].filter((reference) => reference !== undefined).length === 1;
  const createsWithBoth = create_contact && to.external_id !== undefined && to.email !== undefined && to.contact_id === undefined;
  if (!isOne && !createsWithBoth) {
    issues.push({
      path: 'to',
      message: 'needs one of contact_id, external_id and email; with create_contact, external_id may have an email',
    });
    return undefined;
  }
  if (to.contact_id !== undefined) return { contactId: to.contact_id };
  const email = to.email === undefined ? null : normaliseEmail(to.email);
  if (to.email !== undefined && email === null) {
    issues.push({ path: 'to.email', message: NO_ADDRESS });
    return undefined;
  }
  if (to.external_id === undefined) return { email: email as string };
  const externalId = nameOf(to.external_id);
  if (!externalId) issues.push({ path: 'to.external_id', message: 'must not be blank' });
  return externalId ? { externalId, email } : undefined;
}

/** Each address once, as the first that it is named as. */
function copiesIn({ cc = [], bcc = [] }: MessageInput, issues: Issue[]): Copy[] {
  const copies = new Map<string, Copy>();
  for (const [type, people] of [['cc', cc] as const, ['bcc', bcc] as const]) {
    people.forEach((person, i) => {
      const email = normaliseEmail(person.email);
      if (email === null) issues.push({ path: `${type}.${i}.email`, message: NO_ADDRESS });
      else if (!copies.has(email)) copies.set(email, { id: newId(), type, email, name: person.name || null });
    });
  }
  return [...copies.values()];
}

function headersIn({ headers = {} }: MessageInput, issues: Issue[]): Header[] {
  const names = new Set<string>();
  return Object.entries(headers).map(([name, value]): Header => {
    const problem = names.has(name.toLowerCase()) ? 'is there twice' : headerProblem(name, value);
    if (problem) issues.push({ path: `headers.${name}`, message: problem });
    names.add(name.toLowerCase());
    return [name, value];
  });
}

function timeIn({ scheduled_at }: MessageInput, now: Date, issues: Issue[]): Date | null {
  const at = scheduled_at === undefined ? null : momentOf(scheduled_at);
  if (at && at <= now) issues.push({ path: 'scheduled_at', message: 'must lie in the future' });
  if (at && at.getTime() - now.getTime() > FARTHEST_MS) issues.push({ path: 'scheduled_at', message: 'must be at most 90 days ahead' });
  return at;
}

async function contentIn(ctx: Ctx, input: MessageInput, issues: Issue[]): Promise<Draft['content'] | undefined> {
  const { email_id: emailId, subject, html, text } = input;
  if (emailId !== undefined) {
    for (const name of ['subject', 'html', 'text'] as const)
      if (input[name] !== undefined) issues.push({ path: name, message: 'must not be sent with email_id' });
    return { emailId };
  }
  if (!subject) issues.push({ path: 'subject', message: 'is required without email_id' });
  if (html === undefined && text === undefined) issues.push({ path: '', message: 'needs email_id, html or text' });
  if (!input.from_address) issues.push({ path: 'from_address', message: 'is required without email_id' });
  const report = (path: string, problem: string | null) => {
    if (problem) issues.push({ path, message: problem });
  };
  report('subject', checkTemplate(subject ?? ''));
  for (const name of ['html', 'text'] as const)
    if (Buffer.byteLength(input[name] ?? '') > LARGEST_MAIL_BYTES) report(name, 'must not be larger than 1 MiB of UTF-8');
  if (text !== undefined) report('text', checkTemplate(text));
  if (html !== undefined) {
    await requireThreadTime(ctx, html);
    report('html', await apart(ctx.workspaceId, 'checkHtml', html));
  }
  if (issues.length > 0) return undefined;
  return {
    subject: subject ?? '',
    html: html ?? null,
    text: text ?? (await apart(ctx.workspaceId, 'plainTextOf', html ?? '')),
  };
}
