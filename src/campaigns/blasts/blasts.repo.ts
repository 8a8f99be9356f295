import type { Blast } from '../../../generated/prisma/client.ts';
import { type Ctx, empty, type Prisma, type Scope, type Sql, sql, type Tx } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import { containing, offsetOf, type PageRequest } from '../../shared/paging.ts';

export interface BlastFilter {
  status: 'any' | 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'failed' | 'cancelled' | 'archived';
  archived: 'exclude' | 'include' | 'only';
  search?: string | undefined;
}

export interface BlastOrder {
  sort_by: 'updated_at' | 'created_at' | 'scheduled_at' | 'name';
  sort_order: 'asc' | 'desc';
}

const SORTS = {
  updated_at: sql`b.updated_at`,
  created_at: sql`b.created_at`,
  scheduled_at: sql`b.scheduled_at`,
  name: sql`lower(b.name)`,
};

/** One page of blasts, in order, and how many there are on all pages. */
export async function findBlasts(
  { db, workspaceId }: Scope,
  { status, archived, search, sort_by, sort_order, ...page }: BlastFilter & BlastOrder & PageRequest,
): Promise<{ blasts: Blast[]; total: number }> {
  const pattern = search ? containing(search) : null;
  const where = sql`b.workspace_id = ${workspaceId}::uuid
    ${status === 'any' ? empty : sql`AND b.status = ${status}::text`}
    ${archived === 'only' ? sql`AND b.status = 'archived'` : empty}
    ${archived === 'exclude' && status !== 'archived' ? sql`AND b.status <> 'archived'` : empty}
    ${pattern === null ? empty : sql`AND (lower(b.name) LIKE lower(${pattern}::text) OR lower(b.description) LIKE lower(${pattern}::text))`}`;
  const direction = sort_order === 'asc' ? sql`ASC` : sql`DESC`;
  // Only here a value may be missing. Saying it of the other columns would keep the planner from reading their index backwards.
  const missing = sort_by === 'scheduled_at' ? sql`NULLS LAST` : empty;

  const [count] = await db.query<{ total: number }>(sql`SELECT count(*)::int AS total FROM blasts b WHERE ${where}`);
  const rows = await db.query<{ id: string }>(sql`
    SELECT b.id::text FROM blasts b WHERE ${where}
    ORDER BY ${SORTS[sort_by]} ${direction} ${missing}, b.id ${direction}
    LIMIT ${page.limit}::int OFFSET ${offsetOf(page)}::bigint`);
  const ids = rows.map(({ id }) => id);
  const found = await db.prisma.blast.findMany({ where: { workspaceId, id: { in: ids } } });
  const byId = new Map(found.map((blast) => [blast.id, blast]));
  return { blasts: ids.flatMap((id) => byId.get(id) ?? []), total: count?.total ?? 0 };
}

export const findBlast = ({ db, workspaceId }: Scope, id: string): Promise<Blast | null> =>
  db.prisma.blast.findFirst({ where: { workspaceId, id } });

export const insertBlast = ({ db, workspaceId, now }: Ctx, values: { name: string; description: string | null }): Promise<Blast> =>
  db.prisma.blast.create({ data: { workspaceId, id: newId(), ...values, status: 'draft', createdAt: now, updatedAt: now } });

/** Null when there is no such blast. */
export async function updateBlast(
  { db, workspaceId, now }: Ctx,
  id: string,
  changes: { name?: string; description?: string | null },
): Promise<Blast | null> {
  const { name, description } = changes;
  const [blast] = await db.prisma.blast.updateManyAndReturn({ where: { workspaceId, id }, data: { name, description, updatedAt: now } });
  return blast ?? null;
}

/** Deletes a blast that the transaction has locked. Its message stays, with all that was sent of it. */
export async function deleteBlast({ db, workspaceId }: Scope<Tx>, id: string): Promise<void> {
  await db.prisma.message.updateMany({ where: { workspaceId, blastId: id }, data: { blastId: null } });
  await db.prisma.blast.deleteMany({ where: { workspaceId, id } });
}

/**
 * Gives a draft a list of the workspace. False when the blast is no draft or the list cannot be an audience. The list is
 * locked first, as deleting it does: otherwise it could be gone by the time the foreign key looks for it.
 */
