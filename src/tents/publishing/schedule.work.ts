import { lockDocument } from '../../content/documents/documents.repo.ts';
import { TENT } from '../../content/documents/kinds.ts';
import { type Queue, worker } from '../../jobs/jobs.ts';
import { type Clock, later } from '../../platform/clock.ts';
import { type Ctx, type Db, isPassing, type Tx, transaction } from '../../platform/db.ts';
import type { TentId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { Work } from '../../queue/work.ts';
import type { ForgetPages, PagesHost } from './addresses.ts';
import { leaveAddresses } from './former-addresses.repo.ts';
import { findPublication } from './publications.repo.ts';
import { NO_VERSION, publishUnasked, takeDown } from './publishing.service.ts';
import { dueSchedules, postpone, putSchedule, recordFailure, type Schedule, scheduleOf, setExpired } from './schedules.repo.ts';

interface ScheduleJob {
  workspace_id: string;
  tent_id: string;
}

const queue: Queue<ScheduleJob> = { name: 'tent-schedules', concurrency: 2, retryLimit: 1, retryDelay: 5, expireInSeconds: 300 };

const PAUSE_MS = 60_000;

export interface ScheduleDependencies extends PagesHost {
  db: Db;
  clock: Clock;
  log: Log;
  forgetPages: ForgetPages;
}

export const scheduleWork = ({ db, clock, log, forgetPages, ...host }: ScheduleDependencies): Work => ({
  ...worker(queue, async ({ workspace_id: workspaceId, tent_id: tentId }) => {
    try {
      const paths = await runDue({ db, workspaceId, now: clock.now() }, { ...host, log }, tentId);
      if (paths.length > 0) forgetPages(workspaceId, paths);
    } catch (error) {
      if (isPassing(error)) throw error;
      log.error({ err: error, workspace_id: workspaceId, tent_id: tentId }, 'the schedule of a tent was interrupted and will go on');
      await postpone(db, { workspaceId, tentId }, { now: clock.now(), until: later(clock, PAUSE_MS) });
    }
  }),
  due: dueSchedules,
});

/** Each time counts once, however many processes look and however late. @returns the paths whose caches are outdated */
export const runDue = (ctx: Ctx, dependencies: PagesHost & { log: Log }, tentId: TentId): Promise<string[]> =>
  transaction(ctx, async (tx) => {
    if (!(await lockDocument(tx, TENT, tentId))) return [];
    // Read once the tent is held: another process, or a person with another wish, may have been first.
    const schedule = await scheduleOf(tx, tentId);
    const { publishAt, unpublishAt } = schedule;
    const publishes = publishAt !== null && publishAt <= tx.now;
    const ends = unpublishAt !== null && unpublishAt <= tx.now;
    if (!publishes && !ends) return [];
    await putSchedule(tx, tentId, {
      ...schedule,
      ...(publishes && { publishAt: null, publishAlias: null, publishRemoveBranding: null }),
      ...(ends && { unpublishAt: null }),
    });
    // When the service was down for both times, the later one counts.
    if (publishes && !(ends && publishAt <= unpublishAt)) return publish(tx, dependencies, tentId, schedule);
    return expire(tx, tentId);
  });

async function publish(
  tx: Ctx<Tx>,
  dependencies: PagesHost & { log: Log },
  tentId: TentId,
  { publishAlias, publishRemoveBranding }: Schedule,
): Promise<string[]> {
  const wanted = { alias: publishAlias ?? undefined, removeBranding: publishRemoveBranding ?? undefined };
  const publication = await findPublication(tx, tentId);
  const outcome = await publishUnasked(tx, dependencies, { tentId, publication, wanted, isAwaited: false });
  if ('paths' in outcome) return outcome.paths;
  await recordFailure(tx, tentId, { reason: outcome.reason ?? NO_VERSION, alias: publishAlias });
  return [];
}

async function expire(tx: Ctx<Tx>, tentId: TentId): Promise<string[]> {
  const live = (await findPublication(tx, tentId))?.live;
  if (!live) return [];
  await leaveAddresses(tx, tentId, [...new Set([live.path, tentId])]);
  await setExpired(tx, tentId, tx.now);
  return (await takeDown(tx, tentId)).paths;
}
