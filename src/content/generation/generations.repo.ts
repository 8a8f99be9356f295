import { type Ctx, type Db, empty, named, type Scope, sql, type Tx } from '../../platform/db.ts';
import { type AssetId, type GenerationId, type MessageId, newId, type WorkspaceId } from '../../platform/ids.ts';
import { type Claim, end, type Ledger } from '../../queue/ledger.ts';
import { spend } from '../../workspaces/budget/budget.ts';
import type { Kind } from '../documents/kinds.ts';
import type { EndedGeneration } from '../events.ts';
import { bytes, bytesOf, tagsIn, type Version } from '../versions/versions.repo.ts';
import type { Draft, Note } from './draft/draft.ts';
import type { Commission, Usage } from './generator.ts';
import type { Fills } from './placeholders.ts';

export type GenerationType = 'scaffold' | 'template' | 'code' | 'upload' | 'tent' | 'draft' | 'iteration' | 'draft_saved' | 'restored';

export interface GenerationRow {
  id: string;
  type: GenerationType;
  status: 'pending' | 'generating' | 'completed' | 'failed';
  errorMessage: string | null;
  /** It has failed because it was cancelled. */
  cancelled: boolean;
  createdAt: Date;
  completedAt: Date | null;
  /** Null until it is completed. */
  version: number | null;
  plainTextSource: 'auto' | 'override' | null;
  hasDraft: boolean;
  prompt: string | null;
  summary: string | null;
  notes: Note[];
  model: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  createdByName: string | null;
}

const columns = sql`g.id::text, g.type, g.status, g.error_message AS "errorMessage", g.cancelled, g.created_at AS "createdAt",
  g.completed_at AS "completedAt", g.prompt, g.summary, g.notes, g.model, g.input_tokens AS "inputTokens", g.output_tokens AS "outputTokens",
  g.created_by_name AS "createdByName", v.version, v.plain_text_source AS "plainTextSource", v.draft IS NOT NULL AS "hasDraft"`;

const ofDocument = (kind: Kind, workspaceId: WorkspaceId, documentId: string) => sql`
  FROM documents d
  JOIN generations g ON g.workspace_id = d.workspace_id AND g.document_id = d.id
  LEFT JOIN versions v ON v.workspace_id = g.workspace_id AND v.id = g.id
  WHERE d.workspace_id = ${workspaceId}::uuid AND d.id = ${documentId}::uuid AND d.kind = ${kind.name}::text`;

export async function findGeneration(
  { db, workspaceId }: Scope,
  kind: Kind,
  documentId: string,
  id: string,
): Promise<GenerationRow | undefined> {
  const [found] = await db.query<GenerationRow>(sql`
    SELECT ${columns} ${ofDocument(kind, workspaceId, documentId)} AND g.id = ${id}::uuid`);
  return found;
}

/** The generations of a document before one of them, the newest first. */
export const generationsBefore = (
  { db, workspaceId }: Scope,
  kind: Kind,
  documentId: string,
  before: number | undefined,
  limit: number,
): Promise<(GenerationRow & { number: number })[]> =>
  db.query(sql`
    SELECT g.number, ${columns} ${ofDocument(kind, workspaceId, documentId)}
    ${before === undefined ? empty : sql`AND g.number < ${before}::int`}
    ORDER BY g.number DESC LIMIT ${limit}::int`);

export async function findNotes({ db, workspaceId }: Scope, generationId: GenerationId): Promise<Note[]> {
  const [found] = await db.query<{ notes: Note[] }>(sql`
    SELECT notes FROM generations WHERE workspace_id = ${workspaceId}::uuid AND id = ${generationId}::uuid`);
  return found?.notes ?? [];
}

/** The newest first. */
export const findConversation = (
  { db, workspaceId }: Scope,
  documentId: string,
  limit: number,
): Promise<{ prompt: string; summary: string }[]> =>
  db.query(sql`
    SELECT prompt, summary FROM generations
    WHERE workspace_id = ${workspaceId}::uuid AND document_id = ${documentId}::uuid AND status = 'completed'
      AND prompt IS NOT NULL AND summary IS NOT NULL
    ORDER BY number DESC LIMIT ${limit}::int`);

export interface NewVersion extends Omit<Version, 'generationId'> {
  /** Whether its plain text is older than its HTML. */
  stale: boolean;
}

export interface Making {
  type: GenerationType;
  summary?: string;
  notes?: readonly Note[];
  createdByName?: string | undefined;
}

