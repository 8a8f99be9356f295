import { type Ctx, type Scope, sql, type Tx } from '../../../platform/db.ts';
import type { FlowId, StepId } from '../../../platform/ids.ts';
import { findDefinition, type StepType, typeOf } from '../definition.ts';
import { arrivalAt } from '../graph.ts';
import { cancelled, type DropReason, leave, type Moving, type Position, positionColumns, stay, walk } from './moves.repo.ts';
import { Tally } from './tallies.repo.ts';

export type NewChore =
  | { kind: 'drop'; stepId: null; reason: DropReason }
  | { kind: 'drop'; stepId: StepId; stepType: StepType; reason: DropReason }
  | { kind: 'move'; stepId: StepId; stepType: StepType; toStepId: string }
  | { kind: 'restamp'; stepId: StepId };

export async function addChores({ db, workspaceId }: Scope<Tx>, flowId: FlowId, chores: NewChore[]): Promise<void> {
  if (chores.length === 0) return;
  await db.query(sql`
    INSERT INTO flow_chores (workspace_id, flow_id, kind, step_id, step_type, to_step_id, drop_reason)
    SELECT ${workspaceId}::uuid, ${flowId}::uuid, * FROM unnest(
      ${chores.map(({ kind }) => kind)}::text[], ${chores.map(({ stepId }) => stepId)}::text[],
      ${chores.map((chore) => ('stepType' in chore ? chore.stepType : null))}::text[],
      ${chores.map((chore) => (chore.kind === 'move' ? chore.toStepId : null))}::text[],
      ${chores.map((chore) => (chore.kind === 'drop' ? chore.reason : null))}::text[])`);
}

interface Chore {
  id: string;
  kind: NewChore['kind'];
  stepId: StepId | null;
  stepType: StepType | null;
  toStepId: string | null;
  reason: DropReason | null;
  cursor: string;
}

/** Does chores for up to `most` members of a flow whose run the transaction holds. @returns whether something is left */
export async function doChores(tx: Ctx<Tx>, flowId: FlowId, most: number): Promise<boolean> {
  const tally = new Tally();
  const moving = { ...tx, flowId, tally };
  for (let left = most; left > 0; ) {
    const chore = await nextChore(tx, flowId);
    if (!chore) break;
    const positions = await membersFor(tx, flowId, { ...chore, limit: left });
    await doChore(moving, chore, positions);
    const last = positions.at(-1);
    const isLeft = last && positions.length === left;
    await moveChore(tx, flowId, { id: chore.id, cursor: isLeft ? last.contactId : null });
    left -= positions.length;
  }
  await tally.write(tx, flowId);
  return (await nextChore(tx, flowId)) !== undefined;
}

async function doChore(moving: Moving, chore: Chore, positions: Position[]): Promise<void> {
  if (positions.length === 0) return;
  const { steps } = (await findDefinition(moving, moving.flowId)) ?? { steps: [] };
  if (chore.kind === 'restamp') {
    const step = steps.find(({ step_id }) => step_id === chore.stepId);
    // The wait counts from the arrival of the member.
    const staying = positions.flatMap((position) => (step ? [{ position, place: arrivalAt(step, position.startedAt) }] : []));
    return stay(moving, staying);
  }
  const over = positions.map((position) => ({ position, ending: cancelled(chore.stepType ?? typeOf(steps, position.stepId)) }));
  const next = steps.find(({ step_id }) => step_id === chore.toStepId);
  if (chore.kind === 'move' && next) {
    const to = { stepId: next.step_id, ...arrivalAt(next, moving.now) };
    const going = over.map((each) => ({ ...each, to }));
    await walk(moving, going);
  } else {
    const reason = chore.kind === 'drop' ? chore.reason : 'step_removed';
    const leaving = over.map((each) => ({ ...each, reason }));
    await leave(moving, leaving);
  }
}

async function nextChore({ db, workspaceId }: Scope<Tx>, flowId: FlowId): Promise<Chore | undefined> {
  const [chore] = await db.query<Chore>(sql`
    SELECT id::text, kind, step_id AS "stepId", step_type AS "stepType", to_step_id AS "toStepId", drop_reason AS reason, cursor::text
    FROM flow_chores WHERE workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid ORDER BY id LIMIT 1`);
  return chore;
}

/** Held, and in the order of an index, so that the next look goes on behind the last. */
const membersFor = (
  { db, workspaceId }: Scope<Tx>,
  flowId: FlowId,
  { stepId, cursor, limit }: Chore & { limit: number },
): Promise<Position[]> =>
  db.query<Position>(sql`
    SELECT ${positionColumns} FROM flow_positions p
    WHERE p.workspace_id = ${workspaceId}::uuid AND p.flow_id = ${flowId}::uuid
      ${stepId === null ? sql`` : sql`AND p.step_id = ${stepId}::text AND p.contact_id > ${cursor}::uuid`}
    ORDER BY ${stepId === null ? sql`p.step_id, p.contact_id` : sql`p.contact_id`} LIMIT ${limit}::int FOR UPDATE`);

/** @param cursor up to where it is done; null: it is over */
async function moveChore(
  { db, workspaceId }: Scope<Tx>,
  flowId: FlowId,
  { id, cursor }: { id: string; cursor: string | null },
): Promise<void> {
  const of = sql`workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid AND id = ${id}::bigint`;
  await db.query(
    cursor === null ? sql`DELETE FROM flow_chores WHERE ${of}` : sql`UPDATE flow_chores SET cursor = ${cursor}::uuid WHERE ${of}`,
  );
}
