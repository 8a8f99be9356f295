import { holdPeople } from '../../../audience/contacts/batch.repo.ts';
import { withTimestamps } from '../../../audience/contacts/contacts.repo.ts';
import { FIRST_ID } from '../../../platform/chunks.ts';
import { type Ctx, type Scope, sql, type Tx } from '../../../platform/db.ts';
import type { FlowId, MemberId } from '../../../platform/ids.ts';
import { FAULT } from '../../../queue/work.ts';
import type { Definition, Step, StepOf } from '../definition.ts';
import { arrivalAt, nextOf } from '../graph.ts';
import { kindOf } from '../steps/index.ts';
import { lookAt } from './inbox.repo.ts';
import {
  cancelled,
  type Going,
  type Leaving,
  leave,
  type Moving,
  type Position,
  positionColumns,
  type Staying,
  stay,
  walk,
} from './moves.repo.ts';
import { receivedBy } from './received.repo.ts';
import { each, failed, nextTurn } from './results.ts';
import { disqualified, fitting, isHeld } from './rules.ts';
import type { Executor, Executors, Member, Result, StepCall } from './step.types.ts';
import { type HeldRun, keepLook } from './turns.repo.ts';

/** A loop that an error keeps going ends here. */
const MOST_VISITS = 100;

/** How often members are looked at again while a rule is broken. */
const HOLD_MS = 5 * 60_000;

interface MoveOptions {
  executors: Executors;
  limit: number;
  /** The step of the first due member ends the turn time and again: it has failed. */
  isFaulty: boolean;
}

/** Executes the steps of due members, the longest due first. */
export async function moveDue(moving: Moving, definition: Definition, { executors, limit, isFaulty }: MoveOptions): Promise<void> {
  const { db, workspaceId, now, flowId } = moving;
  const positions = await db.query<Position>(sql`
    SELECT ${positionColumns} FROM flow_positions p
    WHERE p.workspace_id = ${workspaceId}::uuid AND p.flow_id = ${flowId}::uuid AND p.due_at <= ${now}::timestamptz
    ORDER BY p.due_at LIMIT ${limit}::int FOR UPDATE`);
  const call: StepCall = { db, workspaceId, now, definition };
  const moves: Moves = { going: [], leaving: [], staying: [] };
  for (const { step, atStep } of await together(moving, definition, positions)) {
    if (!step) for (const position of atStep) moves.leaving.push({ position, ending: cancelled('wait'), reason: 'step_removed' });
    else
      await carryOut(
        { ...call, isTest: atStep[0]?.isTest === true },
        { step, positions: atStep, execute: isFaulty ? alwaysFailed : (executors[step.type] as Executor) },
        moves,
      );
  }
  await boundLoops(moving, moves);
  await walk(moving, moves.going);
  await leave(moving, moves.leaving);
  await stay(moving, moves.staying);
}

interface AtStep {
  step: Step | undefined;
  atStep: Position[];
}

/**
 * The steps that one transaction executes. A step that locks contacts, lists or credits goes by itself, since a second one would break the
 * order of locks; and where members may leave after it, their timelines are locked first. The others stay due.
 */
