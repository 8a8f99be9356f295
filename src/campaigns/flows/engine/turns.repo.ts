import { type Ctx, type Db, type Scope, type Sql, sql, type Tx, transaction } from '../../../platform/db.ts';
import type { FlowId, WorkspaceId } from '../../../platform/ids.ts';
import { isActive } from '../../../queue/suspension.ts';
import type { RunState } from './runs.ts';

/** Held until the transaction ends: others may enter meanwhile, and no other process moves its members. */
export interface HeldRun {
  state: RunState;
  faultCount: number;
  lookStep: number;
  lookCursor: string;
  chores: boolean;
  looks: boolean;
  gone: boolean;
  entries: boolean;
  isLookDue: boolean;
  due: boolean;
}

export interface FlowTurn {
  workspaceId: WorkspaceId;
  flowId: FlowId;
}

export const isRunDue = (now: Date): Sql => sql`r.wake_at <= ${now}::timestamptz AND ${isActive(sql`r.workspace_id`)}`;

const ofFlow = ({ workspaceId }: Pick<Scope, 'workspaceId'>, flowId: FlowId): Sql =>
  sql`workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid`;

/**
 * The workspace whose last turn is the longest ago is next, and of its flows likewise.
 * @param except flows that this process has a turn of
 */
export async function takeFlow(db: Db, except: string[], now: Date): Promise<FlowTurn | undefined> {
  const [flow] = await db.query<FlowTurn>(sql`
    WITH next AS (
      SELECT r.workspace_id, r.flow_id FROM flow_runs r
      WHERE ${isRunDue(now)} AND r.flow_id <> ALL(${except}::uuid[])
      ORDER BY (SELECT max(o.turn_at) FROM flow_runs o WHERE o.workspace_id = r.workspace_id) NULLS FIRST, r.turn_at NULLS FIRST, r.flow_id
      LIMIT 1 FOR NO KEY UPDATE OF r SKIP LOCKED
    )
    UPDATE flow_runs r SET turn_at = clock_timestamp()
    FROM next WHERE r.workspace_id = next.workspace_id AND r.flow_id = next.flow_id
    RETURNING r.workspace_id::text AS "workspaceId", r.flow_id::text AS "flowId"`);
  return flow;
}

/** Undefined when another process holds it, or it is gone. */
export async function holdForMove(tx: Ctx<Tx>, flowId: FlowId): Promise<HeldRun | undefined> {
  const { db, now } = tx;
  const of = ofFlow(tx, flowId);
  const waits = (kind: string) => sql`EXISTS (SELECT FROM flow_inbox WHERE ${of} AND kind = ${kind}::text)`;
  const [run] = await db.query<HeldRun>(sql`
    SELECT r.state, r.fault_count AS "faultCount", r.look_step AS "lookStep", r.look_cursor::text AS "lookCursor",
           r.look_at <= ${now}::timestamptz AS "isLookDue", EXISTS (SELECT FROM flow_chores WHERE ${of}) AS chores,
           ${waits('look')} AS looks, ${waits('gone')} AS gone, ${waits('entry')} AS entries,
           EXISTS (SELECT FROM flow_positions WHERE ${of} AND due_at <= ${now}::timestamptz) AS due
    FROM flow_runs r WHERE ${of} FOR NO KEY UPDATE OF r SKIP LOCKED`);
  return run;
}

/** `at`: when the look is over, and due again. */
export async function keepLook(
  tx: Scope<Tx>,
  flowId: FlowId,
  { step, cursor, at }: { step: number; cursor: string; at: Date | 'never' | null },
): Promise<void> {
  await tx.db.query(sql`
    UPDATE flow_runs
    SET look_step = ${step}::int, look_cursor = ${cursor}::uuid,
        look_at = CASE WHEN ${at === null}::boolean THEN look_at ELSE ${at === 'never' ? 'infinity' : (at?.toISOString() ?? null)}::timestamptz END
    WHERE ${ofFlow(tx, flowId)}`);
}

/** The next turns take fewer members, until the faulty one is found. */
export async function noteFault(ctx: Scope, flowId: FlowId): Promise<number> {
  const [run] = await ctx.db.query<{ count: number }>(sql`
    UPDATE flow_runs SET fault_count = fault_count + 1 WHERE ${ofFlow(ctx, flowId)}
    RETURNING fault_count AS count`);
  return run?.count ?? 0;
}

export async function forgetFaults(tx: Scope<Tx>, flowId: FlowId): Promise<void> {
  await tx.db.query(sql`UPDATE flow_runs SET fault_count = 0 WHERE ${ofFlow(tx, flowId)} AND fault_count > 0`);
}

/**
 * Notes when a flow has something to do next. It is held alone: an entry at this moment has either committed before, and the second
 * statement sees it, or comes afterwards, and sees when the flow wakes.
 * @param notBefore the rest after an error of ours
 */
export const settleRun = (ctx: Ctx, flowId: FlowId, notBefore: Date | null = null): Promise<void> =>
  transaction(ctx, async ({ db, now }) => {
    const of = ofFlow(ctx, flowId);
    const held = await db.query(sql`SELECT state FROM flow_runs WHERE ${of} FOR UPDATE`);
    if (held.length === 0) return;
    await db.query(sql`
      UPDATE flow_runs r
      SET wake_at = greatest(
        ${notBefore}::timestamptz,
        CASE
          WHEN EXISTS (SELECT FROM flow_chores WHERE ${of}) OR EXISTS (SELECT FROM flow_inbox WHERE ${of} AND (kind <> 'entry' OR r.state <> 'frozen'))
            THEN ${now}::timestamptz
          WHEN r.state = 'open' THEN least(
            coalesce((SELECT due_at FROM flow_positions WHERE ${of} AND due_at IS NOT NULL ORDER BY due_at LIMIT 1), 'infinity'), r.look_at)
          WHEN r.state = 'closing' AND EXISTS (SELECT FROM flows f WHERE f.workspace_id = r.workspace_id AND f.id = r.flow_id AND f.status = 'deleted')
            THEN ${now}::timestamptz
          ELSE 'infinity'
        END)
      WHERE ${of}`);
  });

/**
 * Wakes a flow for new entries, in their transaction, which holds its run for key share: it cannot fall asleep again before that ends. It
 * comes before the entries: a turn that lets in one of them waits for them, and must not be waited for.
 */
export async function wakeRun(tx: Ctx<Tx>, flowId: FlowId): Promise<void> {
  // One that is awake is not written to: that would wait for the process that moves it.
  await tx.db.query(sql`
    UPDATE flow_runs SET wake_at = ${tx.now}::timestamptz WHERE ${ofFlow(tx, flowId)} AND wake_at > ${tx.now}::timestamptz`);
}