/** Writes a version that needs no generator as the newest: in one statement, since most of the cost is the round trip. Returns its id. */
export async function insertCompleted(
  tx: Ctx<Tx>,
  documentId: string,
  { type, summary, notes = [], createdByName }: Making,
  { version, html, plainText, plainTextSource, draft, stale }: NewVersion,
): Promise<string> {
  const id = newId();
  await spend(tx, 'stored_bytes', bytesOf({ html, plainText, draft }));
  const statement = sql`
    WITH made AS (
      INSERT INTO generations (workspace_id, id, document_id, number, type, status, summary, notes, created_by_name, created_at,
        completed_at)
      SELECT ${tx.workspaceId}::uuid, ${id}::uuid, ${documentId}::uuid, coalesce(max(number), 0) + 1, ${type}::text, 'completed',
        ${summary ?? null}::text, ${JSON.stringify(notes)}::jsonb, ${createdByName ?? null}::text, ${tx.now}::timestamptz, ${tx.now}::timestamptz
      FROM generations WHERE workspace_id = ${tx.workspaceId}::uuid AND document_id = ${documentId}::uuid
      RETURNING workspace_id, id, document_id
    ), kept AS (
      INSERT INTO versions (workspace_id, id, document_id, version, html, plain_text, plain_text_source, draft, merge_tags)
      SELECT workspace_id, id, document_id, ${version}::int, given.html, given.plain_text, ${plainTextSource}::text,
        ${draft && JSON.stringify(draft)}::json, ${tagsIn(sql`given.html`, sql`given.plain_text`)}
      FROM made, (VALUES (${html}::text, ${plainText}::text)) AS given (html, plain_text)
    )
    UPDATE documents d SET current_version = ${version}::int, plain_text_stale = ${stale}::boolean, updated_at = ${tx.now}::timestamptz
    FROM made WHERE d.workspace_id = made.workspace_id AND d.id = made.document_id`;
  await tx.db.query(named('insert_completed_generation', statement));
  return id;
}

/** Only generations that have ended are copied. */
export async function copyHistory(tx: Ctx<Tx>, fromId: string, toId: string): Promise<void> {
  const ended = await tx.db.query<{ id: string }>(sql`
    SELECT id::text FROM generations
    WHERE workspace_id = ${tx.workspaceId}::uuid AND document_id = ${fromId}::uuid AND status IN ('completed', 'failed') ORDER BY number`);
  const ids = ended.map(({ id }) => id);
  const copies = ids.map(() => newId());
  const pairs = sql`unnest(${ids}::uuid[], ${copies}::uuid[]) WITH ORDINALITY AS pair (old, new, place)`;
  await tx.db.query(sql`
    INSERT INTO generations (workspace_id, id, document_id, number, type, status, message_id, prompt, facts, asset_ids, start_html,
      start_draft, reasoning, with_brand, requested_by, attempts, error_message, cancelled, summary, notes, model, input_tokens, output_tokens,
      created_by_name, created_at, started_at, completed_at)
    SELECT g.workspace_id, pair.new, ${toId}::uuid, pair.place, g.type, g.status, g.message_id, g.prompt, g.facts, g.asset_ids, g.start_html,
      g.start_draft, g.reasoning, g.with_brand, g.requested_by, g.attempts, g.error_message, g.cancelled, g.summary, g.notes, g.model, g.input_tokens,
      g.output_tokens, g.created_by_name, g.created_at, g.started_at, g.completed_at
    FROM ${pairs} JOIN generations g ON g.workspace_id = ${tx.workspaceId}::uuid AND g.id = pair.old`);
  const [copied] = await tx.db.query<{ bytes: number }>(sql`
    WITH copied AS (
      INSERT INTO versions AS v (workspace_id, id, document_id, version, html, plain_text, plain_text_source, draft, merge_tags)
      SELECT o.workspace_id, pair.new, ${toId}::uuid, o.version, o.html, o.plain_text, o.plain_text_source, o.draft, o.merge_tags
      FROM ${pairs} JOIN versions o ON o.workspace_id = ${tx.workspaceId}::uuid AND o.id = pair.old
      RETURNING ${bytes} AS bytes
    )
    SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM copied`);
  await spend(tx, 'stored_bytes', copied?.bytes ?? 0);
}

export interface NewGeneration {
  id: string;
  documentId: string;
  messageId: MessageId;
  type: 'draft' | 'iteration';
  prompt: string;
  facts: Readonly<Record<string, string>>;
  assetIds: AssetId[];
  /** Null: the HTML of the drafts before, which came to nothing. */
  startHtml: string | null;
  startDraft: Draft | null;
  reasoning: Commission['reasoning'];
  withBrand: boolean;
  requestedBy: string | null;
  /** Values of the placeholders, filled into the result. */
  fills: Fills | null;
  createdByName: string | null;
}