async function together(tx: Scope<Tx>, { steps, disqualificationRules }: Definition, positions: Position[]): Promise<AtStep[]> {
  // Tests and live members never share a call.
  const all = [...Map.groupBy(positions, ({ stepId, isTest }) => `${isTest} ${stepId}`).values()].map((atStep): AtStep => {
    return { step: steps.find(({ step_id }) => step_id === atStep[0]?.stepId), atStep };
  });
  const isHolding = ({ step }: AtStep) => step !== undefined && kindOf(step).locks === true;
  const [first] = all;
  if (!first?.step || !isHolding(first)) return all.filter((group) => !isHolding(group));
  const mayLeave = nextOf(first.step, undefined) === null || disqualificationRules !== null;
  // Emails and phones come before contacts: a step that writes these locks all of them itself.
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

const alwaysFailed: Executor = async (_call, _step, members) => each(members, () => failed(FAULT));

const holding: Executor = async ({ now }, _step, members) => each(members, () => nextTurn(new Date(now.getTime() + HOLD_MS)));

interface Carried {
  step: Step;
  positions: Position[];
  execute: Executor;
}

async function carryOut(call: StepCall, { step, positions, execute }: Carried, moves: Moves): Promise<void> {
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
    place(call, { step, position, result }, moves);
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
  { step, position, result }: { step: Step; position: Position; result: Result },
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

async function judge(call: StepCall, positions: Position[]): Promise<{ gone: Set<string>; out: Set<string> }> {
  const ids = positions.map(({ contactId }) => contactId);
  const rows = await call.db.query<{ id: string; out: boolean }>(sql`
    SELECT c.id::text, ${await disqualified(call, call.definition)} AS out
    FROM contacts c ${withTimestamps}
    WHERE c.workspace_id = ${call.workspaceId}::uuid AND c.id = ANY(${ids}::uuid[])`);
  const there = new Set(rows.map(({ id }) => id));
  return { gone: new Set(ids.filter((id) => !there.has(id))), out: new Set(rows.filter(({ out }) => out).map(({ id }) => id)) };
}

/** A member's hundredth visit to a step is the last. */
async function boundLoops({ db, workspaceId }: Scope<Tx>, moves: Moves): Promise<void> {
  const frequent = moves.going.filter(({ position }) => position.visit >= MOST_VISITS);
  if (frequent.length === 0) return;
  const rows = await db.query<{ memberId: MemberId }>(sql`
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

/** Members who wait for a condition are looked at this often. */
const EVERY_MS = 60_000;
const AT_ONCE = 20_000;

type Waiting = Pick<Member, 'id' | 'contactId' | 'startedAt'>;
type WatchingWait = Extract<StepOf<'wait'>, { condition: unknown } | { event_name: unknown }>;

const isWatchingWait = (step: Step): step is WatchingWait => step.type === 'wait' && ('condition' in step || 'event_name' in step);

/** The contacts whose wait is over. An event that arrives in the same moment as the member may have missed the wait. */
async function awaited(tx: Ctx<Tx>, step: WatchingWait, { flowId, waiting }: { flowId: FlowId; waiting: Waiting[] }): Promise<string[]> {
  if ('condition' in step) return [...(await fitting(tx, flowId, { tree: step.condition, members: waiting }))];
  const received = await receivedBy(tx, step, waiting);
  return waiting.flatMap(({ id, contactId }) => (received.has(id) ? contactId : []));
}

/** Looks at a part of the members who wait for a condition or an event, and lets those that fit go on. @returns whether more are to be looked at now */
export async function lookAround(tx: Ctx<Tx>, definition: Definition, { lookStep, lookCursor }: HeldRun): Promise<boolean> {
  const { db, workspaceId, now } = tx;
  const { flowId } = definition;
  const waits = definition.steps.filter(isWatchingWait);
  const step = waits[lookStep];
  if (!step) {
    const at = waits.length === 0 ? ('never' as const) : new Date(now.getTime() + EVERY_MS);
    await keepLook(tx, flowId, { step: 0, cursor: FIRST_ID, at });
    return false;
  }
  const waiting = await db.query<Waiting>(sql`
    SELECT contact_id::text AS "contactId", member_id::text AS id, started_at AS "startedAt" FROM flow_positions
    WHERE workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid AND step_id = ${step.step_id}::text
      AND contact_id > ${lookCursor}::uuid
    ORDER BY contact_id LIMIT ${AT_ONCE}::int`);
  await lookAt(tx, flowId, await awaited(tx, step, { flowId, waiting }));
  const last = waiting.at(-1);
  const isOver = waiting.length < AT_ONCE || !last;
  const next = isOver ? { step: lookStep + 1, cursor: FIRST_ID } : { step: lookStep, cursor: last.contactId };
  await keepLook(tx, flowId, { ...next, at: null });
  return true;
}
