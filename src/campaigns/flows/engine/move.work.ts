import { setTimeout as delay } from 'node:timers/promises';
import type { Enqueue, Sweep } from '../../../jobs/jobs.ts';
import { type Clock, later } from '../../../platform/clock.ts';
import { type Ctx, type Db, type Scope, sql, type Tx, transaction, uniqueViolation } from '../../../platform/db.ts';
import type { FlowId } from '../../../platform/ids.ts';
import type { Log } from '../../../platform/log.ts';
import { placesOf, placeWork, type TakeTurn, turnsOf, type Work } from '../../../queue/work.ts';
import { findDefinition, typeOf } from '../definition.ts';
import { doChores } from './chores.ts';
import { admit } from './entry.ts';
import { clearInbox, lookAt, takeEntries, takeGone, takeLooks, wakeForInbox } from './inbox.repo.ts';
import { lookAround, moveDue } from './move.ts';
import { cancelled, leave } from './moves.repo.ts';
import { purge } from './purge.repo.ts';
import type { Executors } from './step.types.ts';
import { compactTallies, Tally } from './tallies.repo.ts';
import { type FlowTurn, forgetFaults, holdForMove, isRunDue, noteFault, settleRun, takeFlow } from './turns.repo.ts';

export interface FlowDependencies {
  db: Db;
  clock: Clock;
  log: Log;
  executors: Executors;
  takeEndings: (tx: Scope<Tx>, flowId: FlowId, limit: number) => Promise<string[]>;
}

/** A place takes one turn after the other, of any flow. */
export const flowWork = (dependencies: FlowDependencies & { enqueue: Enqueue }): Work =>
  placeWork(dependencies, {
    queue: placesOf('move-flows', 2),
    takeTurn: flowTurns(dependencies),
    isDue: (now) => sql`EXISTS (SELECT FROM flow_runs r WHERE ${isRunDue(now)})`,
  });

/** Wakes flows that have messages in their inbox, or whose mail has ended. */
export const flowSweep = ({ db, clock }: { db: Db; clock: Clock }, wakeMailed: (db: Db, now: Date) => Promise<void>): Sweep => ({
  name: 'flows',
  everySeconds: 1,
  run: async () => {
    await wakeForInbox(db, clock.now());
    await wakeMailed(db, clock.now());
  },
});

export const tallySweep = (db: Db): Sweep => ({ name: 'flow-tallies', everySeconds: 10, run: () => compactTallies(db) });

/** Members that are moved together. */
const MOST = 2_000;
/** After so many faults in a row: in the end one, which identifies the fault. */
const FEWER = [MOST, 250, 30, 4, 1];
/** The next flow has its turn then. */
const TURN_MS = 1_000;
/** After an error of ours, doubling with each. */
const REST_MS = 1_000;

/**
 * The kinds of work on a flow, each a transaction for some thousand members. They alternate: while an import lets in people by the million,
 * the others go on beside it.
 */
const WORKS = ['gone', 'mailed', 'closing', 'inbox', 'entries', 'look', 'due'] as const;
type FlowWork = (typeof WORKS)[number];

/** Each transaction of a turn holds the flow: two processes never move the same flow. */
export function flowTurns(dependencies: FlowDependencies): TakeTurn {
  const { db, clock, log } = dependencies;
  const lastDone = new Map<string, FlowWork>();
  const ctxOf = ({ workspaceId }: FlowTurn): Ctx => ({ db, workspaceId, now: clock.now() });

  /** @returns whether something was done, so that there may be more */
  async function work(turn: FlowTurn): Promise<boolean> {
    const { flowId } = turn;
    try {
      const done = await transaction(ctxOf(turn), (tx) => workOnce(tx, dependencies, { flowId, last: lastDone.get(flowId) }));
      if (done) lastDone.set(flowId, done);
      else lastDone.delete(flowId);
      return done !== null;
    } catch (error) {
      // A request has let a contact in at this moment, which the next turn sees.
      if (uniqueViolation(error) === 'flow_memberships_sole') return true;
      throw error;
    }
  }

  return turnsOf<FlowTurn>({
    choose: (except) => takeFlow(db, except, clock.now()),
    keyOf: ({ flowId }) => flowId,
    async work(turn, stopping) {
      const until = performance.now() + TURN_MS;
      while (!stopping.aborted && performance.now() < until && (await work(turn))) await delay(0);
      await settleRun(ctxOf(turn), turn.flowId);
    },
    async fault(turn, error) {
      const { workspaceId, flowId } = turn;
      const faults = await noteFault(ctxOf(turn), flowId);
      await settleRun(ctxOf(turn), flowId, later(clock, REST_MS * 2 ** Math.min(faults, 6)));
      log.error({ err: error, workspace_id: workspaceId, flow_id: flowId, faults }, 'a turn of a flow has failed');
    },
  });
}

/** Goes on after the last work that was done. @returns what it was; null when there is nothing to do */
async function workOnce(
  tx: Ctx<Tx>,
  { executors, takeEndings }: FlowDependencies,
  { flowId, last }: { flowId: FlowId; last: FlowWork | undefined },
): Promise<FlowWork | null> {
  const run = await holdForMove(tx, flowId);
  if (!run) return null;
  if (run.chores) {
    await doChores(tx, flowId, MOST);
    return last ?? 'due';
  }
  const definition = await findDefinition(tx, flowId);
  if (!definition) return null;
  const tally = new Tally();
  const moving = { ...tx, flowId, tally };
  const isOpen = run.state === 'open';
  const isClosing = run.state === 'closing';
  const works: Record<FlowWork, () => Promise<boolean>> = {
    gone: async () => {
      if (!run.gone) return false;
      const leaving = (await takeGone(tx, flowId, MOST)).map((position) => ({
        position,
        ending: cancelled(typeOf(definition.steps, position.stepId)),
        reason: 'contact_deleted' as const,
      }));
      await leave(moving, leaving);
      return true;
    },
    mailed: async () => {
      const ended = await takeEndings(tx, flowId, MOST);
      await lookAt(tx, flowId, ended);
      return ended.length > 0;
    },
    closing: async () => {
      if (!isClosing) return false;
      await clearInbox(tx, flowId);
      return purge(tx, flowId, MOST);
    },
    inbox: async () => {
      if (!run.looks || isClosing) return false;
      await takeLooks(tx, flowId, MOST);
      return true;
    },
    entries: async () => {
      if (!run.entries || !isOpen) return false;
      await admit({ ...moving, keepTurnedAway: false }, definition, await takeEntries(tx, flowId, MOST));
      return true;
    },
    look: async () => isOpen && run.isLookDue && lookAround(tx, definition, run),
    due: async () => {
      if (!run.due || !isOpen) return false;
      const limit = FEWER[Math.min(run.faultCount, FEWER.length - 1)] as number;
      const isKnown = run.faultCount >= FEWER.length;
      await moveDue(moving, definition, { executors, limit, isFaulty: isKnown });
      if (isKnown) await forgetFaults(tx, flowId);
      return true;
    },
  };
  const done = await firstDone(works, last);
  await tally.write(tx, flowId);
  if (done === null && isOpen) await forgetFaults(tx, flowId);
  return done;
}

async function firstDone(works: Record<FlowWork, () => Promise<boolean>>, last: FlowWork | undefined): Promise<FlowWork | null> {
  const next = last === undefined ? 0 : WORKS.indexOf(last) + 1;
  for (const work of [...WORKS.slice(next), ...WORKS.slice(0, next)]) if (await works[work]()) return work;
  return null;
}
