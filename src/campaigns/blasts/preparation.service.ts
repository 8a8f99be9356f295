import type { Db } from '../../platform/db.ts';
import { insertDispatch, type Lane } from '../deliveries/dispatches.repo.ts';
import { failBlast } from './blast-origin.ts';
import { lockUnprepared, writeDeliveries } from './preparation.repo.ts';

/** So few people do not stand behind mass mail: somebody may be waiting for one of them. */
const FEW = 100;

/** Where a blast goes out, and is prepared before. @param people null where nobody has counted them */
export const laneOf = (operational: boolean, people: number | null): Lane =>
  operational || (people !== null && people <= FEW) ? 'interactive' : 'bulk';

/**
 * Fixes who gets a blast, once, however many try it at the same time: from then on it is sent like any other mail.
 * @param error why what it says cannot be written, or null
 * @returns the lane in which there is something to do now, and for how many people; null when nothing is
 */
export const prepare = (
  db: Db,
  workspaceId: string,
  blastId: string,
  error: string | null,
  now: Date,
): Promise<{ lane: Lane; mailable: number } | null> =>
  db.transaction(async (tx) => {
    const blast = await lockUnprepared(tx, workspaceId, blastId);
    if (!blast) return null;
    const fail = async (reason: string) => {
      await failBlast(tx, workspaceId, blastId, reason, now);
      return null;
    };
    if (error !== null) return fail(error);
    const mailable = await writeDeliveries(tx, workspaceId, blastId, blast, now);
    if (mailable === null) return fail('The list was deleted before sending started.');
    const lane = laneOf(blast.operational, mailable);
    await insertDispatch(tx, { workspaceId, messageId: blastId, origin: 'blast', lane, repeatable: true }, now);
    return { lane, mailable };
  });
