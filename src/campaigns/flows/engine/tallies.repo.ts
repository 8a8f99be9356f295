import { type Db, type Scope, type Sql, sql, type Tx } from '../../../platform/db.ts';
import type { FlowId, StepId } from '../../../platform/ids.ts';

/** The members at a step are those who entered less those who left. */
type FlowCount = 'entered' | 'active' | 'waiting' | 'completed' | 'dropped' | 'refused';
type StepCount = 'entered' | 'left' | 'failed';

const FLOW = '';

/**
 * The changes of a transaction to the counts of a flow, in rows of its own, so that concurrent transactions do not wait for each other; the sum
 * of all rows is the count.
 */
export class Tally {
  private readonly counts = new Map<string, { stepId: StepId; name: string; count: number }>();

  flow(name: FlowCount, count = 1): void {
    this.add(FLOW, name, count);
  }

  step(stepId: StepId, name: StepCount, count = 1): void {
    this.add(stepId, name, count);
  }

  private add(stepId: StepId, name: string, count: number): void {
    const key = `${name} ${stepId}`;
    const known = this.counts.get(key);
    if (known) known.count += count;
    else this.counts.set(key, { stepId, name, count });
  }

  async write({ db, workspaceId }: Scope<Tx>, flowId: FlowId): Promise<void> {
    const rows = [...this.counts.values()].filter(({ count }) => count !== 0);
    this.counts.clear();
    if (rows.length === 0) return;
    await db.query(sql`
      INSERT INTO flow_tallies (workspace_id, flow_id, step_id, name, count)
      SELECT ${workspaceId}::uuid, ${flowId}::uuid, * FROM unnest(
        ${rows.map(({ stepId }) => stepId)}::text[], ${rows.map(({ name }) => name)}::text[], ${rows.map(({ count }) => count)}::bigint[])`);
  }
}

/** Of memberships: a contact that came twice counts twice. */
export interface FlowCounts extends Record<'totalEntered' | 'active' | 'waiting' | 'completed' | 'dropped' | 'refused', number> {
  mostRecentEntryAt: Date | null;
}

/** Flows without entries are included. */
export async function countsOf({ db, workspaceId }: Scope, flowIds: FlowId[]): Promise<Map<string, FlowCounts>> {
  const rows = await db.query<{ flowId: FlowId; counts: Record<FlowCount, number> | null; mostRecentEntryAt: Date | null }>(sql`
    SELECT f.id::text AS "flowId", t.counts,
           ${lastEntry(sql`${workspaceId}::uuid`, sql`f.id`)} AS "mostRecentEntryAt"
    FROM unnest(${flowIds}::uuid[]) AS f (id) LEFT JOIN LATERAL (
      SELECT jsonb_object_agg(name, count) AS counts FROM (
        SELECT name, sum(count) AS count FROM flow_tallies t
        WHERE t.workspace_id = ${workspaceId}::uuid AND t.flow_id = f.id AND t.step_id = '' GROUP BY name) AS sums
    ) AS t ON true`);
  return new Map(rows.map(({ flowId, counts, mostRecentEntryAt }) => [flowId, toFlowCounts(counts ?? {}, mostRecentEntryAt)]));
}

const toFlowCounts = ({ entered = 0, ...counts }: Partial<Record<FlowCount, number>>, mostRecentEntryAt: Date | null): FlowCounts => ({
  ...{ totalEntered: entered, active: 0, waiting: 0, completed: 0, dropped: 0, refused: 0 },
  ...counts,
  mostRecentEntryAt,
});

export type StepCounts = Record<StepCount, number>;

/** Of one moment. Steps that the flow had before are included, those without members are left out. */
export async function allCountsOf(
  { db, workspaceId }: Scope,
  flowId: FlowId,
): Promise<{ flow: FlowCounts; steps: Map<string, StepCounts> }> {
  const rows = await db.query<{ stepId: StepId; counts: Partial<StepCounts>; mostRecentEntryAt: Date | null }>(sql`
    SELECT step_id AS "stepId", jsonb_object_agg(name, count) AS counts, ${lastEntry(sql`${workspaceId}::uuid`, sql`${flowId}::uuid`)} AS "mostRecentEntryAt"
    FROM (
      SELECT step_id, name, sum(count) AS count FROM flow_tallies
      WHERE workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid GROUP BY step_id, name
    ) AS sums GROUP BY step_id`);
  const own = rows.find(({ stepId }) => stepId === FLOW);
  const ofSteps = rows.filter(({ stepId }) => stepId !== FLOW);
  return {
    flow: toFlowCounts(own?.counts ?? {}, own?.mostRecentEntryAt ?? null),
    steps: new Map(ofSteps.map(({ stepId, counts }) => [stepId, { entered: 0, left: 0, failed: 0, ...counts }])),
  };
}

const lastEntry = (workspaceId: Sql, flowId: Sql): Sql => sql`(
  SELECT m.entered_at FROM flow_memberships m
  WHERE m.workspace_id = ${workspaceId} AND m.flow_id = ${flowId} AND NOT m.turned_away ORDER BY m.id DESC LIMIT 1)`;

/** So many rows of a flow are merged into one for each count. */
const MANY = 200;

/** Concurrent writers do not wait for it. */
export async function compactTallies(db: Db): Promise<void> {
  await db.query(sql`
    WITH crowded AS (
      SELECT workspace_id, flow_id FROM flow_tallies GROUP BY workspace_id, flow_id HAVING count(*) >= ${MANY}::int
    ), taken AS (
      DELETE FROM flow_tallies t USING crowded c WHERE t.workspace_id = c.workspace_id AND t.flow_id = c.flow_id
      RETURNING t.workspace_id, t.flow_id, t.step_id, t.name, t.count
    )
    INSERT INTO flow_tallies (workspace_id, flow_id, step_id, name, count)
    SELECT workspace_id, flow_id, step_id, name, sum(count) FROM taken GROUP BY workspace_id, flow_id, step_id, name`);
}
