import type { Enqueue, Queue, Sweep } from '../../jobs/jobs.ts';
import { later } from '../../platform/clock.ts';
import { type Ctx, type Db, transaction } from '../../platform/db.ts';
import type { WorkspaceId } from '../../platform/ids.ts';
import { CLAIM_LEASE_MS } from '../../queue/lease.ts';
import { FAULT, type Place, placesOf, placeWork, type TakeTurn, turnsOf, type Work, wakePlaces } from '../../queue/work.ts';
import type { FindComposer, Prepared } from '../messages/composers.ts';
import type { TestWay } from '../test-mailbox/test-mailer.ts';
import { expireClaim, findExpiredClaims } from './claims.repo.ts';
import { isLaneDue, LANES, type Lane, lockDispatch, noteDeadRun, setState, settle, type Turn, takeTurn } from './dispatches.repo.ts';
import { conclude, type Origin, type OriginName, withDispatch } from './origin.ts';
import { restAfter, type SendDependencies, sendLoop } from './send-loop.ts';

const QUEUES: Record<Lane, Queue<Place>> = { interactive: placesOf('deliver-interactive', 2), bulk: placesOf('deliver-bulk', 4) };

/** The message itself probably kills its runs. */
const MOST_DEAD_RUNS = 20;

export const wakeLane = (enqueue: Enqueue, db: Db, lane: Lane): Promise<void> => wakePlaces(enqueue, db, QUEUES[lane]);

export interface DeliverDependencies extends SendDependencies {
  enqueue: Enqueue;
  findComposer: FindComposer;
  origins: Record<OriginName, Origin>;
  /** In place of the mail server. */
  testWay: (workspaceId: WorkspaceId) => TestWay;
}

/** Each turn claims, sends and records for a few seconds. */
export const deliveryWork = (dependencies: DeliverDependencies): Work[] =>
  LANES.map((lane) =>
    placeWork(dependencies, {
      queue: QUEUES[lane],
      takeTurn: deliveryTurns(dependencies, lane),
      isDue: (now) => isLaneDue(lane, now),
    }),
  );

export function deliveryTurns(dependencies: Omit<DeliverDependencies, 'enqueue'>, lane: Lane): TakeTurn {
  const { db, clock, findComposer, origins, testWay } = dependencies;
  const ctxOf = ({ workspaceId }: Turn): Ctx => ({ db, workspaceId, now: clock.now() });

  /** What live mail met stops no test. */
  const originOf = ({ origin }: Turn, { message }: Prepared): Origin =>
    message.test ? { ...origins[origin], findHalt: async () => null } : origins[origin];

  /** It rests until a client resumes it. */
  const fail = (turn: Turn, reason: string) => {
    const { messageId } = turn;
    const origin = origins[turn.origin];
    return withDispatch(ctxOf(turn), { origin, messageId }, async (tx, state) => {
      if (state !== 'open') return;
      await setState(tx, messageId, 'paused');
      await origin.failed(tx, messageId, reason);
    });
  };

  /** Looked at again under the lock: a client may have resumed it meanwhile, which begins the count anew. */
  const halt = (turn: Turn) => {
    const { messageId } = turn;
    const origin = origins[turn.origin];
    return withDispatch(ctxOf(turn), { origin, messageId }, async (tx, state) => {
      const found = state === 'open' ? await origin.findHalt?.(tx) : null;
      if (!found) return;
      await setState(tx, messageId, 'paused');
      await origin.halted?.(tx, messageId, found);
    });
  };

  return turnsOf<Turn>({
    choose: (except) => takeTurn(db, lane, { except, now: clock.now() }),
    keyOf: ({ messageId }) => messageId,
    async work(turn, stopping) {
      if (turn.deadRuns >= MOST_DEAD_RUNS) return void (await fail(turn, 'Sending it ended with its process, time and again.'));
      const prepared = await findComposer(turn.workspaceId, turn.messageId, turn.edition);
      if ('error' in prepared) return void (await fail(turn, prepared.error));
      const way = prepared.message.test ? testWay(turn.workspaceId) : {};
      const stop = await sendLoop({ ...dependencies, ...way, turn, lane, prepared, origin: originOf(turn, prepared), stopping });
      if (stop === 'halted') await halt(turn);
      else if (stop) await fail(turn, stop.failed);
    },
    /** It rests like a message that the mail server does not take: it comes again, and not for ever. */
    async fault(turn, error) {
      const { messageId } = turn;
      await transaction(ctxOf(turn), async (tx) => {
        if (!(await lockDispatch(tx, messageId))) return;
        await noteDeadRun(tx, messageId);
        await settle(tx, messageId, { sent: 0, rest: restAfter({ reason: FAULT }, { turn, sent: 0, now: tx.now }) });
      });
      throw error;
    },
  });
}

/** Takes over the claims of dead processes. */
export const deliverySweep = ({ db, clock, origins, log }: Pick<DeliverDependencies, 'db' | 'clock' | 'origins' | 'log'>): Sweep => ({
  name: 'deliveries',
  everySeconds: 1,
  async run(stopping) {
    for (const { workspaceId, messageId, run, origin: name } of await findExpiredClaims(db, clock.now(), later(clock, CLAIM_LEASE_MS))) {
      stopping.throwIfAborted();
      const origin = origins[name];
      const ctx = { db, workspaceId, now: clock.now() };
      const isTaken = await withDispatch(ctx, { origin, messageId }, async (tx, state) => {
        if (!(await expireClaim(tx, messageId, run))) return false;
        await conclude(tx, origin, { messageId, state });
        return true;
      });
      if (isTaken) log.info({ workspace_id: workspaceId, message_id: messageId }, 'took deliveries over from a process that died');
    }
  },
});
