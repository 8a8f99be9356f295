import { type Ctx, join, type Scope, type Sql, sql, type Tx } from '../../platform/db.ts';
import type { GenerationId, WorkspaceId } from '../../platform/ids.ts';
import { LONGEST_TAG } from '../../shared/merge-tags.ts';
import { count, spend } from '../../workspaces/budget/budget.ts';
import type { Kind } from '../documents/kinds.ts';
import type { Draft } from '../generation/draft/draft.ts';

/** A version without its HTML, which may be large and is seldom needed. */
export interface VersionText {
  generationId: GenerationId;
  version: number;
  plainText: string | null;
  plainTextSource: 'auto' | 'override' | null;
}

export interface Version extends VersionText {
  html: string;
  /** The typed content from which the HTML was rendered; null for HTML that was saved. */
  draft: Draft | null;
}

/** The newest version of a document, or the one that a generation has made. */
export type Which = 'current' | { generationId: GenerationId };

const text = sql`v.id::text AS "generationId", v.version, v.plain_text AS "plainText", v.plain_text_source AS "plainTextSource"`;

const from = (kind: Kind, workspaceId: WorkspaceId, documentId: string, which: Which | { number: number }) => sql`
  FROM documents d JOIN versions v ON v.workspace_id = d.workspace_id AND v.document_id = d.id
  WHERE d.workspace_id = ${workspaceId}::uuid AND d.id = ${documentId}::uuid AND d.kind = ${kind.name}::text AND ${
    which === 'current'
      ? sql`v.version = d.current_version`
      : 'number' in which
        ? sql`v.version = ${which.number}::int`
        : sql`v.id = ${which.generationId}::uuid`
  }`;

type Find<Found, By = Which> = (ctx: Scope, kind: Kind, documentId: string, which: By) => Promise<Found | undefined>;

export const findVersion: Find<Version, Which | { number: number }> = async ({ db, workspaceId }, kind, documentId, which) =>
  (await db.query<Version>(sql`SELECT ${text}, v.html, v.draft ${from(kind, workspaceId, documentId, which)}`))[0];

export const findText: Find<VersionText> = async ({ db, workspaceId }, kind, documentId, which) =>
  (await db.query<VersionText>(sql`SELECT ${text} ${from(kind, workspaceId, documentId, which)}`))[0];

export const findContent: Find<{ html: string; previewText: string | null }> = async ({ db, workspaceId }, kind, documentId, which) =>
  (
    await db.query<{ html: string; previewText: string | null }>(
      sql`SELECT v.html, d.preview_text AS "previewText" ${from(kind, workspaceId, documentId, which)}`,
    )
  )[0];

export const findHtml: Find<string> = async (...version) => (await findContent(...version))?.html;

/** An email with more tags gets incomplete warnings. */
const MOST_TAGS = 200;

/**
 * Merge tags without their outer braces, each once, as an expression of type `text[]`: `contact.email` for `{{contact.email}}`, and
 * `% if contact.email %` for a condition.
 */
export const tagsIn = (...texts: Sql[]): Sql => sql`(${outputsIn(...texts)} || ${blocksIn(...texts)})`;

const blocksIn = (...texts: Sql[]): Sql => sql`ARRAY(
  SELECT DISTINCT '%' || split_part(begun.tag, '%}', 1) || '%' COLLATE "C" AS tag
  FROM unnest(ARRAY[${join(texts)}]) AS given (words)
    CROSS JOIN LATERAL unnest((string_to_array(given.words, '{%'))[2:]) AS piece (words)
    CROSS JOIN LATERAL (SELECT left(piece.words, ${LONGEST_TAG + 2}::int) AS tag) begun
  WHERE strpos(begun.tag, '%}') > 0 ORDER BY tag LIMIT ${MOST_TAGS}::int)`;

const outputsIn = (...texts: Sql[]): Sql => sql`ARRAY(
  SELECT DISTINCT split_part(begun.tag, '}}', 1) COLLATE "C" AS tag
  FROM unnest(ARRAY[${join(texts)}]) AS given (words)
    CROSS JOIN LATERAL unnest((string_to_array(given.words, '{{'))[2:]) AS piece (words)
    CROSS JOIN LATERAL (SELECT left(piece.words, ${LONGEST_TAG + 2}::int) AS tag) begun
  WHERE strpos(begun.tag, '}}') > 0 ORDER BY tag LIMIT ${MOST_TAGS}::int)`;

/** Counted against the storage of the workspace. */
export const bytesOf = ({ html, plainText, draft }: Pick<Version, 'html' | 'plainText' | 'draft'>): number =>
  Buffer.byteLength(html) + Buffer.byteLength(plainText ?? '') + (draft ? Buffer.byteLength(JSON.stringify(draft)) : 0);

/** In SQL, which reads the lengths without the texts. */
export const bytes = sql`octet_length(v.html) + coalesce(octet_length(v.plain_text), 0) + coalesce(octet_length(v.draft::text), 0)`;

/** Expects that the caller holds the document, so that two writers do not take one number. */
export async function insertVersion(
  tx: Ctx<Tx>,
  documentId: string,
  { generationId, version, html, plainText, plainTextSource, draft }: Version,
): Promise<void> {
  await spend(tx, 'stored_bytes', bytesOf({ html, plainText, draft }));
  await tx.db.query(sql`
    INSERT INTO versions (workspace_id, id, document_id, version, html, plain_text, plain_text_source, draft, merge_tags)
    SELECT ${tx.workspaceId}::uuid, ${generationId}::uuid, ${documentId}::uuid, ${version}::int, given.html, given.plain_text,
      ${plainTextSource}::text, ${draft && JSON.stringify(draft)}::json, ${tagsIn(sql`given.html`, sql`given.plain_text`)}
    FROM (VALUES (${html}::text, ${plainText}::text)) AS given (html, plain_text)`);
}

/** Growth is counted and never refused: a text is bounded itself. */
export async function rewriteVersion(
  tx: Ctx<Tx>,
  generationId: GenerationId,
  { plainText, plainTextSource }: Pick<VersionText, 'plainText' | 'plainTextSource'>,
): Promise<void> {
  const measured = () =>
    tx.db.query<{ bytes: number }>(sql`
    SELECT ${bytes} AS bytes FROM versions v WHERE v.workspace_id = ${tx.workspaceId}::uuid AND v.id = ${generationId}::uuid FOR UPDATE`);
  const [before] = await measured();
  await tx.db.query(sql`
    UPDATE versions v SET plain_text = given.plain_text, plain_text_source = ${plainTextSource}::text,
      merge_tags = ${tagsIn(sql`v.html`, sql`given.plain_text`)}
    FROM (VALUES (${plainText}::text)) AS given (plain_text)
    WHERE v.workspace_id = ${tx.workspaceId}::uuid AND v.id = ${generationId}::uuid`);
  const [after] = await measured();
  await count(tx, 'stored_bytes', (after?.bytes ?? 0) - (before?.bytes ?? 0));
}
