import { type Ctx, type Db, named, type Scope, type Sql, sql, type Tx } from '../../platform/db.ts';
import type { WorkspaceId } from '../../platform/ids.ts';
import { BUDGETS, keptLimit, periodOf, RESOURCES, type Resource } from './resources.ts';

/** The limit of a workspace `w`, or the one that the operator has set, `l`. */
const most = (free: Sql, paid: Sql): Sql =>
  sql`CASE WHEN l.workspace_id IS NOT NULL THEN l.amount WHEN w.plan = 'free' THEN ${free} ELSE ${paid} END`;

/**
 * One statement decides under the lock of the row, so that concurrent work cannot pass the limit together.
 * @param isLimited false: it is counted although it passes the limit
 * @returns false when it would pass the limit; then nothing is added
 */
export async function add({ db, workspaceId, now }: Ctx<Tx>, resource: Resource, amount: number, isLimited: boolean): Promise<boolean> {
  const free = sql`${keptLimit(resource, 'free')}::float8`;
  const paid = sql`${keptLimit(resource, 'paid')}::float8`;
  const added = await db.query(
    named(
      'add_to_budget',
      sql`
      WITH allowed AS (
        SELECT ${most(free, paid)} AS most FROM workspaces w
        LEFT JOIN budget_limits l ON l.workspace_id = w.id AND l.resource = ${resource}::text
        WHERE w.id = ${workspaceId}::uuid
      ), asked AS (SELECT ${amount}::float8 AS amount, ${isLimited}::boolean AS limited)
      INSERT INTO budget_usage AS u (workspace_id, resource, period, amount)
      SELECT ${workspaceId}::uuid, ${resource}::text, ${periodOf(resource, now)}::date, greatest(0, asked.amount)
      FROM allowed, asked WHERE NOT asked.limited OR allowed.most IS NULL OR asked.amount <= allowed.most
      ON CONFLICT (workspace_id, resource, period) DO UPDATE SET amount = greatest(0, u.amount + (SELECT amount FROM asked))
      WHERE (SELECT NOT asked.limited OR allowed.most IS NULL OR u.amount + asked.amount <= allowed.most FROM allowed, asked)
      RETURNING 1 AS added`,
    ),
  );
  return added.length > 0;
}

export interface Standing {
  resource: Resource;
  /** In the stored unit. */
  used: number;
  limit: number | null;
}

export function standings({ db, workspaceId, now }: Ctx, resources: readonly Resource[] = RESOURCES): Promise<Standing[]> {
  const columns = limitColumns(resources, now);
  return db.query<Standing>(sql`
    SELECT r.resource, coalesce(u.amount, 0) AS used, ${most(sql`r.free`, sql`r.paid`)} AS "limit"
    FROM ${columns} JOIN workspaces w ON w.id = ${workspaceId}::uuid
    LEFT JOIN budget_limits l ON l.workspace_id = w.id AND l.resource = r.resource
    LEFT JOIN budget_usage u ON u.workspace_id = w.id AND u.resource = r.resource AND u.period = r.period
    ORDER BY r.place`);
}

const limitColumns = (resources: readonly Resource[], now: Date): Sql => sql`
  unnest(${[...resources]}::text[], ${resources.map((resource) => periodOf(resource, now))}::date[],
    ${resources.map((resource) => keptLimit(resource, 'free'))}::float8[], ${resources.map((resource) => keptLimit(resource, 'paid'))}::float8[]
  ) WITH ORDINALITY AS r (resource, period, free, paid, place)`;

export interface Measured {
  workspaceId: WorkspaceId;
  resource: Resource;
  period: string;
  amount: number;
}

/** Each period of a resource once. */
export async function addMeasured(db: Db, measured: readonly Measured[]): Promise<void> {
  // In one order, so that two processes do not deadlock. A workspace that is just being deleted is waited for, and its amounts are left out.
  const rows = measured.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)));
  await db.query(sql`
    INSERT INTO budget_usage AS u (workspace_id, resource, period, amount)
    SELECT m.workspace_id, m.resource, m.period, m.amount
    FROM unnest(${rows.map(({ workspaceId }) => workspaceId)}::uuid[], ${rows.map(({ resource }) => resource)}::text[],
      ${rows.map(({ period }) => period)}::date[], ${rows.map(({ amount }) => amount)}::float8[]
    ) AS m (workspace_id, resource, period, amount) JOIN workspaces w ON w.id = m.workspace_id
    FOR KEY SHARE OF w
    ON CONFLICT (workspace_id, resource, period) DO UPDATE SET amount = u.amount + excluded.amount`);
}

export const keyOf = ({ workspaceId, resource, period }: Omit<Measured, 'amount'>): string => `${workspaceId} ${resource} ${period}`;

/** In the period of `now`. */
export const usedByAll = (db: Db, now: Date, resources: readonly Resource[] = RESOURCES): Promise<{ resource: Resource; used: number }[]> =>
  db.query(sql`
    SELECT r.resource, coalesce(sum(u.amount), 0) AS used
    FROM ${limitColumns(resources, now)} LEFT JOIN budget_usage u ON u.period = r.period AND u.resource = r.resource
    GROUP BY r.resource`);

/** In the shown unit; null for no limit, undefined for the plan's. */
export async function setLimit({ db, workspaceId }: Scope<Tx>, resource: Resource, limit: number | null | undefined): Promise<void> {
  if (limit === undefined) {
    await db.prisma.budgetLimit.deleteMany({ where: { workspaceId, resource } });
    return;
  }
  const amount = limit === null ? null : limit * BUDGETS[resource].scale;
  await db.prisma.budgetLimit.upsert({
    where: { workspaceId_resource: { workspaceId, resource } },
    create: { workspaceId, resource, amount },
    update: { amount },
  });
}

/** What is stored has no period. */
export async function forgetPeriods(db: Db, before: Date): Promise<void> {
  const stored = periodOf('stored_bytes', before);
  await db.query(sql`DELETE FROM budget_usage WHERE period > ${stored}::date AND period < ${before}::timestamptz::date`);
}
