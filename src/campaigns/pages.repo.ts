import { empty, raw, type Scope, sql } from '../platform/db.ts';
import { type Positioned, readPage, type SortKey } from '../platform/listing.ts';
import { containing, type Page, type PageRequest } from '../shared/paging.ts';

const SORTS = {
  updated_at: { by: 'c.updated_at', type: 'timestamptz' },
  created_at: { by: 'c.created_at', type: 'timestamptz' },
  scheduled_at: { by: 'c.scheduled_at', type: 'timestamptz', optional: true },
  name: { by: 'lower(c.name)', type: 'text' },
} satisfies Record<string, Omit<SortKey, 'order'>>;

export interface PageQuery extends PageRequest {
  status: string;
  archived: 'exclude' | 'include' | 'only';
  search?: string | undefined;
  sort_by: keyof typeof SORTS;
  sort_order: 'asc' | 'desc';
}

export async function pageOf<Row extends { id: string }>(
  ctx: Scope,
  table: 'blasts' | 'flows',
  { read, ...query }: PageQuery & { read: (ids: string[]) => Promise<Row[]> },
): Promise<Page<Row>> {
  const { status, archived, search, sort_by, sort_order } = query;
  const pattern = search ? containing(search) : null;
  const where = sql`c.workspace_id = ${ctx.workspaceId}::uuid ${table === 'flows' ? sql`AND c.status <> 'deleted'` : empty}
    ${status === 'any' ? empty : sql`AND c.status = ${status}::text`}
    ${archived === 'only' ? sql`AND c.status = 'archived'` : empty}
    ${archived === 'exclude' && status !== 'archived' ? sql`AND c.status <> 'archived'` : empty}
    ${pattern === null ? empty : sql`AND (lower(c.name) LIKE lower(${pattern}::text) OR lower(c.description) LIKE lower(${pattern}::text))`}`;
  const found = await readPage<{ id: string }>(
    ctx,
    { of: table, ...query },
    {
      keys: [
        { ...SORTS[sort_by], order: sort_order },
        { by: 'c.id', type: 'uuid', order: sort_order },
      ],
      from: sql`FROM ${raw(table)} c WHERE ${where}`,
      read: ({ rows, position }) => ctx.db.query<Positioned<{ id: string }>>(sql`SELECT c.id::text, ${position} ${rows}`),
    },
  );
  const ids = found.rows.map(({ id }) => id);
  const byId = new Map((await read(ids)).map((row) => [row.id, row]));
  return { ...found, rows: ids.flatMap((id) => byId.get(id) ?? []) };
}
