import type { Publication as Row } from '../../../generated/prisma/client.ts';
import { type Ctx, type Scope, sql, type Tx } from '../../platform/db.ts';
import type { GenerationId, TentId } from '../../platform/ids.ts';
import type { PageForm } from '../forms/find.ts';

export type PublicationStatus = 'pending' | 'published' | 'published_with_warnings' | 'failed';

export interface Outcome<Status = PublicationStatus> {
  status: Status;
  requestedAlias: string | null;
  message: string | null;
}

/** The newest wish to publish a tent. */
export interface Attempt extends Outcome {
  /** The generation to publish when it is completed; only while `pending`. */
  awaitedGenerationId: string | null;
  /** Null when the wish does not say. */
  removeBranding: boolean | null;
  at: Date;
}

export interface LivePage {
  /** '/', an alias, or the tent's id. */
  path: string;
  alias: string | null;
  generationId: GenerationId;
  version: number;
  branded: boolean;
  publishedAt: Date;
  forms: PageForm[];
  /** Identifies the served bytes. */
  etag: string;
  /** Of the wish that made it live. */
  outcome: Outcome<'published' | 'published_with_warnings'>;
}

/** A writer locks the tent. */
export interface Publication extends Attempt {
  tentId: TentId;
  live: LivePage | null;
}

/** By tent. */
export async function findPublications({ db, workspaceId }: Scope, tentIds: TentId[]): Promise<Map<string, Publication>> {
  const rows = await db.prisma.publication.findMany({ where: { workspaceId, tentId: { in: tentIds } } });
  return new Map(rows.map((row) => [row.tentId, toPublication(row)]));
}

function toPublication(row: Row): Publication {
  const { tentId, status, requestedAlias, message, awaitedGenerationId, removeBranding, attemptedAt: at } = row;
  const { path, alias, generationId, version, branded, publishedAt, forms, etag } = row;
  // An earlier version did not write these columns.
  const outcome = { status: row.liveStatus ?? 'published', requestedAlias: row.liveRequestedAlias, message: row.liveMessage };
  // The columns of a live page are set together.
  const live = path === null ? null : { path, alias, generationId, version, branded, publishedAt, forms, etag, outcome };
  return { tentId, status, requestedAlias, message, awaitedGenerationId, removeBranding, at, live } as Publication;
}

export const findPublication = async (ctx: Scope, tentId: TentId): Promise<Publication | undefined> =>
  (await findPublications(ctx, [tentId])).get(tentId);

export interface FormsOfTent {
  tentId: TentId;
  /** Null while no page is live. */
  live: string[] | null;
  /** Null without a version. */
  newestGenerationId: string | null;
}

export const findFormIds = ({ db, workspaceId }: Scope, tentIds: TentId[]): Promise<FormsOfTent[]> =>
  db.query<FormsOfTent>(sql`
    SELECT d.id::text AS "tentId", jsonb_path_query_array(p.forms, '$[*].formId') AS live, v.id::text AS "newestGenerationId"
    FROM documents d
    LEFT JOIN publications p ON p.workspace_id = d.workspace_id AND p.tent_id = d.id
    LEFT JOIN versions v ON v.workspace_id = d.workspace_id AND v.document_id = d.id AND v.version = d.current_version
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.id = ANY (${tentIds}::uuid[]) AND d.kind = 'tent'`);

export interface Awaited {
  tentId: TentId;
  generationId: GenerationId;
  /** Null: a live page keeps its address, and any other gets the default one. */
  alias: string | null;
  /** Undefined: a live page keeps what it has, and any other carries the branding. */
  removeBranding?: boolean | undefined;
}

/**
 * Call it in the transaction that begins the generations, with the tents locked. Replaces earlier wishes; the live page stays until then.
 */
export async function awaitGenerations({ db, workspaceId, now }: Ctx<Tx>, awaited: readonly Awaited[]): Promise<void> {
  if (awaited.length === 0) return;
  await db.query(sql`
    INSERT INTO publications (workspace_id, tent_id, status, requested_alias, awaited_generation_id, remove_branding, attempted_at)
    SELECT ${workspaceId}::uuid, w.tent_id, 'pending', w.alias, w.generation_id, w.remove_branding, ${now}::timestamptz
    FROM unnest(${awaited.map(({ tentId }) => tentId)}::uuid[], ${awaited.map(({ generationId }) => generationId)}::uuid[],
      ${awaited.map(({ alias }) => alias)}::text[], ${awaited.map(({ removeBranding }) => removeBranding ?? null)}::boolean[])
      AS w (tent_id, generation_id, alias, remove_branding)
    ON CONFLICT (workspace_id, tent_id) DO UPDATE SET status = excluded.status, requested_alias = excluded.requested_alias,
      message = excluded.message, awaited_generation_id = excluded.awaited_generation_id,
      remove_branding = excluded.remove_branding, attempted_at = excluded.attempted_at`);
}

