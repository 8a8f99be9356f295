import type { Flow } from '../../../generated/prisma/client.ts';
import { type Ctx, DbNull, empty, type Prisma, type Scope, sql, type Tx } from '../../platform/db.ts';
import { containing, offsetOf, type PageRequest } from '../../shared/paging.ts';
import { definitionOf, type Step, type Trigger } from './definition.ts';
import { usesOf } from './references.ts';

export interface FlowFilter {
  status: 'any' | 'draft' | 'active' | 'paused' | 'archived';
  archived: 'exclude' | 'include' | 'only';
  search?: string | undefined;
}

export interface FlowOrder {
  sort_by: 'updated_at' | 'created_at' | 'name';
  sort_order: 'asc' | 'desc';
}

const SORTS = { updated_at: sql`f.updated_at`, created_at: sql`f.created_at`, name: sql`lower(f.name)` };

/** One page of flows, in order, and how many there are on all pages. */
export async function findFlows(
  { db, workspaceId }: Scope,
  { status, archived, search, sort_by, sort_order, ...page }: FlowFilter & FlowOrder & PageRequest,
): Promise<{ flows: Flow[]; total: number }> {
  const pattern = search ? containing(search) : null;
  const where = sql`f.workspace_id = ${workspaceId}::uuid AND f.status <> 'deleted'
    ${status === 'any' ? empty : sql`AND f.status = ${status}::text`}
    ${archived === 'only' ? sql`AND f.status = 'archived'` : empty}
    ${archived === 'exclude' && status !== 'archived' ? sql`AND f.status <> 'archived'` : empty}
    ${pattern === null ? empty : sql`AND (lower(f.name) LIKE lower(${pattern}::text) OR lower(f.description) LIKE lower(${pattern}::text))`}`;
  const direction = sort_order === 'asc' ? sql`ASC` : sql`DESC`;
  const [count] = await db.query<{ total: number }>(sql`SELECT count(*)::int AS total FROM flows f WHERE ${where}`);
  const rows = await db.query<{ id: string }>(sql`
    SELECT f.id::text FROM flows f WHERE ${where} ORDER BY ${SORTS[sort_by]} ${direction}, f.id ${direction}
    LIMIT ${page.limit}::int OFFSET ${offsetOf(page)}::bigint`);
  const ids = rows.map(({ id }) => id);
  const found = new Map((await db.prisma.flow.findMany({ where: { workspaceId, id: { in: ids } } })).map((flow) => [flow.id, flow]));
  return { flows: ids.flatMap((id) => found.get(id) ?? []), total: count?.total ?? 0 };
}

/** Null when there is none, or it is deleted. */
export const findFlow = ({ db, workspaceId }: Scope, id: string): Promise<Flow | null> =>
  db.prisma.flow.findFirst({ where: { workspaceId, id, status: { not: 'deleted' } } });

/** Reads a flow and holds it as it is until the transaction ends; its run is held before. */
export async function lockFlow(tx: Scope<Tx>, id: string): Promise<Flow | null> {
  await tx.db.query(
    sql`SELECT f.id::text FROM flows f WHERE f.workspace_id = ${tx.workspaceId}::uuid AND f.id = ${id}::uuid FOR NO KEY UPDATE`,
  );
  return findFlow(tx, id);
}

/** What a client says of a flow; what is left out stays. */
export interface FlowChanges {
  name?: string | undefined;
  description?: string | null | undefined;
  status?: Flow['status'];
  triggers?: Trigger[];
  steps?: Step[];
  entryStepId?: string | null | undefined;
  /** Null for nobody. */
  disqualificationRules?: unknown;
  reentryPolicy?: string | undefined;
  manualMembershipEnabled?: boolean | undefined;
  settings?: unknown;
  archivedAt?: Date;
}

/** Prisma's type of JSON leaves out all that is declared as an interface, though it is JSON. */
const json = (value: unknown) => value as Prisma.InputJsonValue;

type Parts = Pick<Flow, 'workspaceId' | 'id' | 'triggers' | 'steps' | 'entryStepId' | 'disqualificationRules'>;

/** The columns of changes to a flow that had these parts. Its entry in the register of references follows from the parts. */
function columnsOf(before: Parts, changes: FlowChanges) {
  const { triggers, steps, disqualificationRules, settings, ...plain } = changes;
  const isRedefined = [triggers, steps, disqualificationRules].some((part) => part !== undefined);
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return {
    ...plain,
    ...(isRedefined && { uses: usesOf(definitionOf({ ...before, ...given } as Flow)) }),
    ...(triggers && { triggers: json(triggers) }),
    ...(steps && { steps: json(steps) }),
    ...(settings !== undefined && { settings: json(settings) }),
    ...(disqualificationRules !== undefined && {
      disqualificationRules: disqualificationRules === null ? DbNull : json(disqualificationRules),
    }),
  };
}

export const insertFlow = (
  { db, workspaceId, now }: Ctx,
  { id, name, reentryPolicy, ...more }: FlowChanges & { id: string; name: string; reentryPolicy: string },
): Promise<Flow> => {
  const columns = columnsOf({ workspaceId, id, triggers: [], steps: [], entryStepId: null, disqualificationRules: null }, more);
  return db.prisma.flow.create({
    data: { ...columns, workspaceId, id, name, reentryPolicy, status: 'draft', createdAt: now, updatedAt: now },
  });
};

/** Changes a flow that the transaction has locked. */
export const changeFlow = ({ db, workspaceId, now }: Ctx<Tx>, flow: Flow, changes: FlowChanges): Promise<Flow> =>
  db.prisma.flow.update({
    where: { workspaceId_id: { workspaceId, id: flow.id } },
    data: { ...columnsOf(flow, changes), updatedAt: now },
  });
