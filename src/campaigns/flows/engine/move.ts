import { holdPeople } from '../../../audience/contacts/batch.repo.ts';
import { withTimestamps } from '../../../audience/contacts/contacts.repo.ts';
import { type Ctx, type Scope, sql, type Tx } from '../../../platform/db.ts';
import { FAULT } from '../../fault.ts';
import type { Definition, Step } from '../definition.ts';
import { kindOf } from '../steps/index.ts';
import { arrivalAt, nextOf } from './edges.ts';
import { cancelled, type Going, goOn, type Leaving, leave, type Position, type Staying, stay } from './moves.repo.ts';
import { positionColumns } from './positions.repo.ts';
import { disqualified, isHeld } from './rules.ts';
import type { Executor, Executors, Member, Result, StepCall } from './step.types.ts';
import type { Tally } from './tallies.repo.ts';

/** So often a membership may come to one step: a loop that a mistake keeps going ends here. */
const MOST_VISITS = 100;

/** How often members are looked at again whom a broken rule holds. */
const HOLD_MS = 5 * 60_000;

export interface MoveOptions {
  executors: Executors;
  limit: number;
  /** The step of the first member that is due ends the turn time and again: it has failed. */
  isFaulty: boolean;
}

/** Carries out the steps of members that are due, those first that have been due the longest, and writes down where they are then. */
export async function moveDue(
  tx: Ctx<Tx>,
  definition: Definition,
  { executors, limit, isFaulty }: MoveOptions,
  tally: Tally,
): Promise<void> {
  const { db, workspaceId, now } = tx;
  const { flowId } = definition;
  const positions = await db.query<Position>(sql`
    SELECT ${positionColumns} FROM flow_positions p
    WHERE p.workspace_id = ${workspaceId}::uuid AND p.flow_id = ${flowId}::uuid AND p.due_at <= ${now}::timestamptz
    ORDER BY p.due_at LIMIT ${limit}::int FOR UPDATE`);
  const call: StepCall = { ...tx, definition };
  const moves: Moves = { going: [], leaving: [], staying: [] };
  for (const { step, atStep } of await together(tx, definition, positions)) {
    if (!step) for (const position of atStep) moves.leaving.push({ position, ending: cancelled('wait'), reason: 'step_removed' });
    else await carryOut(call, step, atStep, isFaulty ? alwaysFailed : (executors[step.type] as Executor), moves);
  }
  await boundLoops(tx, moves);
  await goOn(tx, flowId, moves.going, tally);
  await leave(tx, flowId, moves.leaving, tally);
  await stay(tx, flowId, moves.staying, tally);
}

interface AtStep {
  /** Undefined when the flow has it no longer. */
  step: Step | undefined;
  atStep: Position[];
}

/**
 * Those whose steps are carried out in one transaction, by step. One that takes hold of contacts, lists or credits is carried out by
 * itself, since what a second one takes hold of would come behind what the first one holds; and where members may leave after it,
 * whose timelines say so, they are held before all of that. The others stay due.
 */
async function together(tx: Scope<Tx>, { steps, disqualificationRules }: Definition, positions: Position[]): Promise<AtStep[]> {
  const all = [...Map.groupBy(positions, (position) => position.stepId)].map(([stepId, atStep]): AtStep => {
    return { step: steps.find(({ step_id }) => step_id === stepId), atStep };
  });
  const isHolding = ({ step }: AtStep) => step !== undefined && kindOf(step).locks === true;
  const [first] = all;
  if (!first?.step || !isHolding(first)) return all.filter((group) => !isHolding(group));
  const mayLeave = nextOf(first.step, undefined) === null || disqualificationRules !== null;
  // Emails and phones come before contacts: a step that writes these takes hold of all of them by itself.
  if (mayLeave && first.step.type !== 'update_contact')
    await holdPeople(
      tx,
      [],
      first.atStep.map(({ contactId }) => contactId),
    );
  return [first];
}

interface Moves {
  going: Going[];
  leaving: Leaving[];
  staying: Staying[];
}

const alwaysFailed: Executor = async (_call, _step, members) =>
  new Map(members.map(({ id }): [string, Result] => [id, { kind: 'done', outcome: 'failed', details: { error: FAULT } }]));

