import { type Db, sql } from '../../platform/db.ts';
import type { Kind } from '../documents/kinds.ts';

/** A version without its HTML, which may be large and is seldom needed. */
export interface VersionText {
  generationId: string;
  version: number;
  /** Null for content that has no text beside it. */
  plainText: string | null;
  plainTextSource: 'auto' | 'override' | null;
}

export interface Version extends VersionText {
  html: string;
}

/** The newest version of a document, or the one that a generation has made. */
export type Which = 'current' | { generationId: string };

const text = sql`v.id::text AS "generationId", v.version, v.plain_text AS "plainText", v.plain_text_source AS "plainTextSource"`;

const from = (kind: Kind, workspaceId: string, documentId: string, which: Which) => sql`
  FROM documents d JOIN versions v ON v.workspace_id = d.workspace_id AND v.document_id = d.id
  WHERE d.workspace_id = ${workspaceId}::uuid AND d.id = ${documentId}::uuid AND d.kind = ${kind.name}::text AND ${
    which === 'current' ? sql`v.version = d.current_version` : sql`v.id = ${which.generationId}::uuid`
  }`;

type Find<Found> = (db: Db, kind: Kind, workspaceId: string, documentId: string, which: Which) => Promise<Found | undefined>;

export const findVersion: Find<Version> = async (db, kind, workspaceId, documentId, which) =>
  (await db.query<Version>(sql`SELECT ${text}, v.html ${from(kind, workspaceId, documentId, which)}`))[0];

export const findText: Find<VersionText> = async (db, kind, workspaceId, documentId, which) =>
  (await db.query<VersionText>(sql`SELECT ${text} ${from(kind, workspaceId, documentId, which)}`))[0];

/** HTML as it is kept, and the preview text that its document has now. */
export const findContent: Find<{ html: string; previewText: string | null }> = async (db, kind, workspaceId, documentId, which) =>
  (
    await db.query<{ html: string; previewText: string | null }>(
      sql`SELECT v.html, d.preview_text AS "previewText" ${from(kind, workspaceId, documentId, which)}`,
    )
  )[0];

export const findHtml: Find<string> = async (...version) => (await findContent(...version))?.html;

/** Writes what a generation has made that was asked for before. Who writes holds the document, so that two do not take one number. */
export async function insertVersion(
  tx: Db,
  workspaceId: string,
  documentId: string,
  { generationId, version, html, plainText, plainTextSource }: Version,
): Promise<void> {
  await tx.query(sql`
    INSERT INTO versions (workspace_id, id, document_id, version, html, plain_text, plain_text_source)
    VALUES (${workspaceId}::uuid, ${generationId}::uuid, ${documentId}::uuid, ${version}::int, ${html}::text, ${plainText}::text,
      ${plainTextSource}::text)`);
}

/** Changes the text of a version in place, which is no work of its own. */
export async function rewriteVersion(
  tx: Db,
  workspaceId: string,
  generationId: string,
  changes: Pick<VersionText, 'plainText' | 'plainTextSource'>,
): Promise<void> {
  await tx.prisma.version.updateMany({ where: { workspaceId, id: generationId }, data: changes });
}
