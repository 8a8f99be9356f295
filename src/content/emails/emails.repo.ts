import type { Email } from '../../../generated/prisma/client.ts';
import { type Db, empty, raw, sql } from '../../platform/db.ts';
import type { Position } from '../../shared/cursor.ts';

export type Header = 'subject' | 'previewText' | 'fromName' | 'fromAddress' | 'replyToEmail';
export type Headers = Record<Header, string | null>;

/** What a listing goes by. */
export type EmailSort = 'updated_at' | 'created_at' | 'name';

/** An email as a statement returns it. */
const columns = sql`e.workspace_id::text AS "workspaceId", e.id::text, e.name, e.status, e.subject, e.preview_text AS "previewText",
  e.from_name AS "fromName", e.from_address AS "fromAddress", e.reply_to_email AS "replyToEmail", e.current_version AS "currentVersion",
  e.approved_version AS "approvedVersion", e.number_of_iterations AS "numberOfIterations",
  e.plain_text_overridden_at AS "plainTextOverriddenAt", e.plain_text_stale AS "plainTextStale", e.created_by_name AS "createdByName",
  e.created_at AS "createdAt", e.updated_at AS "updatedAt"`;

export interface EmailListing {
  status: 'any' | 'draft' | 'approved';
  sort: EmailSort;
  order: 'asc' | 'desc';
}

/** Up to `limit` emails behind `after`. The sort key and the id are compared as one, so that the index of that order serves. */
export function emailsAfter(
  db: Db,
  workspaceId: string,
  { status, sort, order }: EmailListing,
  after: Position | undefined,
  limit: number,
): Promise<Email[]> {
  // Both come from closed lists, never from a request's own text.
  const [key, direction, behind] = [raw(`e.${sort}`), raw(order), raw(order === 'asc' ? '>' : '<')];
  const value = after && (sort === 'name' ? sql`${after.key}::text` : sql`${new Date(after.key)}::timestamptz`);
  return db.query<Email>(sql`
    SELECT ${columns} FROM emails e
    WHERE e.workspace_id = ${workspaceId}::uuid
    ${status === 'any' ? empty : sql`AND e.status = ${status}::text`}
    ${after ? sql`AND (${key}, e.id) ${behind} (${value}, ${after.id}::uuid)` : empty}
    ORDER BY ${key} ${direction}, e.id ${direction} LIMIT ${limit}::int`);
}

export const readEmail = (db: Db, workspaceId: string, emailId: string): Promise<Email | null> =>
  db.prisma.email.findUnique({ where: { workspaceId_id: { workspaceId, id: emailId } } });

/**
 * Reads an email and keeps everybody else from changing it until the transaction ends. A blast that goes out holds it too,
 * so that it goes out either before or after an approval is withdrawn.
 */
export async function lockEmail(tx: Db, workspaceId: string, emailId: string): Promise<Email | null> {
  const [email] = await tx.query<Email>(sql`
    SELECT ${columns} FROM emails e WHERE e.workspace_id = ${workspaceId}::uuid AND e.id = ${emailId}::uuid FOR UPDATE`);
  return email ?? null;
}

export const insertEmail = (
  tx: Db,
  workspaceId: string,
  {
    id,
    name,
    headers,
    currentVersion,
    createdByName,
  }: Pick<Email, 'id' | 'name' | 'currentVersion' | 'createdByName'> & { headers: Headers },
  now: Date,
): Promise<Email> => {
  const { subject, previewText, fromName, fromAddress, replyToEmail } = headers;
  const given = { subject, previewText, fromName, fromAddress, replyToEmail };
  return tx.prisma.email.create({
    data: { workspaceId, id, name, status: 'draft', ...given, currentVersion, createdByName, createdAt: now, updatedAt: now },
  });
};

/** Changes what is given of an email that the caller holds. */
export const changeEmail = (
  tx: Db,
  workspaceId: string,
  emailId: string,
  changes: Partial<Omit<Email, 'workspaceId' | 'id' | 'createdAt' | 'createdByName'>> & { updatedAt: Date },
): Promise<Email> => tx.prisma.email.update({ where: { workspaceId_id: { workspaceId, id: emailId } }, data: changes });

export async function deleteEmail(tx: Db, workspaceId: string, emailId: string): Promise<void> {
  await tx.prisma.email.deleteMany({ where: { workspaceId, id: emailId } });
}
