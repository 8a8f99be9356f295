import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, isPassing, type Scope, type Tx, uniqueViolation } from '../../../platform/db.ts';
import type { Log } from '../../../platform/log.ts';
import { typeOf } from '../definition.ts';
import { doChores } from './chores.ts';
import { findDefinition } from './definition.repo.ts';
import { admit } from './entry.ts';
import { forgetTold, lookAt, takeEntries, takeGone, takeLooks } from './inbox.repo.ts';
import { lookAround } from './look.ts';
import { moveDue } from './move.ts';
import { cancelled, leave } from './moves.repo.ts';
import { purge } from './purge.repo.ts';
import type { FlowRef } from './runs.ts';
import type { Executors } from './step.types.ts';
import { Tally } from './tallies.repo.ts';
import { forgetFaults, holdForMove, noteFault, settleRun, takeFlow } from './turns.repo.ts';

export interface FlowDependencies {
  db: Db;
  clock: Clock;
  log: Log;
  executors: Executors;
  /** Takes the contacts of a flow whose mail has come to its end, up to so many. */
  takeEndings: (tx: Scope<Tx>, flowId: string, limit: number) => Promise<string[]>;
}

/** Members that are moved together. */
const MOST = 2_000;
/** How many are taken after so many faults in a row: in the end one, by which the fault is known. */
const FEWER = [MOST, 250, 30, 4, 1];
/** The next flow has its turn then. */
const TURN_MS = 1_000;
/** After a mistake of ours, doubling with each. */
const REST_MS = 1_000;

/**
 * What there may be to do with a flow, each a transaction for some thousand members. They take turns: where one never ends, as when an
 * import lets in people by the million, the others go on beside it.
 */
const WORKS = ['gone', 'mailed', 'closing', 'told', 'entries', 'look', 'due'] as const;
type Work = (typeof WORKS)[number];

/** Takes the next flow's turn. False when nothing is due. */
export type TakeFlowTurn = (stopping: AbortSignal) => Promise<boolean>;

/**
 * Moves the members of flows by turns. A turn is a row of transactions, each of which does one kind of work for up to some thousand
 * members with statements over all of them, and holds the flow meanwhile: two processes never move the same flow.
 */
export function createFlowTurns(dependencies: FlowDependencies): TakeFlowTurn {
  const { db, clock, log } = dependencies;
  const underWay = new Set<string>();
  /** By flow, while it has something to do. */
  const lastDone = new Map<string, Work>();

  async function take(ref: FlowRef, stopping: AbortSignal): Promise<void> {
    const until = performance.now() + TURN_MS;
    while (!stopping.aborted && performance.now() < until && (await work(ref))) await delay(0);
    await settleRun(db, ref, null, clock.now());
  }

  /** @returns whether something was done, so that there may be more */
  async function work(ref: FlowRef): Promise<boolean> {
    try {
      const done = await db.transaction((db) => workOnce(db, dependencies, ref, lastDone.get(ref.flowId)));
      if (done) lastDone.set(ref.flowId, done);
      else lastDone.delete(ref.flowId);
      return done !== null;
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

/** Does what comes after the last work that was done. @returns what it was; null when there is nothing to do */
async function workOnce(
  db: Tx,
  { clock, executors, takeEndings }: FlowDependencies,
  ref: FlowRef,
  last: Work | undefined,
): Promise<Work | null> {
  const now = clock.now();
  const { workspaceId, flowId } = ref;
  const tx = { db, workspaceId, now };
  const run = await holdForMove(db, ref, now);
  if (!run) return null;
  if (run.chores) {
    await doChores(tx, flowId, MOST);
    return last ?? 'due';
  }
  const definition = await findDefinition(db, ref);
  if (!definition) return null;
  const tally = new Tally();
  const isOpen = run.state === 'open';
  const isClosing = run.state === 'closing';
  const works: Record<Work, () => Promise<boolean>> = {
    gone: async () => {
      if (!run.gone) return false;
      const leaving = (await takeGone(db, ref, MOST)).map((position) => ({
        position,
        ending: cancelled(typeOf(definition.steps, position.stepId)),
        reason: 'contact_deleted' as const,
      }));
      await leave(tx, flowId, leaving, tally);
      return true;
    },
    mailed: async () => {
      const ended = await takeEndings(tx, flowId, MOST);
      await lookAt(db, ref, ended, now);
      return ended.length > 0;
    },
    closing: async () => {
      if (!isClosing) return false;
      await forgetTold(db, ref);
      return purge(db, ref, MOST);
    },
    told: async () => {
      if (!run.looks || isClosing) return false;
      await takeLooks(db, ref, MOST, now);
      return true;
    },
    entries: async () => {
      if (!run.entries || !isOpen) return false;
      await admit(tx, definition, await takeEntries(db, ref, MOST), { keepTurnedAway: false }, tally);
      return true;
    },
    look: async () => isOpen && run.isLookDue && lookAround(tx, definition, run),
    due: async () => {
      if (!run.due || !isOpen) return false;
      const limit = FEWER[Math.min(run.faultCount, FEWER.length - 1)] as number;
      const isKnown = run.faultCount >= FEWER.length;
      await moveDue(tx, definition, { executors, limit, isFaulty: isKnown }, tally);
      if (isKnown) await forgetFaults(db, ref);
      return true;
    },
  };
  const done = await firstDone(works, last);
  await tally.write(db, ref);
  if (done === null && isOpen) await forgetFaults(db, ref);
  return done;
}

async function firstDone(works: Record<Work, () => Promise<boolean>>, last: Work | undefined): Promise<Work | null> {
  const next = last === undefined ? 0 : WORKS.indexOf(last) + 1;
  for (const work of [...WORKS.slice(next), ...WORKS.slice(0, next)]) if (await works[work]()) return work;
  return null;
}
