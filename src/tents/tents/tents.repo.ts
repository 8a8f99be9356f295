import type { GenerationRow } from '../../content/generation/generations.repo.ts';
import { empty, type Scope, sql } from '../../platform/db.ts';
import type { WorkspaceId } from '../../platform/ids.ts';
import { type Positioned, readPage, type SortKey } from '../../platform/listing.ts';
import { containing, type Page, type PageRequest } from '../../shared/paging.ts';
import type { ShownPublication } from '../publishing/publications.view.ts';

/** With its newest generation and the newest attempt to publish it, all of one moment. */
export interface Tent {
  workspaceId: string;
  id: string;
  name: string;
  status: 'draft' | 'published';
  currentVersion: number | null;
  createdAt: Date;
  updatedAt: Date;
  generation: TentGeneration | null;
  publication: ShownPublication | null;
  previewRevocations: number;
  reportRevocations: number;
}

export type TentGeneration = Omit<GenerationRow, 'plainTextSource'>;

/** Dates within JSON are texts. */
type Json<Of> = { [Name in keyof Of]: Of[Name] extends Date | null ? string | Exclude<Of[Name], Date> : Of[Name] };

interface Row extends Omit<Tent, 'generation' | 'publication'> {
  generation: Json<TentGeneration> | null;
  publication: (Json<Omit<ShownPublication, 'live'>> & { live: Json<NonNullable<ShownPublication['live']>> | null }) | null;
}

const columns = sql`d.workspace_id::text AS "workspaceId", d.id::text, d.name, d.status, d.current_version AS "currentVersion",
  d.created_at AS "createdAt", d.updated_at AS "updatedAt", d.preview_revocations AS "previewRevocations",
  d.report_revocations AS "reportRevocations",
  CASE WHEN g.id IS NOT NULL THEN json_build_object('id', g.id, 'type', g.type, 'status', g.status, 'errorMessage', g.error_message,
    'cancelled', g.cancelled, 'createdAt', g.created_at, 'completedAt', g.completed_at, 'version', v.version, 'prompt', g.prompt,
    'summary', g.summary, 'notes', g.notes, 'model', g.model, 'inputTokens', g.input_tokens, 'outputTokens', g.output_tokens,
    'createdByName', g.created_by_name, 'hasDraft', v.draft IS NOT NULL) END AS generation,
  CASE WHEN p.tent_id IS NOT NULL THEN json_build_object('status', p.status, 'requestedAlias', p.requested_alias, 'message', p.message,
    'at', p.attempted_at, 'live', CASE WHEN p.path IS NOT NULL THEN json_build_object('path', p.path, 'alias', p.alias, 'version', p.version,
      'publishedAt', p.published_at, 'outcome', json_build_object('status', coalesce(p.live_status, 'published'),
        'requestedAlias', p.live_requested_alias, 'message', p.live_message)) END) END AS publication`;

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
  published: (workspaceId: WorkspaceId) =>
    sql`AND d.id IN (SELECT l.tent_id FROM publications l WHERE l.workspace_id = ${workspaceId}::uuid AND l.path IS NOT NULL)`,
};

const LAST_CHANGED_FIRST: SortKey[] = [
  { by: 'd.updated_at', type: 'timestamptz', order: 'desc' },
  { by: 'd.id', type: 'uuid', order: 'desc' },
];

export async function pageOfTents(ctx: Scope, query: TentFilter & PageRequest): Promise<Page<Tent>> {
  const { db, workspaceId } = ctx;
  const { status, search } = query;
  const from = sql`
    FROM documents d WHERE d.workspace_id = ${workspaceId}::uuid AND d.kind = 'tent'
    ${STATUS[status](workspaceId)}
    ${search ? sql`AND fold_case(d.name) LIKE fold_case(${containing(search)}::text)` : empty}`;
  const page = await readPage<Row>(
    ctx,
    { of: 'tents', ...query },
    {
      keys: LAST_CHANGED_FIRST,
      from,
      read: ({ rows, order, position }) =>
        db.query<Positioned<Row>>(sql`SELECT ${columns}, d.position FROM (SELECT d.*, ${position} ${rows}) d ${around} ${order}`),
    },
  );
  return { ...page, rows: page.rows.map(tentIn) };
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

function tentIn({ generation, publication, ...tent }: Row): Tent {
  const live = publication?.live;
  return {
    ...tent,
    generation: generation && {
      ...generation,
      createdAt: new Date(generation.createdAt),
      completedAt: generation.completedAt === null ? null : new Date(generation.completedAt),
    },
    publication: publication && {
      ...publication,
      at: new Date(publication.at),
      live: live ? { ...live, publishedAt: new Date(live.publishedAt) } : null,
    },
  };
}
