import type { GenerationRow } from '../../content/generation/generations.repo.ts';
import { empty, type Scope, sql } from '../../platform/db.ts';
import { containing, offsetOf, type PageRequest, totalOf } from '../../shared/paging.ts';
import { outcomeColumns, outcomeIn } from '../publishing/publications.repo.ts';
import type { ShownPublication } from '../publishing/publications.view.ts';

/** With its newest generation and the newest attempt to publish it, all of one moment. */
export interface Tent {
  id: string;
  name: string;
  status: 'draft' | 'published';
  currentVersion: number | null;
  createdAt: Date;
  updatedAt: Date;
  generation: TentGeneration | null;
  publication: ShownPublication | null;
}

export type TentGeneration = Omit<GenerationRow, 'plainTextSource'>;

interface Row extends Omit<Tent, 'generation' | 'publication'> {
  generationId: string | null;
  generationStatus: TentGeneration['status'];
  errorMessage: string | null;
  cancelled: boolean;
  begunAt: Date;
  completedAt: Date | null;
  madeVersion: number | null;
  generationType: TentGeneration['type'];
  story: Pick<TentGeneration, 'prompt' | 'summary' | 'notes' | 'model' | 'inputTokens' | 'outputTokens' | 'createdByName' | 'hasDraft'>;
  publicationStatus: ShownPublication['status'] | null;
  path: string | null;
  requestedAlias: string | null;
  alias: string | null;
  message: string | null;
  liveVersion: number | null;
  publishedAt: Date | null;
  attemptedAt: Date;
  liveStatus: 'published' | 'published_with_warnings';
  liveRequestedAlias: string | null;
  liveMessage: string | null;
}

const columns = sql`d.id::text, d.name, d.status, d.current_version AS "currentVersion", d.created_at AS "createdAt", d.updated_at AS "updatedAt",
  g.id::text AS "generationId", g.status AS "generationStatus", g.error_message AS "errorMessage", g.cancelled, g.created_at AS "begunAt",
  g.completed_at AS "completedAt", v.version AS "madeVersion", g.type AS "generationType",
  json_build_object('prompt', g.prompt, 'summary', g.summary, 'notes', g.notes, 'model', g.model, 'inputTokens', g.input_tokens,
    'outputTokens', g.output_tokens, 'createdByName', g.created_by_name, 'hasDraft', v.draft IS NOT NULL) AS story,
  p.status AS "publicationStatus", p.path, p.requested_alias AS "requestedAlias", p.alias, p.message, p.version AS "liveVersion",
  p.published_at AS "publishedAt", p.attempted_at AS "attemptedAt", ${outcomeColumns}`;

const around = sql`
  LEFT JOIN LATERAL (
    SELECT l.* FROM generations l WHERE l.workspace_id = d.workspace_id AND l.document_id = d.id ORDER BY l.number DESC LIMIT 1
  ) g ON true
  LEFT JOIN versions v ON v.workspace_id = d.workspace_id AND v.id = g.id
  LEFT JOIN publications p ON p.workspace_id = d.workspace_id AND p.tent_id = d.id`;

export interface TentFilter {
  status: 'any' | 'draft' | 'published';
  search?: string | undefined;
}

/** Few tents are live, so they are found by their publications, which are written together with the status. */
const STATUS = {
  any: () => empty,
  draft: () => sql`AND d.status = 'draft'`,
  published: (workspaceId: string) =>
    sql`AND d.id IN (SELECT l.tent_id FROM publications l WHERE l.workspace_id = ${workspaceId}::uuid AND l.path IS NOT NULL)`,
};

/** The last changed first. */
export async function pageOfTents(
  { db, workspaceId }: Scope,
  { status, search, ...page }: TentFilter & PageRequest,
): Promise<{ tents: Tent[]; total: number }> {
  const matching = sql`
    FROM documents d WHERE d.workspace_id = ${workspaceId}::uuid AND d.kind = 'tent'
    ${STATUS[status](workspaceId)}
    ${search ? sql`AND fold_case(d.name) LIKE fold_case(${containing(search)}::text)` : empty}`;
  const rows = await db.query<Row>(sql`
    SELECT ${columns}
    FROM (
      SELECT d.* ${matching} ORDER BY d.updated_at DESC, d.id DESC LIMIT ${page.limit}::int OFFSET ${offsetOf(page)}::bigint
    ) d ${around}
    ORDER BY d.updated_at DESC, d.id DESC`);
  const total = await totalOf(page, rows.length, async () => {
    const [count] = await db.query<{ total: number }>(sql`SELECT count(*)::int AS total ${matching}`);
    return count?.total ?? 0;
  });
  return { tents: rows.map(tentIn), total };
}

export async function readTent({ db, workspaceId }: Scope, id: string): Promise<Tent | undefined> {
  const [row] = await db.query<Row>(sql`
    SELECT ${columns} FROM documents d ${around} WHERE d.workspace_id = ${workspaceId}::uuid AND d.id = ${id}::uuid AND d.kind = 'tent'`);
  return row && tentIn(row);
}

export async function findLiveAt({ db, workspaceId }: Scope, alias: string): Promise<string | undefined> {
  const [live] = await db.query<{ id: string }>(sql`
    SELECT tent_id::text AS id FROM publications WHERE workspace_id = ${workspaceId}::uuid AND path = ${alias}::text AND alias = path`);
  return live?.id;
}

const tentIn = (row: Row): Tent => ({
  id: row.id,
  name: row.name,
  status: row.status,
  currentVersion: row.currentVersion,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  generation: row.generationId === null ? null : generationIn(row, row.generationId),
  publication: row.publicationStatus === null ? null : publicationIn(row, row.publicationStatus),
});

const generationIn = (row: Row, id: string): TentGeneration => ({
  id,
  status: row.generationStatus,
  errorMessage: row.errorMessage,
  cancelled: row.cancelled,
  createdAt: row.begunAt,
  completedAt: row.completedAt,
  version: row.madeVersion,
  type: row.generationType,
  ...row.story,
});

const publicationIn = (row: Row, status: ShownPublication['status']): ShownPublication => ({
  status,
  requestedAlias: row.requestedAlias,
  message: row.message,
  at: row.attemptedAt,
  live:
    row.path === null
      ? null
      : {
          path: row.path,
          alias: row.alias,
          version: row.liveVersion as number,
          publishedAt: row.publishedAt as Date,
          outcome: outcomeIn(row),
        },
});
