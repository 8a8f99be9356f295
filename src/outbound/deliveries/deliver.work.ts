import type { Enqueue } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db.ts';
import { lowestId } from '../../platform/ids.ts';
import { placesOf, placeWork, type Work } from '../../queue/work.ts';
import { KEPT_MS } from '../partitions.ts';
import type { DeliverTurn } from './deliver.ts';
import { isAnyDue, type Lane } from './dispatch.repo.ts';

/** Endpoints that one process sends to at once, in each lane. */
const PLACES = 8;

export const QUEUES = { fast: placesOf('send-events', PLACES), slow: placesOf('send-events-slow', PLACES) };

/** A receiver that is slow takes a place of its lane and none of those that answer fast. */
export const deliverWork = (dependencies: { db: Db; enqueue: Enqueue }, takeTurn: DeliverTurn): Work[] =>
  (Object.keys(QUEUES) as Lane[]).map((lane) =>
    placeWork(dependencies, {
      queue: QUEUES[lane],
      takeTurn: (stopping) => takeTurn(lane, stopping),
      isDue: (now) => isAnyDue(lane, lowestId(now.getTime() - KEPT_MS), now),
    }),
  );
