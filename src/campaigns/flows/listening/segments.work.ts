import { compileStored, findBroken } from '../../../audience/rules/rules.service.ts';
import type { Enqueue, Queue } from '../../../jobs/jobs.ts';
import { FIRST_ID } from '../../../platform/chunks.ts';
import { type Clock, later } from '../../../platform/clock.ts';
import { type Ctx, type Db, type Tx, transaction } from '../../../platform/db.ts';
import type { ListId } from '../../../platform/ids.ts';
import type { Log } from '../../../platform/log.ts';
import { chunkWork, type Work } from '../../../queue/work.ts';
import {
  beginPass,
  dueSegments,
  endPass,
  forgetChanges,
  forgetSegment,
  holdSegment,
  isStillWatched,
  keepPass,
  lookAtChanges,
  lookAtContacts,
  postpone,
  type SegmentRef,
} from './segments.repo.ts';

interface SegmentDependencies {
  db: Db;
  clock: Clock;
  log: Log;
  enqueue: Enqueue;
}

const SEGMENTS: Queue<SegmentRef> = { name: 'flow-segments', concurrency: 1, retryLimit: 1, retryDelay: 0, expireInSeconds: 900 };

/** From the end of a pass over a segment to the next. */
const PAUSE_MS = 4 * 60_000;
/** The transaction is short, since pausing a flow waits for it. */
const AT_ONCE = 5_000;

/**
 * Finds the contacts that enter and leave the dynamic lists that triggers of active flows name. A contact that a write has changed is looked at
 * at once. The members follow from the clock too, and from what publishes no events, such as opens: so all contacts are looked at time and
 * again, some thousands at a time, and compared with the look before.
 */
export const segmentWork = (dependencies: SegmentDependencies, { atOnce = AT_ONCE } = {}): Work => {
  const { db, clock } = dependencies;
  return chunkWork(dependencies, {
    queue: SEGMENTS,
    keyOf: ({ workspaceId, listId }) => `${workspaceId} ${listId}`,
    due: dueSegments,
    async run({ workspaceId, listId }, isOver) {
      for (let isLeft = true; isLeft; ) {
        const ctx = { db, workspaceId, now: clock.now() };
        isLeft = await transaction(ctx, (tx) => lookOnce(tx, listId, { atOnce, nextAt: later(clock, PAUSE_MS) }));
        if (isLeft && isOver()) return true;
      }
      return false;
    },
  });
};

/** @returns whether the pass goes on, or changes are left */
async function lookOnce(tx: Ctx<Tx>, listId: ListId, { atOnce, nextAt }: { atOnce: number; nextAt: Date }): Promise<boolean> {
  const segment = await holdSegment(tx, listId);
  if (!segment) return false;
  const { rules, isSame, isRecorded, hasChanges, isDue, startedAt, isWatched } = segment;
  if (rules === null || !(isWatched || (await isStillWatched(tx, listId)))) {
    const isLeft = await forgetSegment(tx, listId, atOnce);
    if (isLeft) await keepPass(tx, listId, FIRST_ID);
    return isLeft;
  }
  if ((await findBroken(tx, [{ tree: rules }])).some((findings) => findings.length > 0)) {
    await postpone(tx, listId, nextAt);
    return forgetChanges(tx, listId, atOnce);
  }
  const fits = await compileStored(tx, rules);
  const areChangesLeft = hasChanges && isRecorded && isSame && (await lookAtChanges(tx, listId, { fits, limit: atOnce }));
  // Other rules are recorded as soon as a contact changes.
  if (!isDue && isSame) return areChangesLeft;
  const isNew = startedAt === null || !isSame;
  if (isNew) await beginPass(tx, listId, segment);
  const last = await lookAtContacts(tx, listId, { fits, cursor: isNew ? FIRST_ID : segment.cursor, limit: atOnce });
  if (last === null) await endPass(tx, listId, nextAt);
  else await keepPass(tx, listId, last);
  return last !== null || areChangesLeft;
}
