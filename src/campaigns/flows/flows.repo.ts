import type { Flow } from '../../../generated/prisma/client.ts';
import { type Ctx, DbNull, type Prisma, type Scope, sql, type Tx } from '../../platform/db.ts';
import { type PageQuery, pageOf } from '../pages.repo.ts';
import { definitionOf, type Step, type Trigger } from './definition.ts';
import { usesOf } from './references.ts';

export const findFlows = (ctx: Scope, query: PageQuery) =>
  pageOf<Flow>(ctx, 'flows', {
    ...query,
    read: (ids) => ctx.db.prisma.flow.findMany({ where: { workspaceId: ctx.workspaceId, id: { in: ids } } }),
  });

export const findFlow = ({ db, workspaceId }: Scope, id: string): Promise<Flow | null> =>
  db.prisma.flow.findFirst({ where: { workspaceId, id, status: { not: 'deleted' } } });

/** The flow's run is held before. */
export async function lockFlow(tx: Scope<Tx>, id: string): Promise<Flow | null> {
  await tx.db.query(
    sql`SELECT f.id::text FROM flows f WHERE f.workspace_id = ${tx.workspaceId}::uuid AND f.id = ${id}::uuid FOR NO KEY UPDATE`,
  );
  return findFlow(tx, id);
}

export interface FlowChanges {
  name?: string | undefined;
  description?: string | null | undefined;
  status?: Flow['status'];
  triggers?: Trigger[];
  steps?: Step[];
  entryStepId?: string | null | undefined;
  /** Null for none. */
  disqualificationRules?: unknown;
  reentryPolicy?: string | undefined;
  manualMembershipEnabled?: boolean | undefined;
  settings?: unknown;
  archivedAt?: Date;
}

/** Prisma's type of JSON leaves out interfaces, though they are JSON. */
const json = (value: unknown) => value as Prisma.InputJsonValue;

type Parts = Pick<Flow, 'workspaceId' | 'id' | 'triggers' | 'steps' | 'entryStepId' | 'disqualificationRules'>;

/** Its entry in the register of references follows from the parts. */
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
  { db, workspaceId, now, isTest = false }: Ctx,
  { id, name, reentryPolicy, ...more }: FlowChanges & { id: string; name: string; reentryPolicy: string },
): Promise<Flow> => {
  const columns = columnsOf({ workspaceId, id, triggers: [], steps: [], entryStepId: null, disqualificationRules: null }, more);
  return db.prisma.flow.create({
    data: { ...columns, workspaceId, id, name, reentryPolicy, test: isTest, status: 'draft', createdAt: now, updatedAt: now },
  });
};

export const changeFlow = ({ db, workspaceId, now }: Ctx<Tx>, flow: Flow, changes: FlowChanges): Promise<Flow> =>
  db.prisma.flow.update({
    where: { workspaceId_id: { workspaceId, id: flow.id } },
    data: { ...columnsOf(flow, changes), updatedAt: now },
  });
