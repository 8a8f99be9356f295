import { isPassing } from '../../platform/db.ts';
import { FAULT } from '../fault.ts';
import type { FindComposer } from '../messages/composers.ts';
import { type Lane, lockDispatch, noteDeadRun, setState, settle, type Turn, takeTurn } from './dispatches.repo.ts';
import type { Origin, OriginName } from './origin.ts';
import { restAfter, type SendDependencies, sendLoop } from './send-loop.ts';

export interface TurnDependencies extends SendDependencies {
  findComposer: FindComposer;
  origins: Record<OriginName, Origin>;
}

/** Runs in a row that died with their process and had nothing to show: the message is what kills them. */
const MOST_DEAD_RUNS = 20;

/** Takes the next turn of a lane. False when there was nothing to do. */
export type TakeTurn = (lane: Lane, stopping: AbortSignal) => Promise<boolean>;

/** Sends messages by turns: each claims, sends and records for a few seconds, and says how its message stands then. */
export function createTurns(dependencies: TurnDependencies): TakeTurn {
  const { db, clock, findComposer, origins } = dependencies;
  /** Messages that this process has a turn of: another one would only take the place of another message. */
  const underWay = new Set<string>();
  /** Places of a lane choose one after the other: of those that woke together, all would take the same message. */
  const chosen: Record<Lane, Promise<unknown>> = { interactive: Promise.resolve(), bulk: Promise.resolve() };

  function choose(lane: Lane): Promise<Turn | null> {
    const choice = chosen[lane].then(async () => {
      const turn = await takeTurn(db, lane, [...underWay], clock.now());
      if (turn) underWay.add(turn.messageId);
      return turn;
    });
    chosen[lane] = choice.catch(() => {});
    return choice;
  }

  async function take(turn: Turn, lane: Lane, stopping: AbortSignal): Promise<void> {
    if (turn.deadRuns >= MOST_DEAD_RUNS) return fail(turn, 'Sending it ended with its process, time and again.');
    const prepared = await findComposer(turn.workspaceId, turn.messageId, turn.edition);
    if ('error' in prepared) return fail(turn, prepared.error);
    const failure = await sendLoop({ ...dependencies, turn, lane, prepared, origin: origins[turn.origin], stopping });
    if (failure) await fail(turn, failure);
  }

  /** It cannot go out: it rests until somebody takes it up again. */
  const fail = (turn: Turn, reason: string): Promise<void> =>
    db.transaction(async (tx) => {
      await origins[turn.origin].hold(tx, turn);
      if ((await lockDispatch(tx, turn))?.state !== 'open') return;
      await setState(tx, turn, 'paused', clock.now());
      await origins[turn.origin].failed(tx, turn, reason, clock.now());
    });

  const restOf = (turn: Turn): Promise<void> =>
    db.transaction(async (tx) => {
      if (!(await lockDispatch(tx, turn))) return;
      await noteDeadRun(tx, turn);
      await settle(tx, turn, { sent: 0, rest: restAfter({ reason: FAULT }, { turn, sent: 0, now: clock.now() }) }, clock.now());
    });

  return async (lane, stopping) => {
    const turn = await choose(lane);
    if (!turn) return false;
    try {
      await take(turn, lane, stopping);
    } catch (error) {
      // What cannot be done rests like what the mail server does not take: it comes again, and not for ever.
      if (!isPassing(error)) await restOf(turn);
      throw error;
    } finally {
      underWay.delete(turn.messageId);
    }
    return true;
  };
}
