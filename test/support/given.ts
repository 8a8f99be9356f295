/**
 * Contacts, lists, emails and recipients, written directly into the tables: for tests that need them in some state. For real
 * sending, `blast.ts` makes them through the API.
 */
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Reason } from '../../src/audience/suppressions/suppressions.repo.ts';
import type { Db, Scope } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { createKey } from '../../src/workspaces/keys.service.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import type { TestWorkspace } from './service.ts';

const created = { createdAt: new Date(), updatedAt: new Date() };
let counter = 0;

type Moments = Partial<Pick<Prisma.ContactMomentsUncheckedCreateInput, 'updatedAt' | 'lastActivityAt'>>;

/** Contacts, with an address by default. Returns their ids. */
export async function givenContacts(
  { db, workspaceId }: Scope,
  count: number,
  { updatedAt, lastActivityAt, ...values }: Partial<Prisma.ContactCreateManyInput> & Moments = {},
): Promise<string[]> {
  const data = Array.from({ length: count }, () => {
    counter += 1;
    const email = `person${counter}@mail.example`;
    const createdAt = new Date();
    return { workspaceId, id: newId(), email, displayName: `Person ${counter}`, originalSource: 'public_api', createdAt, ...values };
  });
  await db.prisma.contact.createMany({ data });
  await givenMoments({ db }, data);
  const ids = data.map(({ id }) => id);
  const moments = { ...(updatedAt && { updatedAt }), ...(lastActivityAt && { lastActivityAt }) };
  if (updatedAt || lastActivityAt)
    await db.prisma.contactMoments.updateMany({ where: { workspaceId, contactId: { in: ids } }, data: moments });
  return ids;
}

/** The moments of contacts that were just written, which the template's triggers give only on one server. */
export async function givenMoments(
  { db }: Pick<Scope, 'db'>,
  contacts: readonly { workspaceId: string; id: string; createdAt: Date | string }[],
) {
  const data = contacts.map(({ workspaceId, id, createdAt }) => ({ workspaceId, contactId: id, updatedAt: createdAt }));
  await db.prisma.contactMoments.createMany({ data, skipDuplicates: true });
}

/** Addresses to which the workspace sends no mail. */
export async function givenSuppressions({ db, workspaceId }: Scope, reasons: Record<string, Reason>, since = new Date()): Promise<void> {
  const rows = Object.entries(reasons).map(([address, reason]) => ({ workspaceId, address, reason, source: 'smtp', since }));
  await db.prisma.suppression.createMany({ data: rows });
}

export async function givenList(
  { db, workspaceId }: Scope,
  members: string[],
  values: Partial<Prisma.ContactListCreateManyInput> = {},
): Promise<string> {
  counter += 1;
  const id = values.id ?? newId();
  const name = `List ${counter}`;
  await db.prisma.contactList.create({
    data: { workspaceId, id, name, slug: `list-${counter}`, kind: 'static', memberCount: members.length, ...created, ...values },
  });
  await db.prisma.contactListMember.createMany({
    data: members.map((contactId) => ({ workspaceId, listId: id, contactId, addedAt: new Date() })),
  });
  return id;
}

/** An email that can be sent: with headers and, by default, with version 1 approved. */
export async function givenEmail({ db, workspaceId }: Scope, values: Partial<Prisma.DocumentCreateManyInput> = {}): Promise<string> {
  const id = values.id ?? newId();
  await db.prisma.document.create({
    data: {
      workspaceId,
      id,
      kind: 'email',
      name: 'Spring opening',
      status: 'approved',
      subject: 'The trails are open again',
      fromName: 'Juniper Trail',
      fromAddress: 'hello@example.com',
      replyToEmail: 'hello@example.com',
      currentVersion: 1,
      approvedVersion: 1,
      createdByName: 'Test',
      ...created,
      ...values,
    },
  });
  const made = Array.from({ length: values.currentVersion ?? 1 }, (_, index) => ({ workspaceId, id: newId(), documentId: id, index }));
  await db.prisma.generation.createMany({
    data: made.map(({ index, ...generation }) => ({
      ...generation,
      number: index + 1,
      type: 'scaffold',
      status: 'completed',
      createdAt: new Date(),
      completedAt: new Date(),
    })),
  });
  await db.prisma.version.createMany({
    data: made.map(({ index, ...version }) => ({
      ...version,
      version: index + 1,
      html: `<!doctype html><html><body><p>Version ${index + 1}</p></body></html>`,
      plainText: `Version ${index + 1}`,
      plainTextSource: 'auto',
    })),
  });
  return id;
}

