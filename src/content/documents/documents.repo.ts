import type { Document } from '../../../generated/prisma/client.ts';
import { type Ctx, empty, join, named, raw, type Scope, sql, type Tx } from '../../platform/db.ts';
import type { WorkspaceId } from '../../platform/ids.ts';
import type { Position } from '../../shared/cursor.ts';
import { giveBack } from '../../workspaces/budget/budget.ts';
import { releaseFiles } from '../assets/assets.repo.ts';
import { bytes } from '../versions/versions.repo.ts';
import type { Headers, Kind } from './kinds.ts';

export type { Document };

/** Without a generation it is a tent that holds files only. */
export interface WholeDocument extends Document {
  latestGenerationId: string | null;
  latestGenerationStatus: 'pending' | 'generating' | 'completed' | 'failed' | null;
  approvedGenerationId: string | null;
  currentGenerationId: string | null;
}

export type DocumentSort = 'updated_at' | 'created_at' | 'name';

export interface DocumentListing {
  status: 'any' | 'draft' | 'approved';
  sort: DocumentSort;
  order: 'asc' | 'desc';
}

const columns = sql`d.workspace_id::text AS "workspaceId", d.id::text, d.kind, d.name, d.status, d.subject, d.preview_text AS "previewText",
  d.from_name AS "fromName", d.from_address AS "fromAddress", d.reply_to_email AS "replyToEmail", d.tracking, d.current_version AS "currentVersion",
  d.approved_version AS "approvedVersion", d.number_of_iterations AS "numberOfIterations",
  d.plain_text_overridden_at AS "plainTextOverriddenAt", d.plain_text_stale AS "plainTextStale", d.source_id::text AS "sourceId",
  d.created_by_name AS "createdByName", d.created_at AS "createdAt", d.updated_at AS "updatedAt",
  d.preview_revocations AS "previewRevocations", d.report_revocations AS "reportRevocations"`;

const thisOne = (kind: Kind, workspaceId: WorkspaceId, id: string) =>
  sql`d.workspace_id = ${workspaceId}::uuid AND d.id = ${id}::uuid AND d.kind = ${kind.name}::text`;

/** The sort key and the id are compared as one, so that the index of that order serves. */
export function documentsAfter(
  { db, workspaceId }: Scope,
  kind: Kind,
  { status, sort, order }: DocumentListing,
  after: Position | undefined,
  limit: number,
): Promise<Document[]> {
  // Both come from closed lists, never from a request's own text.
  const [key, direction, behind] = [raw(sort === 'name' ? 'lower(d.name)' : `d.${sort}`), raw(order), raw(order === 'asc' ? '>' : '<')];
  const value = after && (sort === 'name' ? sql`lower(${after.key}::text)` : sql`${new Date(after.key)}::timestamptz`);
  return db.query<Document>(sql`
    SELECT ${columns} FROM documents d
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.kind = ${kind.name}::text
    ${status === 'any' ? empty : sql`AND d.status = ${status}::text`}
    ${after ? sql`AND (${key}, d.id) ${behind} (${value}, ${after.id}::uuid)` : empty}
    ORDER BY ${key} ${direction}, d.id ${direction} LIMIT ${limit}::int`);
}

export async function readDocument({ db, workspaceId }: Scope, kind: Kind, id: string): Promise<WholeDocument | null> {
  const statement = sql`
    SELECT ${columns}, g.id::text AS "latestGenerationId", g.status AS "latestGenerationStatus", a.id::text AS "approvedGenerationId",
      c.id::text AS "currentGenerationId"
    FROM documents d
    LEFT JOIN LATERAL (
      SELECT l.id, l.status FROM generations l
      WHERE l.workspace_id = d.workspace_id AND l.document_id = d.id ORDER BY l.number DESC LIMIT 1
    ) g ON true
    LEFT JOIN versions a ON a.workspace_id = d.workspace_id AND a.document_id = d.id AND a.version = d.approved_version
    LEFT JOIN versions c ON c.workspace_id = d.workspace_id AND c.document_id = d.id AND c.version = d.current_version
    WHERE ${thisOne(kind, workspaceId, id)}`;
  const [document] = await db.query<WholeDocument>(named('read_document', statement));
  return document ?? null;
}

/**
 * Holds a document until the transaction ends: no other request changes it or begins a generation. A blast that goes out holds its email
 * too, so that it goes out either before or after an approval is withdrawn.
 */
export async function lockDocument(tx: Scope<Tx>, kind: Kind, id: string): Promise<WholeDocument | null> {
  const hold = sql`SELECT 1 AS held FROM documents d WHERE ${thisOne(kind, tx.workspaceId, id)} FOR UPDATE`;
  const held = await tx.db.query(named('hold_document', hold));
  // Read once it is held: the writer before may have begun a generation.
  return held.length > 0 ? readDocument(tx, kind, id) : null;
}

