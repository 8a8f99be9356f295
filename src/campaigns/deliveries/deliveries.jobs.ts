import type { Enqueue, Queue, Sweep } from '../../jobs/jobs.ts';
import { type Clock, later } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { type Place, placesOf, placeWork, type Work, wakePlaces } from '../../queue/work.ts';
import { expireClaim, findExpiredClaims } from './claims.repo.ts';
import { conclude } from './conclude.ts';
import { isLaneDue, type Lane, lockDispatch } from './dispatches.repo.ts';
import type { Origin, OriginName } from './origin.ts';
import type { TakeTurn } from './turn.ts';

/** Each place waits for the mail server most of the time. Mail that somebody waits for has places of its own. */
const QUEUES: Record<Lane, Queue<Place>> = { interactive: placesOf('deliver-interactive', 2), bulk: placesOf('deliver-bulk', 4) };
/** For those who live to say so, after an outage of the database. Three times what they take to renew a claim is enough. */
const LAST_CALL_MS = 30_000;

/** Wakes the places of a lane, in the transaction that gave them something to do. */
export const wakeLane = (enqueue: Enqueue, db: Db, lane: Lane): Promise<void> => wakePlaces(enqueue, db, QUEUES[lane]);

/** A place takes one turn after the other, of any workspace. What has rested, or waits for its next attempt, is due at its time. */
export const deliveryWork = (dependencies: { db: Db; enqueue: Enqueue }, takeTurn: TakeTurn): Work[] =>
  (['interactive', 'bulk'] as const).map((lane) =>
    placeWork(dependencies, {
      queue: QUEUES[lane],
      takeTurn: (stopping) => takeTurn(lane, stopping),
      isDue: (now) => isLaneDue(lane, now),
    }),
  );

/** Takes what dead processes had in hand away from them. */
export const deliverySweep = (db: Db, clock: Clock, origins: Record<OriginName, Origin>, log: Pick<Log, 'info'>): Sweep => ({
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
  },
});