/** The fields of an email without approval. */
export const unapproved = { status: 'draft', approvedVersion: null };

/** A draft with an audience and an email; without either where the argument is null. */
export async function givenBlast(
  { api }: Pick<TestWorkspace, 'api'>,
  { listId, emailId, name = 'Spring opening, first wave' }: { listId?: string | null; emailId?: string | null; name?: string } = {},
): Promise<string> {
  const { data } = await api.POST('/v1/email-blasts', { body: { name } });
  const blastId = data?.blast_id as string;
  const params = { path: { blastId } };
  if (listId) await api.PUT('/v1/email-blasts/{blastId}/audience', { params, body: { source: 'existing', list_id: listId } });
  if (emailId) await api.PUT('/v1/email-blasts/{blastId}/email', { params, body: { source: 'existing', email_id: emailId } });
  return blastId;
}

/** A draft that may go out to so many people. */
export async function givenReadyBlast(db: Db, workspace: TestWorkspace, people = 2): Promise<string> {
  const listId = await givenList({ db, workspaceId: workspace.id }, await givenContacts({ db, workspaceId: workspace.id }, people));
  return givenBlast(workspace, { listId, emailId: await givenEmail({ db, workspaceId: workspace.id }) });
}

/** Any content of a message. */
export const SAID = {
  subject: 's',
  fromName: 'n',
  fromAddress: 'hello@example.com',
  replyTo: 'r@example.com',
  html: '<p>h</p>',
  plainText: 't',
};

/** Adds the message and the dispatch of a blast, unless they exist. */
export async function givenDispatch({ db, workspaceId }: Scope, blastId: string): Promise<void> {
  const now = new Date();
  await db.prisma.message.createMany({
    data: { workspaceId, id: blastId, origin: 'blast', blastId, operational: false, createdAt: now, ...SAID },
    skipDuplicates: true,
  });
  await db.prisma.dispatch.createMany({
    data: { workspaceId, messageId: blastId, origin: 'blast', lane: 'bulk', repeatable: true, state: 'open', wakeAt: now },
    skipDuplicates: true,
  });
}

/** Rows of the ledger, for contacts that need not exist. Returns their ids. */
export async function givenRecipients(ctx: Scope, blastId: string, rows: Partial<Prisma.DeliveryCreateManyInput>[]): Promise<string[]> {
  await givenDispatch(ctx, blastId);
  const all = { workspaceId: ctx.workspaceId, messageId: blastId, displayName: '', status: 'pending' };
  const data = rows.map((row) => ({ ...all, id: newId(), contactId: newId(), ...row }));
  await ctx.db.prisma.delivery.createMany({ data });
  return data.map(({ id }) => id);
}

/** Sets a status directly. */
export const setStatus = ({ db, workspaceId }: Scope, id: string, status: string) =>
  db.prisma.blast.update({ where: { workspaceId_id: { workspaceId, id } }, data: { status } });

/** A workspace, paid by default, and the token of its key. */
export async function givenWorkspace(
  db: Db,
  values: Partial<Parameters<typeof createWorkspace>[1]> = {},
): Promise<{ id: string; slug: string; token: string }> {
  const now = new Date();
  const { id, slug } = await createWorkspace(db, { name: 'Juniper Trail', plan: 'paid', ...values }, now);
  const { token } = await createKey(db, { workspaceId: id, name: 'Test' }, now);
  return { id, slug, token };
}
