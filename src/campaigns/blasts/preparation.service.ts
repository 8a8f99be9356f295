import { readAnyList } from '../../audience/contact-lists/contact-lists.repo.ts';
import { CHUNK } from '../../platform/chunks.ts';
import { type Ctx, isPassing, isUnavailable, type Scope, transaction } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import { insertDispatch, type Lane } from '../deliveries/dispatches.repo.ts';
import { FAULT } from '../fault.ts';
import { failBlast } from './blast-origin.ts';
import { lockBlast } from './blasts.repo.ts';
import * as repo from './preparation.repo.ts';

/** So few people do not stand behind mass mail: somebody may be waiting for one of them. */
const FEW = 100;

/** Where a blast goes out, and is prepared before. @param people null where nobody has counted them */
export const laneOf = (operational: boolean, people: number | null): Lane =>
  operational || (people !== null && people <= FEW) ? 'interactive' : 'bulk';

/** A part is tried so often, the later attempts with fewer people; then the blast fails. */
const MOST_ATTEMPTS = 8;
const sizeAt = (attempt: number, most: number): number => Math.max(1, Math.floor(most / 10 ** Math.floor((attempt - 1) / 2)));

const LATE = 'the database did not answer in time, even for a small part of it.';
/** Within the sentence that says what could not be prepared. */
const OWN_FAULT = FAULT.replace('The', 'the');

export type Preparation =
  /** There is something to send in the lane, to so many people. */
  | { lane: Lane; mailable: number }
  /** There are more parts to write. */
  | 'unfinished';

export interface PreparationOptions {
  /** Why the message cannot be written, or null. */
  error: string | null;
  now: Date;
  /** People in a part. */
  most?: number;
  /** Asked after each part: whether to leave the rest to the next run. */
  isOver?: () => boolean;
  onFault?: (error: unknown) => void;
}

/**
 * Fixes who gets a blast, a part of the audience in each transaction, however many runs try it at the same time: from then on it is sent
 * like any other mail. What is written stays written: the next run goes on behind it.
 * @returns null when there is nothing to do here: the blast is not being sent, has failed, or another run writes
 */
export async function prepare(
  ctx: Scope,
  blastId: string,
  { error, now, most = CHUNK, isOver = () => false, onFault = () => {} }: PreparationOptions,
): Promise<Preparation | null> {
  const fail = async (reason: string) => {
    await transaction(ctx, async (tx) => {
      if ((await lockBlast(tx, blastId))?.preparedAt === null) await failBlast({ ...tx, now }, blastId, reason);
    });
    return null;
  };
  if (error !== null) return fail(error);
  const run = newId();
  for (;;) {
    const blast = await repo.findUnpreparedBlast(ctx, blastId);
    if (!blast) return null;
    const list = blast.audienceListId && (await readAnyList(ctx, blast.audienceListId));
    if (!list) return fail('The list was deleted before sending started.');
    const part = await repo.beginPart({ ...ctx, now }, blastId, list, run);
    if (!part) return null;
    if (part.attempts > MOST_ATTEMPTS) return fail(`The audience could not be prepared: ${part.error ?? OWN_FAULT}`);
    const size = sizeAt(part.attempts, most);
    try {
      const written = await transaction(ctx, async (tx) => {
        if (!(await repo.holdPart(tx, blastId, run))) return null;
        // Read again: what was stopped meanwhile writes nothing more.
        const current = await repo.findUnpreparedBlast(tx, blastId);
        return current ? repo.writePart({ ...tx, now }, blastId, current, list, part, size) : null;
      });
      if (written === null) return null;
      if (written) return complete({ ...ctx, now }, blastId);
    } catch (fault) {
      const isLate = isUnavailable(fault) && fault.trouble === 'late';
      if (isPassing(fault) && !isLate) {
        await repo.forgiveAttempts(ctx, blastId).catch(() => {});
        throw fault;
      }
      onFault(fault);
      await repo.noteFault(ctx, blastId, run, isLate ? LATE : OWN_FAULT);
    }
    if (isOver()) return 'unfinished';
  }
}

/** Opens the sending, when the whole audience is written. */
const complete = (ctx: Ctx, blastId: string): Promise<Preparation | null> =>
  transaction(ctx, async (tx) => {
    const blast = await lockBlast(tx, blastId);
    if (blast?.status !== 'sending' || blast.preparedAt) return null;
    const mailable = await repo.completePreparation(tx, blastId);
    if (mailable === undefined) return null;
    const lane = laneOf(blast.operational, mailable);
    await insertDispatch(tx.db, { workspaceId: ctx.workspaceId, messageId: blastId, origin: 'blast', lane, repeatable: true }, ctx.now);
    return { lane, mailable };
  });
