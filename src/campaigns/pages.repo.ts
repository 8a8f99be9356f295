import { empty, raw, type Scope, sql } from '../platform/db.ts';
import { containing, offsetOf, type PageRequest } from '../shared/paging.ts';

const SORTS = {
  updated_at: sql`c.updated_at`,
  created_at: sql`c.created_at`,
  // Only here a value may be missing. NULLS LAST on the other columns would keep the planner from reading their index backwards.
  scheduled_at: sql`c.scheduled_at`,
  name: sql`lower(c.name)`,
};

export interface PageQuery extends PageRequest {
  status: string;
  archived: 'exclude' | 'include' | 'only';
  search?: string | undefined;
  sort_by: keyof typeof SORTS;
  sort_order: 'asc' | 'desc';
}

interface Page<Row> {
  rows: Row[];
  total: number;
}

export async function pageOf<Row extends { id: string }>(
  { db, workspaceId }: Scope,
  table: 'blasts' | 'flows',
  { status, archived, search, sort_by, sort_order, read, ...page }: PageQuery & { read: (ids: string[]) => Promise<Row[]> },
): Promise<Page<Row>> {
  const pattern = search ? containing(search) : null;
  const where = sql`c.workspace_id = ${workspaceId}::uuid ${table === 'flows' ? sql`AND c.status <> 'deleted'` : empty}
    ${status === 'any' ? empty : sql`AND c.status = ${status}::text`}
    ${archived === 'only' ? sql`AND c.status = 'archived'` : empty}
    ${archived === 'exclude' && status !== 'archived' ? sql`AND c.status <> 'archived'` : empty}
    ${pattern === null ? empty : sql`AND (lower(c.name) LIKE lower(${pattern}::text) OR lower(c.description) LIKE lower(${pattern}::text))`}`;
  const direction = sort_order === 'asc' ? sql`ASC` : sql`DESC`;
  const [count] = await db.query<{ total: number }>(sql`SELECT count(*)::int AS total FROM ${raw(table)} c WHERE ${where}`);
  const found = await db.query<{ id: string }>(sql`
    SELECT c.id::text FROM ${raw(table)} c WHERE ${where}
    ORDER BY ${SORTS[sort_by]} ${direction} ${sort_by === 'scheduled_at' ? sql`NULLS LAST` : empty}, c.id ${direction}
    LIMIT ${page.limit}::int OFFSET ${offsetOf(page)}::bigint`);
  const ids = found.map(({ id }) => id);
  const byId = new Map((await read(ids)).map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total: count?.total ?? 0 };
}
