import type { Blast } from '../../../generated/prisma/client.ts';
import { type Ctx, DbNull, type Prisma, type Scope, type Sql, sql, type Tx } from '../../platform/db.ts';
import { type EmailId, type ListId, newId, type TopicId } from '../../platform/ids.ts';
import { isActive } from '../../queue/suspension.ts';
import type { Utm } from '../messages/utm.ts';
import { type PageQuery, pageOf } from '../pages.repo.ts';

export const findBlasts = (ctx: Scope, query: PageQuery) =>
  pageOf<Blast>(ctx, 'blasts', {
    ...query,
    read: (ids) => ctx.db.prisma.blast.findMany({ where: { workspaceId: ctx.workspaceId, id: { in: ids } } }),
  });

export const findBlast = ({ db, workspaceId }: Scope, id: string): Promise<Blast | null> =>
  db.prisma.blast.findFirst({ where: { workspaceId, id } });

export const insertBlast = (
  { db, workspaceId, now, isTest = false }: Ctx,
  { utm, ...values }: { name: string; description: string | null; topicId: TopicId | null; utm?: Utm | null },
): Promise<Blast> =>
  db.prisma.blast.create({
    data: { workspaceId, id: newId(), test: isTest, ...values, ...(utm && { utm }), status: 'draft', createdAt: now, updatedAt: now },
  });

export async function updateBlast(
  { db, workspaceId, now }: Ctx,
  id: string,
  changes: { name?: string; description?: string | null; topicId?: TopicId | null; utm?: Utm | null },
): Promise<Blast | null> {
  const { name, description, topicId, utm } = changes;
  const [blast] = await db.prisma.blast.updateManyAndReturn({
    where: { workspaceId, id },
    data: { name, description, topicId, ...(utm !== undefined && { utm: utm ?? DbNull }), updatedAt: now },
  });
  return blast ?? null;
}

/** The message stays, with all that was sent of it. */
export async function deleteBlast({ db, workspaceId }: Scope<Tx>, id: string): Promise<void> {
  await db.prisma.message.updateMany({ where: { workspaceId, blastId: id }, data: { blastId: null } });
  await db.prisma.blast.deleteMany({ where: { workspaceId, id } });
}

/**
 * The email is locked first, as deleting it does: otherwise the foreign key might not find it.
 * @returns false when the blast is no draft or there is no such email
 */
export async function assignEmail({ db, workspaceId, now }: Ctx, id: string, emailId: EmailId): Promise<boolean> {
  const rows = await db.query(sql`
    WITH chosen AS (
      SELECT e.id FROM documents e WHERE e.workspace_id = ${workspaceId}::uuid AND e.id = ${emailId}::uuid AND e.kind = 'email' FOR KEY SHARE
    )
    UPDATE blasts b SET email_id = chosen.id, email_source = 'existing', updated_at = ${now}::timestamptz FROM chosen
    WHERE b.workspace_id = ${workspaceId}::uuid AND b.id = ${id}::uuid AND b.status = 'draft'
    RETURNING b.id::text`);
  return rows.length > 0;
}

/** Those of the lists that can be an audience, and system lists, which cannot. */
export const findKinds = ({ db, workspaceId }: Scope, listIds: readonly ListId[]): Promise<{ id: string; kind: string }[]> =>
  db.prisma.contactList.findMany({
    where: { workspaceId, id: { in: [...listIds] }, kind: { not: 'deleted' }, ownerCampaignId: null },
    select: { id: true, kind: true },
  });

export async function lockBlast(tx: Scope<Tx>, id: string): Promise<Blast | null> {
  await tx.db.query(sql`
    SELECT b.id::text FROM blasts b WHERE b.workspace_id = ${tx.workspaceId}::uuid AND b.id = ${id}::uuid FOR NO KEY UPDATE`);
  return findBlast(tx, id);
}

/**
 * Locks a blast that is about to be sent, and its email. Deleting an email locks the email and then its blasts, so the email comes first
 * here too. Until the blast is locked it may get another email; the second look locks that one.
 */
export async function lockForSending(tx: Scope<Tx>, id: string): Promise<Blast | null> {
  const lockEmail = () =>
    tx.db.query(sql`
      SELECT e.id::text FROM blasts b JOIN documents e ON e.workspace_id = b.workspace_id AND e.id = b.email_id
      WHERE b.workspace_id = ${tx.workspaceId}::uuid AND b.id = ${id}::uuid FOR SHARE OF e`);
  await lockEmail();
  const blast = await lockBlast(tx, id);
  await lockEmail();
  return blast;
}

export const changeBlast = (
  { db, workspaceId, now }: Ctx<Tx>,
  id: string,
  changes: Omit<Prisma.BlastUncheckedUpdateInput, 'workspaceId' | 'id' | 'updatedAt'>,
): Promise<Blast> => db.prisma.blast.update({ where: { workspaceId_id: { workspaceId, id } }, data: { ...changes, updatedAt: now } });

/** Null when the blast is not due, or another transaction holds it: the next look comes soon. */
export async function lockDue(tx: Ctx<Tx>, id: string): Promise<Blast | null> {
  const held = await tx.db.query(sql`
    SELECT b.id::text FROM blasts b
    WHERE b.workspace_id = ${tx.workspaceId}::uuid AND b.id = ${id}::uuid AND ${isScheduledDue(tx.now)}
    FOR NO KEY UPDATE SKIP LOCKED`);
  return held.length > 0 ? findBlast(tx, id) : null;
}

const MOST_DUE = 1_000;

export const isScheduledDue = (now: Date): Sql =>
  sql`b.status = 'scheduled' AND b.scheduled_at <= ${now}::timestamptz AND ${isActive(sql`b.workspace_id`)}`;

export const dueBlasts = (now: Date): Sql => sql`
  SELECT id::text, jsonb_build_object('workspace_id', workspace_id, 'blast_id', id)
  FROM blasts b WHERE ${isScheduledDue(now)} ORDER BY scheduled_at LIMIT ${MOST_DUE}::int`;

export async function isFlow({ db, workspaceId }: Scope, id: string): Promise<boolean> {
  return (await db.prisma.flow.count({ where: { workspaceId, id, status: { not: 'deleted' } } })) > 0;
}
