import type { Db } from '../../platform/db.ts';
import { insertDispatch, type Lane } from '../deliveries/dispatches.repo.ts';
import { insertLinks } from '../messages/messages.repo.ts';
import { failBlast } from './blast-origin.ts';
import { lockUnprepared, writeDeliveries } from './preparation.repo.ts';

/** So few people do not stand behind mass mail: somebody may be waiting for one of them. */
const FEW = 100;

/** Where a blast goes out, and is prepared before. @param people null where nobody has counted them */
export const laneOf = (operational: boolean, people: number | null): Lane =>
  operational || (people !== null && people <= FEW) ? 'interactive' : 'bulk';

/**
 * Fixes who gets a blast, once, however many try it at the same time: from then on it is sent like any other mail.
 * @param composed the tracked links of what it says, or why it cannot be written
 * @returns the lane in which there is something to do now, and for how many people; null when nothing is
 */
export const prepare = (
  db: Db,
  workspaceId: string,
  blastId: string,
  composed: { links: string[] } | { error: string },
  now: Date,
): Promise<{ lane: Lane; mailable: number } | null> =>
  db.transaction(async (tx) => {
    const blast = await lockUnprepared(tx, workspaceId, blastId);
    if (!blast) return null;
    const fail = async (reason: string) => {
      await failBlast(tx, workspaceId, blastId, reason, now);
      return null;
    };
    if ('error' in composed) return fail(composed.error);
    const mailable = await writeDeliveries(tx, workspaceId, blastId, blast, now);
    if (mailable === null) return fail('The list was deleted before sending started.');
    await insertLinks(tx, workspaceId, blastId, composed.links);
    const lane = laneOf(blast.operational, mailable);
    await insertDispatch(tx, { workspaceId, messageId: blastId, origin: 'blast', lane, repeatable: true }, now);
    return { lane, mailable };
  });