const holding: Executor = async ({ now }, _step, members) =>
  new Map(members.map(({ id }): [string, Result] => [id, { kind: 'waiting', dueAt: new Date(now.getTime() + HOLD_MS), waitUntil: null }]));

async function carryOut(call: StepCall, step: Step, positions: Position[], execute: Executor, moves: Moves): Promise<void> {
  const { gone, out } = await judge(call, positions);
  const drop = (position: Position, reason: Leaving['reason']) => moves.leaving.push({ position, ending: cancelled(step.type), reason });
  const fit: Position[] = [];
  for (const position of positions) {
    if (gone.has(position.contactId)) drop(position, 'contact_deleted');
    else if (out.has(position.contactId)) drop(position, 'disqualified');
    else fit.push(position);
  }
  if (fit.length === 0) return;
  const run = (await isHeld(call, call.definition, step)) ? holding : execute;
  const results = await run(call, step, fit.map(memberOf));
  for (const position of fit) {
    const result = results.get(position.memberId);
    if (!result) throw new Error(`A step of the type ${step.type} says nothing of a member`);
    place(call, step, position, result, moves);
  }
}

const memberOf = ({ memberId, contactId, visit, status, startedAt, waitUntil }: Position): Member => ({
  id: memberId,
  contactId,
  visit,
  status,
  startedAt,
  waitUntil,
});

function place(
  { definition: { steps }, now }: StepCall,
  step: Step,
  position: Position,
  result: Result,
  { going, leaving, staying }: Moves,
): void {
  if (result.kind === 'waiting') {
    const { dueAt, waitUntil, watches = false } = result;
    staying.push({ position, place: { status: 'waiting', dueAt, waitUntil, watches } });
    return;
  }
  const status = result.outcome === 'failed' ? ('failed' as const) : ('completed' as const);
  const details = result.kind === 'done' ? (result.details ?? null) : null;
  const ending = { type: step.type, status, outcome: result.outcome, details };
  if (result.kind === 'dropped') {
    leaving.push({ position, ending, reason: result.reason });
    return;
  }
  const nextId = nextOf(step, result.edge);
  const next = nextId === null ? undefined : steps.find(({ step_id }) => step_id === nextId);
  if (next) going.push({ position, ending, to: { stepId: next.step_id, ...arrivalAt(next, now) } });
  else leaving.push({ position, ending, reason: null });
}

/** Who is not there any more, and who does not belong into the flow. */
async function judge(call: StepCall, positions: Position[]): Promise<{ gone: Set<string>; out: Set<string> }> {
  const ids = positions.map(({ contactId }) => contactId);
  const rows = await call.db.query<{ id: string; out: boolean }>(sql`
    SELECT c.id::text, ${await disqualified(call, call.definition)} AS out
    FROM contacts c ${withTimestamps}
    WHERE c.workspace_id = ${call.workspaceId}::uuid AND c.id = ANY(${ids}::uuid[])`);
  const there = new Set(rows.map(({ id }) => id));
  return { gone: new Set(ids.filter((id) => !there.has(id))), out: new Set(rows.filter(({ out }) => out).map(({ id }) => id)) };
}

/** Whoever has come to a step a hundred times comes to it no more, and leaves. */
async function boundLoops({ db, workspaceId }: Scope<Tx>, moves: Moves): Promise<void> {
  const frequent = moves.going.filter(({ position }) => position.visit >= MOST_VISITS);
  if (frequent.length === 0) return;
  const rows = await db.query<{ memberId: string }>(sql`
    SELECT n.member_id::text AS "memberId" FROM unnest(
      ${frequent.map(({ position }) => position.memberId)}::uuid[], ${frequent.map(({ to }) => to.stepId)}::text[],
      ${frequent.map(({ position }) => position.stepId)}::text[]) AS n (member_id, step_id, from_id)
    WHERE (SELECT count(*) FROM flow_visits v
           WHERE v.workspace_id = ${workspaceId}::uuid AND v.member_id = n.member_id AND v.step_id = n.step_id)
          + (n.step_id = n.from_id)::int >= ${MOST_VISITS}::int`);
  const over = new Set(rows.map(({ memberId }) => memberId));
  moves.going = moves.going.filter((going) => {
    if (!over.has(going.position.memberId)) return true;
    moves.leaving.push({ position: going.position, ending: going.ending, reason: 'step_failed' });
    return false;
  });
}