/** The live page stays. */
export async function failWishes({ db, workspaceId, now }: Ctx<Tx>, failed: { tentId: TentId; reason: string }[]): Promise<void> {
  if (failed.length === 0) return;
  await db.query(sql`
    UPDATE publications p SET status = 'failed', message = f.reason, awaited_generation_id = NULL, attempted_at = ${now}::timestamptz
    FROM unnest(${failed.map(({ tentId }) => tentId)}::uuid[], ${failed.map(({ reason }) => reason)}::text[]) AS f (tent_id, reason)
    WHERE p.workspace_id = ${workspaceId}::uuid AND p.tent_id = f.tent_id`);
}

export interface PageBody {
  html: Uint8Array;
  brotli: Uint8Array;
}

/** The caller has locked its workspace's publishing. */
export async function putLive(
  { db, workspaceId }: Scope<Tx>,
  { tentId, status, requestedAlias, message, awaitedGenerationId, at }: Publication,
  { path, alias, generationId, version, branded, publishedAt, forms, etag, outcome }: LivePage,
  { html, brotli }: PageBody,
): Promise<void> {
  await notePages({ db, workspaceId }, tentId, [path]);
  await db.query(sql`
    INSERT INTO publications (workspace_id, tent_id, status, requested_alias, message, awaited_generation_id, attempted_at, path, alias,
      generation_id, version, branded, published_at, forms, etag, live_status, live_requested_alias, live_message)
    VALUES (${workspaceId}::uuid, ${tentId}::uuid, ${status}::text, ${requestedAlias}::text, ${message}::text, ${awaitedGenerationId}::uuid,
      ${at}::timestamptz, ${path}::text, ${alias}::text, ${generationId}::uuid, ${version}::int, ${branded}::boolean,
      ${publishedAt}::timestamptz, ${JSON.stringify(forms)}::jsonb, ${etag}::text, ${outcome.status}::text,
      ${outcome.requestedAlias}::text, ${outcome.message}::text)
    ON CONFLICT (workspace_id, tent_id) DO UPDATE SET status = excluded.status, requested_alias = excluded.requested_alias,
      message = excluded.message, awaited_generation_id = excluded.awaited_generation_id, attempted_at = excluded.attempted_at,
      path = excluded.path, alias = excluded.alias, generation_id = excluded.generation_id, version = excluded.version,
      branded = excluded.branded, published_at = excluded.published_at, forms = excluded.forms, etag = excluded.etag,
      live_status = excluded.live_status, live_requested_alias = excluded.live_requested_alias, live_message = excluded.live_message`);
  await db.query(sql`
    INSERT INTO page_bodies (workspace_id, tent_id, html, brotli)
    VALUES (${workspaceId}::uuid, ${tentId}::uuid, ${Buffer.from(html)}::bytea, ${Buffer.from(brotli)}::bytea)
    ON CONFLICT (workspace_id, tent_id) DO UPDATE SET html = excluded.html, brotli = excluded.brotli`);
}

/**
 * Lets every process forget what is cached of the tent's page: the addresses that it has, which its id is one of, and those it is about to
 * get. Call it before the write.
 */
async function notePages({ db, workspaceId }: Scope<Tx>, tentId: TentId, paths: readonly string[]): Promise<void> {
  await db.query(sql`
    INSERT INTO page_changes (workspace_id, path)
    SELECT ${workspaceId}::uuid, path FROM (
      SELECT path FROM publications WHERE workspace_id = ${workspaceId}::uuid AND tent_id = ${tentId}::uuid AND path IS NOT NULL
      UNION SELECT unnest(${[...paths, tentId]}::text[])
    ) AS changed`);
}

export async function deletePublication({ db, workspaceId }: Scope<Tx>, tentId: TentId): Promise<void> {
  await notePages({ db, workspaceId }, tentId, []);
  await db.prisma.publication.deleteMany({ where: { workspaceId, tentId } });
}

/** Locks a workspace's publishing until the end of the transaction: its addresses and the number of live pages. */
export async function holdPublishing({ db, workspaceId }: Scope<Tx>): Promise<void> {
  await db.query(sql`SELECT 1 AS held FROM pg_advisory_xact_lock(hashtextextended(${`publishing ${workspaceId}`}::text, 0))`);
}

/** Whether another tent's page is live at the path. */
export async function isTaken({ db, workspaceId }: Scope<Tx>, path: string, tentId: TentId): Promise<boolean> {
  const others = await db.query(sql`
    SELECT 1 AS taken FROM publications
    WHERE workspace_id = ${workspaceId}::uuid AND path = ${path}::text AND tent_id <> ${tentId}::uuid`);
  return others.length > 0;
}

export async function countLive({ db, workspaceId }: Scope<Tx>): Promise<number> {
  const [row] = await db.query<{ live: number }>(
    sql`SELECT count(*)::int AS live FROM publications WHERE workspace_id = ${workspaceId}::uuid AND path IS NOT NULL`,
  );
  return row?.live ?? 0;
}