export async function assignAudience({ db, workspaceId, now }: Ctx, id: string, listId: string): Promise<boolean> {
  const rows = await db.query(sql`
    WITH list AS (
      SELECT l.id FROM contact_lists l
      WHERE l.workspace_id = ${workspaceId}::uuid AND l.id = ${listId}::uuid AND l.kind NOT IN ('system', 'deleted') AND l.owner_campaign_id IS NULL
      FOR KEY SHARE
    )
    UPDATE blasts b SET audience_list_id = list.id, audience_source = 'existing', updated_at = ${now}::timestamptz
    FROM list
    WHERE b.workspace_id = ${workspaceId}::uuid AND b.id = ${id}::uuid AND b.status = 'draft'
    RETURNING b.id::text`);
  return rows.length > 0;
}

/** Gives a blast that the transaction has locked as a draft a list of its own. */
export const assignPrivateList = (tx: Ctx<Tx>, id: string, listId: string): Promise<Blast> =>
  changeBlast(tx, id, { audienceListId: listId, audienceSource: 'inline' });

/** Gives a draft an email of the workspace, likewise. False when the blast is no draft or there is no such email. */
export async function assignEmail({ db, workspaceId, now }: Ctx, id: string, emailId: string): Promise<boolean> {
  const rows = await db.query(sql`
    WITH email AS (
      SELECT e.id FROM documents e WHERE e.workspace_id = ${workspaceId}::uuid AND e.id = ${emailId}::uuid AND e.kind = 'email' FOR KEY SHARE
    )
    UPDATE blasts b SET email_id = email.id, email_source = 'existing', updated_at = ${now}::timestamptz
    FROM email
    WHERE b.workspace_id = ${workspaceId}::uuid AND b.id = ${id}::uuid AND b.status = 'draft'
    RETURNING b.id::text`);
  return rows.length > 0;
}

/** Gives a blast that the transaction has locked as a draft an email that was made for it. */
export const assignOwnEmail = (tx: Ctx<Tx>, id: string, emailId: string): Promise<Blast> =>
  changeBlast(tx, id, { emailId, emailSource: 'inline' });

/** True for one of the workspace's own lists that is kept by the service. */
export async function isSystemList({ db, workspaceId }: Scope, listId: string): Promise<boolean> {
  return (await db.prisma.contactList.count({ where: { workspaceId, id: listId, kind: 'system' } })) > 0;
}

/** Reads a blast and holds it as it is until the transaction ends. */
export async function lockBlast(tx: Scope<Tx>, id: string): Promise<Blast | null> {
  await tx.db.query(sql`
    SELECT b.id::text FROM blasts b WHERE b.workspace_id = ${tx.workspaceId}::uuid AND b.id = ${id}::uuid FOR NO KEY UPDATE`);
  return findBlast(tx, id);
}

/**
 * Reads a blast that is about to be sent, and holds it and its email as they are until the transaction ends. Deleting an
 * email locks the email and then its blasts, so the email comes first here too, or each could wait for the other. Until the
 * blast is locked somebody may still give it another email; the second look takes that one.
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

/** Changes a blast that the transaction has locked. */
export const changeBlast = (
  { db, workspaceId, now }: Ctx<Tx>,
  id: string,
  changes: Omit<Prisma.BlastUncheckedUpdateInput, 'workspaceId' | 'id' | 'updatedAt'>,
): Promise<Blast> => db.prisma.blast.update({ where: { workspaceId_id: { workspaceId, id } }, data: { ...changes, updatedAt: now } });

/**
 * Reads a blast that is due, and holds it as it is until the transaction ends. Null when it is not, or somebody else has it in hand at
 * the moment: the next look comes soon.
 */
export async function lockDue(tx: Ctx<Tx>, id: string): Promise<Blast | null> {
  const held = await tx.db.query(sql`
    SELECT b.id::text FROM blasts b
    WHERE b.workspace_id = ${tx.workspaceId}::uuid AND b.id = ${id}::uuid AND ${isScheduledDue(tx.now)}
    FOR NO KEY UPDATE SKIP LOCKED`);
  return held.length > 0 ? findBlast(tx, id) : null;
}

const MOST_DUE = 1_000;

/** Of a blast. */
export const isScheduledDue = (now: Date): Sql => sql`status = 'scheduled' AND scheduled_at <= ${now}::timestamptz`;

/** Scheduled blasts whose time has come, of all workspaces, as jobs. */
export const dueBlasts = (now: Date): Sql => sql`
  SELECT id::text, jsonb_build_object('workspace_id', workspace_id, 'blast_id', id)
  FROM blasts WHERE ${isScheduledDue(now)} ORDER BY scheduled_at LIMIT ${MOST_DUE}::int`;

export async function isFlow({ db, workspaceId }: Scope, id: string): Promise<boolean> {
  return (await db.prisma.flow.count({ where: { workspaceId, id, status: { not: 'deleted' } } })) > 0;
}
