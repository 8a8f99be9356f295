import { type Ctx, type Scope, sql, type Tx } from '../../../platform/db.ts';
import type { FlowId } from '../../../platform/ids.ts';
import type { Step } from '../definition.ts';
import { cancelMail, pauseMail, resumeMail } from '../mail/moves.ts';
import { cancelWebhooks } from '../webhooks/webhooks.repo.ts';
import { addChores, doChores, type NewChore } from './chores.ts';

/* Every change of a flow holds its run first: a move under way has ended then, and nothing moves until the transaction does. */

/** `open`: members enter and move. `frozen`: none does. `closing`: all leave. */
export type RunState = 'open' | 'frozen' | 'closing';

/** In the transaction of the request; the rest follow in the background. */
const AT_ONCE = 1_000;

/** Undefined for a draft that never ran. Comes before the lock of the flow's own row. */
export async function holdRun({ db, workspaceId }: Scope<Tx>, flowId: FlowId): Promise<RunState | undefined> {
  const [run] = await db.query<{ state: RunState }>(sql`
    SELECT state FROM flow_runs WHERE workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid FOR UPDATE`);
  return run?.state;
}

/** Members that fell due meanwhile are due now. */
export async function openRun(tx: Ctx<Tx>, flowId: FlowId): Promise<void> {
  await setRun(tx, flowId, 'open');
  await resumeMail(tx, flowId);
}

export async function freezeRun(tx: Ctx<Tx>, flowId: FlowId): Promise<void> {
  await setRun(tx, flowId, 'frozen');
  await pauseMail(tx, flowId);
}

/** A few members leave at once, the others soon. */
export async function closeRun(tx: Ctx<Tx>, flowId: FlowId, reason: 'flow_archived' | 'flow_deleted'): Promise<void> {
  await setRun(tx, flowId, 'closing');
  await cancelMail(tx, flowId);
  await cancelWebhooks(tx, flowId);
  await addChores(tx, flowId, [{ kind: 'drop', stepId: null, reason }]);
  await doChores(tx, flowId, AT_ONCE);
}

async function setRun({ db, workspaceId, now }: Ctx<Tx>, flowId: FlowId, state: RunState): Promise<void> {
  await db.query(sql`
    INSERT INTO flow_runs (workspace_id, flow_id, state, wake_at, look_at)
    VALUES (${workspaceId}::uuid, ${flowId}::uuid, ${state}::text, ${now}::timestamptz, ${now}::timestamptz)
    ON CONFLICT (workspace_id, flow_id) DO UPDATE SET state = excluded.state, wake_at = excluded.wake_at, look_at = excluded.look_at,
      look_step = 0, look_cursor = DEFAULT, fault_count = 0`);
}

interface StepChanges {
  removed: Pick<Step, 'step_id' | 'type'>[];
  /** Null: their members leave with `step_removed`. */
  replacedBy?: string | null | undefined;
  /** Waits that wait for something else now, counted from the member's arrival. */
  changedWaits: string[];
}

/** Handles the members of steps that an edit has removed or changed, for a flow whose run the transaction holds. */
export async function stepsChanged(tx: Ctx<Tx>, flowId: FlowId, { removed, replacedBy, changedWaits }: StepChanges): Promise<void> {
  const gone = removed.map(
    ({ step_id: stepId, type: stepType }): NewChore =>
      replacedBy ? { kind: 'move', stepId, stepType, toStepId: replacedBy } : { kind: 'drop', stepId, stepType, reason: 'step_removed' },
  );
  await addChores(tx, flowId, [...gone, ...changedWaits.map((stepId): NewChore => ({ kind: 'restamp', stepId }))]);
  await doChores(tx, flowId, AT_ONCE);
  await tx.db.query(sql`
    UPDATE flow_runs SET wake_at = least(wake_at, ${tx.now}::timestamptz)
    WHERE workspace_id = ${tx.workspaceId}::uuid AND flow_id = ${flowId}::uuid`);
}
