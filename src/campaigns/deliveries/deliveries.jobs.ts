import { type Enqueue, type Queue, type Sweep, type Worker, worker } from '../../jobs/jobs.ts';
import { type Clock, later } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { expireClaim, findExpiredClaims } from './claims.repo.ts';
import { conclude } from './conclude.ts';
import { findDueLanes, type Lane, lockDispatch } from './dispatches.repo.ts';
import type { Origin, OriginName } from './origin.ts';
import type { TakeTurn } from './turn.ts';

/** A place takes one turn after the other, whoever's it is, until nothing is due. Losing one loses nothing: the next sweep wakes another. */
type Place = Record<string, never>;

const queueOf = (lane: Lane, concurrency: number): Queue<Place> => ({
  name: `deliver-${lane}`,
  concurrency,
  retryLimit: 1,
  retryDelay: 0,
  expireInSeconds: 900,
});
/** Each waits for the mail server most of the time. Mail that somebody waits for has places of its own. */
const QUEUES: Record<Lane, Queue<Place>> = { interactive: queueOf('interactive', 2), bulk: queueOf('bulk', 4) };
/** Then a place is taken anew, so that one which hangs is known from one that works. */
const LONGEST_MS = 60_000;
/** For those who live to say so, after an outage of the database. Three times what they take to renew a claim is enough. */
const LAST_CALL_MS = 30_000;

/** Has the places of a lane looked after; in the transaction that gave them something to do. */
export const wakeLane = (enqueue: Enqueue, db: Db, lane: Lane): Promise<void> =>
  enqueue(
    db,
    QUEUES[lane],
    {},
    Array.from({ length: QUEUES[lane].concurrency }, (_value, place) => `${place}`),
  );

export const deliveryWorkers = (db: Db, enqueue: Enqueue, takeTurn: TakeTurn): Worker[] =>
  (['interactive', 'bulk'] as const).map((lane) =>
    worker(QUEUES[lane], async (_job, stopping) => {
      const until = performance.now() + LONGEST_MS;
      while (await takeTurn(lane, stopping)) {
        if (stopping.aborted) return;
        if (performance.now() >= until) return wakeLane(enqueue, db, lane);
      }
    }),
  );

/** Takes what dead processes had in hand away from them, and wakes whatever is due: what has rested, or waits for its next attempt. */
export const deliverySweep = (
  db: Db,
  enqueue: Enqueue,
  clock: Clock,
  origins: Record<OriginName, Origin>,
  log: Pick<Log, 'info'>,
): Sweep => ({
  name: 'deliveries',
  everySeconds: 1,
  run: async (stopping) => {
    for (const claim of await findExpiredClaims(db, clock.now(), later(clock, LAST_CALL_MS))) {
      stopping.throwIfAborted();
      const origin = origins[claim.origin];
      const isTaken = await db.transaction(async (tx) => {
        await origin.hold(tx, claim);
        const dispatch = await lockDispatch(tx, claim);
        if (!dispatch || !(await expireClaim(tx, claim, clock.now()))) return false;
        await conclude(tx, origin, { message: claim, state: dispatch.state, report: { sent: 0, rest: null }, now: clock.now() });
        return true;
      });
      const { workspaceId, messageId } = claim;
      if (isTaken) log.info({ workspace_id: workspaceId, message_id: messageId }, 'took deliveries over from a process that died');
    }
    for (const lane of await findDueLanes(db, clock.now())) await wakeLane(enqueue, db, lane);
  },
});
