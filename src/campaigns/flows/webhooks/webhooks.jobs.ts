import type { Enqueue } from '../../../jobs/jobs.ts';
import type { Db } from '../../../platform/db.ts';
import { placesOf, placeWork, type Work } from '../../../queue/work.ts';
import { isAnyDue } from './webhooks.repo.ts';
import { MOST_OF_ONE, type SendDue } from './webhooks.service.ts';

/** One place of a process has as many requests under way as the process may. */
export const webhookWork = (dependencies: { db: Db; enqueue: Enqueue }, sendDue: SendDue): Work =>
  placeWork(dependencies, {
    queue: placesOf('send-webhooks', 1),
    takeTurn: (stopping, until) => sendDue(until, stopping),
    isDue: (now) => isAnyDue(MOST_OF_ONE, now),
  });
