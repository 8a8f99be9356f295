import type { Flow } from '../../../../generated/prisma/client.ts';
import { type Scope, sql, type Tx } from '../../../platform/db.ts';
import type { Step } from '../definition.ts';
import { cancelMail, pauseMail, resumeMail } from '../mail/moves.ts';
import { cancelWebhooks } from '../webhooks/webhooks.repo.ts';
import { addChores, doChores, type NewChore } from './chores.ts';

/*
 * What the definition of a flow asks of its members. Whoever changes what a flow is, or whether it runs, holds its run first: a move that
 * is under way has ended then, and nothing moves until the transaction does.
 */

export interface FlowRef {
  workspaceId: string;
  flowId: string;
}

/** `open`: members enter and move. `frozen`: nobody does. `closing`: everybody leaves. */
export type RunState = 'open' | 'frozen' | 'closing';

/** So many members are seen to at once, in the transaction of the request; the rest follow in the background. */
const AT_ONCE = 1_000;

/** Holds how a flow runs until the transaction ends. Undefined for a draft that never ran. Comes before the lock of the flow's own row. */
export async function holdRun({ db, workspaceId }: Scope<Tx>, flowId: string): Promise<RunState | undefined> {
  const [run] = await db.query<{ state: RunState }>(sql`
    SELECT state FROM flow_runs WHERE workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid FOR UPDATE`);
  return run?.state;
}

const refOf = ({ workspaceId, id }: Pick<Flow, 'workspaceId' | 'id'>): FlowRef => ({ workspaceId, flowId: id });

/** Lets members enter and move, for a flow that becomes active. What fell due meanwhile is due now. */
export async function openRun(tx: Tx, flow: Pick<Flow, 'workspaceId' | 'id'>, now: Date): Promise<void> {
  await setRun(tx, refOf(flow), 'open', now);
  await resumeMail({ db: tx, workspaceId: flow.workspaceId, now }, flow.id);
}

/** Nobody enters and nobody moves any more. */
export async function freezeRun(tx: Tx, flow: Pick<Flow, 'workspaceId' | 'id'>, now: Date): Promise<void> {
  await setRun(tx, refOf(flow), 'frozen', now);
  await pauseMail({ db: tx, workspaceId: flow.workspaceId, now }, flow.id);
}

/** Everybody who is under way leaves, for the reason given: a few at once, the others soon. */
export async function closeRun(
  tx: Tx,
  flow: Pick<Flow, 'workspaceId' | 'id'>,
  reason: 'flow_archived' | 'flow_deleted',
  now: Date,
): Promise<void> {
  const ref = refOf(flow);
  await setRun(tx, ref, 'closing', now);
  await cancelMail({ db: tx, workspaceId: flow.workspaceId, now }, flow.id);
  await cancelWebhooks({ db: tx, workspaceId: flow.workspaceId }, flow.id);
  await addChores(tx, ref, [{ kind: 'drop', stepId: null, reason }]);
  await doChores(tx, ref, AT_ONCE, now);
}

async function setRun(tx: Tx, { workspaceId, flowId }: FlowRef, state: RunState, now: Date): Promise<void> {
  await tx.query(sql`
    INSERT INTO flow_runs (workspace_id, flow_id, state, wake_at, look_at)
    VALUES (${workspaceId}::uuid, ${flowId}::uuid, ${state}::text, ${now}::timestamptz, ${now}::timestamptz)
    ON CONFLICT (workspace_id, flow_id) DO UPDATE SET state = excluded.state, wake_at = excluded.wake_at, look_at = excluded.look_at,
      look_step = 0, look_cursor = DEFAULT, fault_count = 0`);
}

export interface StepChanges {
  /** Steps that the flow has no longer. */
  removed: Pick<Step, 'step_id' | 'type'>[];
  /** Where members of these go at once; null or left out: they leave with `step_removed`. */
  replacedBy?: string | null | undefined;
  /** Waits that wait for something else now: it counts from when the member came. */
  changedWaits: string[];
}

/** Sees to the members of steps that an edit has taken away or changed, for a flow whose run the transaction holds. */
export async function stepsChanged(tx: Tx, ref: FlowRef, { removed, replacedBy, changedWaits }: StepChanges, now: Date): Promise<void> {
  const gone = removed.map(
    ({ step_id: stepId, type: stepType }): NewChore =>
      replacedBy ? { kind: 'move', stepId, stepType, toStepId: replacedBy } : { kind: 'drop', stepId, stepType, reason: 'step_removed' },
  );
  await addChores(tx, ref, [...gone, ...changedWaits.map((stepId): NewChore => ({ kind: 'restamp', stepId }))]);
  await doChores(tx, ref, AT_ONCE, now);
  await tx.query(sql`
    UPDATE flow_runs SET wake_at = least(wake_at, ${now}::timestamptz)
    WHERE workspace_id = ${ref.workspaceId}::uuid AND flow_id = ${ref.flowId}::uuid`);
}
