import type { Enqueue, Queue } from '../../jobs/jobs.ts';
import { CHUNK } from '../../platform/chunks.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Ctx, type Db, isPassing, isUnavailable, type Scope, type Tx, transaction } from '../../platform/db.ts';
import { type BlastId, newId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { chunkWork, FAULT, type Work } from '../../queue/work.ts';
import { wakeLane } from '../deliveries/deliver.work.ts';
import { FEW, insertDispatch, LANES, type Lane } from '../deliveries/dispatches.repo.ts';
import type { FindComposer } from '../messages/composers.ts';
import { readAudience } from './audience-lists.repo.ts';
import { failBlast } from './blast-origin.ts';
import { lockBlast } from './blasts.repo.ts';
import * as repo from './preparation.repo.ts';

interface PrepareBlastJob {
  workspace_id: string;
  blast_id: string;
}

const queueOf = (name: string): Queue<PrepareBlastJob> => ({
  name,
  concurrency: 2,
  retryLimit: 5,
  retryDelay: 5,
  expireInSeconds: 900,
});
/** Writing the deliveries of a large list takes seconds, so mail that a person waits for has places of its own here, too. */
const QUEUES: Record<Lane, Queue<PrepareBlastJob>> = { interactive: queueOf('prepare-blast-interactive'), bulk: queueOf('prepare-blast') };

/** After so many rows at once the planner's statistics are wrong; analysing for fewer would hold up small blasts. */
const MANY = 1_000;

export const enqueuePreparation =
  (enqueue: Enqueue) =>
  ({ db, workspaceId }: Scope<Tx>, blastId: BlastId, lane: Lane): Promise<void> =>
    enqueue(db, QUEUES[lane], { workspace_id: workspaceId, blast_id: blastId }, blastId);

interface PreparationDependencies {
  db: Db;
  clock: Clock;
  log: Log;
  enqueue: Enqueue;
  findComposer: FindComposer;
}

export const preparationWork = ({ clock, findComposer, ...dependencies }: PreparationDependencies): Work[] =>
  LANES.map((lane) =>
    chunkWork(dependencies, {
      queue: QUEUES[lane],
      keyOf: ({ blast_id }) => blast_id,
      due: () => repo.unpreparedIn(lane),
      async run({ workspace_id: workspaceId, blast_id: blastId }, isOver) {
        const { db, log, enqueue } = dependencies;
        // Its job may have been there before the suspension; the blast is due again when that ends.
        if (!(await repo.isWorkspaceActive({ db, workspaceId }))) return false;
        const composer = await findComposer(workspaceId, blastId, null);
        const outcome = await prepare({ db, workspaceId }, blastId, {
          error: 'error' in composer ? composer.error : null,
          now: clock.now(),
          isOver,
          onFault: (error) =>
            log.error({ err: error, workspace_id: workspaceId, blast_id: blastId }, 'a part of an audience could not be prepared'),
        });
        if (outcome === 'unfinished') return true;
        if (outcome && outcome.mailable > MANY) await repo.analyseDeliveries(db);
        if (outcome) await wakeLane(enqueue, db, outcome.lane);
        return false;
      },
    }),
  );

/** @param people null where they are not counted */
export const laneOf = (operational: boolean, people: number | null): Lane =>
  operational || (people !== null && people <= FEW) ? 'interactive' : 'bulk';

/** Later attempts take fewer people; then the blast fails. */
const MOST_ATTEMPTS = 8;
const sizeAt = (attempt: number, most: number): number => Math.max(1, Math.floor(most / 10 ** Math.floor((attempt - 1) / 2)));

const LATE = 'the database did not answer in time, even for a small part of it.';
const OWN_FAULT = FAULT.replace('The', 'the');

export type Preparation = { lane: Lane; mailable: number } | 'unfinished';

export interface PreparationOptions {
  error: string | null;
  now: Date;
  most?: number;
  /** Asked after each part: whether to leave the rest to the next run. */
  isOver?: () => boolean;
  onFault?: (error: unknown) => void;
}

/**
 * Fixes the audience of a blast, a part in each transaction, however many runs try it at the same time. Parts that are written stay
 * written: the next run goes on behind them.
 * @returns null when there is nothing to do: the blast is not being sent, has failed, or another run writes
 */
export async function prepare(
  ctx: Scope,
  blastId: BlastId,
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
    const audience = await readAudience(ctx, { id: blastId, audienceListId: blast.audienceListId });
    if (!audience) return fail('The list was deleted before sending started.');
    const part = await repo.beginPart({ ...ctx, now }, blastId, { audience, run });
    if (!part) return null;
    if (part.attempts > MOST_ATTEMPTS) return fail(`The audience could not be prepared: ${part.error ?? OWN_FAULT}`);
    const size = sizeAt(part.attempts, most);
    try {
      const written = await transaction(ctx, async (tx) => {
        if (!(await repo.holdPart(tx, blastId, run))) return null;
        // Read again: a blast that was stopped meanwhile writes nothing more.
        const current = await repo.findUnpreparedBlast(tx, blastId);
        return current ? repo.writePart({ ...tx, now }, blastId, { blast: current, audience, part, most: size }) : null;
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
      await repo.noteFault(ctx, blastId, { run, error: isLate ? LATE : OWN_FAULT });
    }
    if (isOver()) return 'unfinished';
  }
}

/** Opens the sending when the whole audience is written. */
const complete = (ctx: Ctx, blastId: BlastId): Promise<Preparation | null> =>
  transaction(ctx, async (tx) => {
    const blast = await lockBlast(tx, blastId);
    if (blast?.status !== 'sending' || blast.preparedAt) return null;
    const mailable = await repo.completePreparation(tx, blastId);
    if (mailable === undefined) return null;
    const lane = laneOf(blast.operational, mailable);
    await insertDispatch(tx, { messageId: blastId, origin: 'blast', lane, repeatable: true });
    return { lane, mailable };
  });