/** Queues generations of documents that the caller holds. Returns how many: none of a document that has one under way. */
export async function insertWaiting({ db, workspaceId, now }: Ctx<Tx>, generations: readonly NewGeneration[]): Promise<number> {
  // Identical beginnings are sent once.
  const starts = [...new Set(generations.map(({ startHtml }) => startHtml))];
  const drafts = starts.map((start) => JSON.stringify(generations.find(({ startHtml }) => startHtml === start)?.startDraft ?? null));
  const rows = generations.map(({ startHtml, startDraft: _draft, ...row }) => ({ ...row, start: starts.indexOf(startHtml) + 1 }));
  const inserted = await db.query(sql`
    INSERT INTO generations (workspace_id, id, document_id, number, type, status, message_id, prompt, facts, asset_ids, start_html,
      start_draft, reasoning, with_brand, requested_by, fills, created_by_name, created_at)
    SELECT ${workspaceId}::uuid, n.id, n."documentId", coalesce(b.number, 0) + 1, n.type, 'pending', n."messageId", n.prompt, n.facts,
      n."assetIds", CASE WHEN n.type = 'draft' THEN coalesce((${starts}::text[])[n.start], b.start_html) END,
      CASE WHEN n.type = 'draft' THEN nullif((${drafts}::text[])[n.start], 'null')::json END,
      n.reasoning, n."withBrand", n."requestedBy", n.fills, n."createdByName", ${now}::timestamptz
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS n (id uuid, "documentId" uuid, "messageId" uuid, type text, prompt text,
      facts jsonb, "assetIds" uuid[], start int, reasoning text, "withBrand" boolean, "requestedBy" text, fills jsonb, "createdByName" text)
    CROSS JOIN LATERAL (
      SELECT max(g.number) AS number, max(g.start_html) AS start_html FROM generations g
      WHERE g.workspace_id = ${workspaceId}::uuid AND g.document_id = n."documentId"
    ) b
    ON CONFLICT (workspace_id, document_id) WHERE status IN ('pending', 'generating') DO NOTHING
    RETURNING 1 AS inserted`);
  return inserted.length;
}

export const generationLedger: Ledger = {
  table: 'generations',
  waiting: 'pending',
  running: 'generating',
  released: 'pending',
  servedAt: 'started_at',
};

export type Run = Claim &
  Omit<NewGeneration, 'id' | 'messageId' | 'requestedBy' | 'createdByName'> & { documentName: string; kind: Kind['name'] };

/** @returns undefined once the document is gone */
export async function findRun(db: Db, claim: Claim): Promise<Run | undefined> {
  const [wish] = await db.query<Omit<Run, keyof Claim>>(sql`
    SELECT g.document_id::text AS "documentId", d.name AS "documentName", d.kind, g.type, g.prompt, g.facts,
      g.asset_ids::text[] AS "assetIds", g.start_html AS "startHtml", g.start_draft AS "startDraft", g.reasoning, g.with_brand AS "withBrand", g.fills
    FROM generations g JOIN documents d ON d.workspace_id = g.workspace_id AND d.id = g.document_id
    WHERE g.workspace_id = ${claim.workspaceId}::uuid AND g.id = ${claim.id}::uuid`);
  return wish && { ...claim, ...wish };
}

/** Counts those that wait or began after this one: earlier ones come first. */
export async function countLater(db: Db, { workspaceId, id }: Claim, since: Date): Promise<number> {
  const [row] = await db.query<{ later: number }>(sql`
    SELECT count(*)::int AS later
    FROM generations g JOIN generations own ON own.workspace_id = ${workspaceId}::uuid AND own.id = ${id}::uuid
    WHERE g.status IN ('pending', 'generating') AND g.created_at >= ${since}::timestamptz
      AND (g.status = 'pending' OR (g.started_at, g.id) > (own.started_at, own.id))`);
  return row?.later ?? 0;
}

/** False when the run no longer holds the generation: its result is discarded. */
export const complete = (
  tx: Tx,
  claim: Claim,
  { summary, notes }: Pick<Making, 'notes'> & { summary: string },
  now: Date,
): Promise<boolean> =>
  end(
    tx,
    generationLedger,
    claim,
    sql`status = 'completed', start_html = NULL, start_draft = NULL, fills = NULL, summary = ${summary}::text,
      notes = ${JSON.stringify(notes ?? [])}::jsonb, completed_at = ${now}::timestamptz`,
  );

/** Recorded even if the generation fails. The first model is named: it wrote, and another may have made a picture. */
export async function addUsage(db: Db, { workspaceId, id }: Claim, { model, inputTokens, outputTokens }: Usage): Promise<void> {
  await db.query(sql`
    UPDATE generations SET model = coalesce(model, ${model}::text), input_tokens = coalesce(input_tokens, 0) + ${inputTokens}::int,
      output_tokens = coalesce(output_tokens, 0) + ${outputTokens}::int
    WHERE workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid`);
}

/** False when the run no longer holds the generation. @param message why, for the author */
export const fail = (tx: Tx, claim: Claim, message: string, now: Date): Promise<boolean> =>
  end(
    tx,
    generationLedger,
    claim,
    sql`status = 'failed', error_message = ${message}::text, fills = NULL, completed_at = ${now}::timestamptz`,
  );

/** Ends those that wait or run, of documents that the caller holds, and returns them. @param message why, for the author */
export const cancelAll = (
  { db, workspaceId, now }: Ctx<Tx>,
  kind: Kind,
  ids: readonly string[],
  message: string,
): Promise<EndedGeneration[]> =>
  db.query(sql`
    UPDATE generations SET status = 'failed', cancelled = true, claimed_by = NULL, lease_until = NULL, error_message = ${message}::text,
      fills = NULL, completed_at = ${now}::timestamptz
    WHERE workspace_id = ${workspaceId}::uuid AND id = ANY (${[...ids]}::uuid[]) AND status IN ('pending', 'generating')
    RETURNING ${kind.name}::text AS kind, document_id::text AS "documentId", id::text AS "generationId", NULL::int AS version,
      error_message AS reason`);
