import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, isPassing, uniqueViolation } from '../../../platform/db.ts';
import type { Log } from '../../../platform/log.ts';
import { doChores } from './chores.ts';
import { findDefinition } from './definition.repo.ts';
import { admit } from './entry.ts';
import { forgetTold, lookAt, takeEntries, takeGone, takeLooks } from './inbox.repo.ts';
import { lookAround } from './look.ts';
import { moveDue } from './move.ts';
import { leave } from './moves.repo.ts';
import { purge } from './purge.repo.ts';
import type { FlowRef } from './runs.ts';
import type { Executors } from './steps/step.types.ts';
import { Tally } from './tallies.repo.ts';
import { forgetFaults, type HeldRun, holdForMove, noteFault, settleRun, takeFlow } from './turns.repo.ts';

export interface FlowDependencies {
  db: Db;
  clock: Clock;
  log: Log;
  executors: Executors;
  /** Takes the contacts of a flow whose mail has come to its end, up to so many. */
  takeEndings: (tx: Db, workspaceId: string, flowId: string, limit: number) => Promise<string[]>;
}

/** Members that are moved together. */
const MOST = 2_000;
/** How many are taken after so many faults in a row: in the end one, by which the fault is known. */
const FEWER = [MOST, 250, 30, 4, 1];
/** The next flow has its turn then. */
const TURN_MS = 1_000;
/** After a mistake of ours, doubling with each. */
const REST_MS = 1_000;

/** Takes the next flow's turn. False when nothing is due. */
export type TakeFlowTurn = (stopping: AbortSignal) => Promise<boolean>;

/**
 * Moves the members of flows by turns. A turn is a row of transactions, each of which does one kind of work for up to some thousand
 * members with statements over all of them, and holds the flow meanwhile: two processes never move the same flow.
 */
export function createFlowTurns(dependencies: FlowDependencies): TakeFlowTurn {
  const { db, clock, log } = dependencies;
  const underWay = new Set<string>();

  async function take(ref: FlowRef, stopping: AbortSignal): Promise<void> {
    const until = performance.now() + TURN_MS;
    while (!stopping.aborted && performance.now() < until && (await work(ref))) await delay(0);
    await settleRun(db, ref, null, clock.now());
  }

  /** @returns whether something was done, so that there may be more */
  async function work(ref: FlowRef): Promise<boolean> {
    try {
      return await db.transaction((tx) => workOnce(tx, dependencies, ref));
    } catch (error) {
      // Somebody was let in by a request at this moment, and is seen the next time.
      if (uniqueViolation(error) === 'flow_memberships_sole') return true;
      throw error;
    }
  }

  return async (stopping) => {
    const ref = await takeFlow(db, [...underWay], clock.now());
    if (!ref) return false;
    underWay.add(ref.flowId);
    try {
      await take(ref, stopping);
    } catch (error) {
      if (isPassing(error)) throw error;
      const faults = await noteFault(db, ref);
      const rest = REST_MS * 2 ** Math.min(faults, 6);
      await settleRun(db, ref, new Date(clock.now().getTime() + rest), clock.now());
      log.error({ err: error, workspace_id: ref.workspaceId, flow_id: ref.flowId, faults }, 'a turn of a flow has failed');
    } finally {
      underWay.delete(ref.flowId);
    }
    return true;
  };
}

async function workOnce(tx: Db, { clock, executors, takeEndings }: FlowDependencies, ref: FlowRef): Promise<boolean> {
  const now = clock.now();
  const run = await holdForMove(tx, ref, now);
  if (!run) return false;
  if (run.chores) {
    await doChores(tx, ref, MOST, now);
    return true;
  }
  const tally = new Tally();
  const isDone = await workOn(tx, run);
  await tally.write(tx, ref);
  return isDone;

  async function workOn(tx: Db, run: HeldRun): Promise<boolean> {
    const definition = await findDefinition(tx, ref);
    if (!definition) return false;
    if (run.gone) {
      const leaving = (await takeGone(tx, ref, MOST)).map((position) => ({
        position,
        ending: {
          type: definition.steps.find(({ step_id }) => step_id === position.stepId)?.type ?? 'wait',
          status: 'cancelled' as const,
          outcome: null,
          details: null,
        },
        reason: 'contact_deleted' as const,
      }));
      await leave(tx, ref, leaving, now, tally);
      return true;
    }
    const ended = await takeEndings(tx, ref.workspaceId, ref.flowId, MOST);
    if (ended.length > 0) {
      await lookAt(tx, ref, ended, now);
      return true;
    }
    if (run.state === 'closing') {
      await forgetTold(tx, ref);
      return purge(tx, ref, MOST);
    }
    if (run.looks) {
      await takeLooks(tx, ref, MOST, now);
      return true;
    }
    if (run.state !== 'open') return false;
    if (run.entries) {
      await admit(tx, definition, await takeEntries(tx, ref, MOST), { keepTurnedAway: false, now }, tally);
      return true;
    }
    if (run.isLookDue && (await lookAround(tx, definition, run, now))) return true;
    if (!run.due) {
      await forgetFaults(tx, ref);
      return false;
    }
    const limit = FEWER[Math.min(run.faultCount, FEWER.length - 1)] as number;
    const isKnown = run.faultCount >= FEWER.length;
    await moveDue(tx, definition, { executors, limit, isFaulty: isKnown, now }, tally);
    if (isKnown) await forgetFaults(tx, ref);
    return true;
  }
}