/** Does not wait: 'held' when another transaction changes the document. Rows that refer to it may be written meanwhile. */
export async function lockDocumentAtOnce(tx: Scope<Tx>, kind: Kind, id: string): Promise<WholeDocument | 'held' | null> {
  const held = await tx.db.query(
    sql`SELECT 1 AS held FROM documents d WHERE ${thisOne(kind, tx.workspaceId, id)} FOR NO KEY UPDATE SKIP LOCKED`,
  );
  const document = await readDocument(tx, kind, id);
  return document && held.length === 0 ? 'held' : document;
}

/** Prevents deletion until the transaction ends, and nothing else, so that its files can be copied. False when it is gone. */
export async function keepDocument({ db, workspaceId }: Scope<Tx>, kind: Kind, id: string): Promise<boolean> {
  const kept = await db.query(sql`SELECT 1 AS kept FROM documents d WHERE ${thisOne(kind, workspaceId, id)} FOR KEY SHARE`);
  return kept.length > 0;
}

export type NewDocument = Pick<Document, 'id' | 'name' | 'createdByName'> &
  Partial<
    Headers & Pick<Document, 'sourceId' | 'tracking' | 'plainTextOverriddenAt' | 'plainTextStale' | 'currentVersion' | 'numberOfIterations'>
  >;

export const insertDocument = (tx: Ctx<Tx>, kind: Kind, document: NewDocument): Promise<void> => insertDocuments(tx, kind, [document]);

export async function insertDocuments({ db, workspaceId, now }: Ctx<Tx>, kind: Kind, documents: readonly NewDocument[]): Promise<void> {
  const common = { workspaceId, kind: kind.name, status: 'draft', createdAt: now, updatedAt: now };
  await db.prisma.document.createMany({ data: documents.map((document) => ({ ...document, ...common })) });
}

type Unchangeable = 'workspaceId' | 'id' | 'kind' | 'createdAt' | 'createdByName' | 'previewRevocations' | 'reportRevocations';

export type DocumentChanges = Partial<Omit<Document, Unchangeable>> & { updatedAt: Date };

const CHANGEABLE: Record<keyof DocumentChanges, string> = {
  name: 'name = $::text',
  status: 'status = $::text',
  subject: 'subject = $::text',
  previewText: 'preview_text = $::text',
  fromName: 'from_name = $::text',
  fromAddress: 'from_address = $::text',
  replyToEmail: 'reply_to_email = $::text',
  tracking: 'tracking = $::text',
  currentVersion: 'current_version = $::int',
  approvedVersion: 'approved_version = $::int',
  numberOfIterations: 'number_of_iterations = $::int',
  plainTextOverriddenAt: 'plain_text_overridden_at = $::timestamptz',
  plainTextStale: 'plain_text_stale = $::boolean',
  sourceId: 'source_id = $::uuid',
  updatedAt: 'updated_at = $::timestamptz',
};

/** Expects that the caller holds the document. */
export async function changeDocument({ db, workspaceId }: Scope<Tx>, id: string, changes: DocumentChanges): Promise<void> {
  const given = (Object.keys(changes) as (keyof DocumentChanges)[]).filter((field) => changes[field] !== undefined);
  const assigned = given.map((field) => {
    const [column, type] = CHANGEABLE[field].split('$') as [string, string];
    return sql`${raw(column)}${changes[field]}${raw(type)}`;
  });
  await db.query(sql`UPDATE documents SET ${join(assigned)} WHERE workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid`);
}

/**
 * Expects that the caller holds the document. Generations and versions go with it, and give their bytes back; its files go when no document
 * has them. Sent blasts stay without their email.
 */
export async function deleteDocument(tx: Ctx<Tx>, id: string): Promise<void> {
  const [stored] = await tx.db.query<{ bytes: number }>(sql`
    SELECT coalesce(sum(${bytes}), 0)::float8 AS bytes FROM versions v
    WHERE v.workspace_id = ${tx.workspaceId}::uuid AND v.document_id = ${id}::uuid`);
  await giveBack(tx, 'stored_bytes', stored?.bytes ?? 0);
  await releaseFiles(tx, sql`document_id = ${id}::uuid`);
  await tx.db.query(sql`UPDATE blasts SET email_id = NULL WHERE workspace_id = ${tx.workspaceId}::uuid AND email_id = ${id}::uuid`);
  await tx.db.prisma.document.deleteMany({ where: { workspaceId: tx.workspaceId, id } });
}
