import { readAnyList } from '../../audience/contact-lists/contact-lists.repo.ts';
import type { Membership } from '../../audience/contact-lists/members.repo.ts';
import { findBroken } from '../../audience/rules/rules.service.ts';
import type { Queue } from '../../jobs/jobs.ts';
import { CHUNKS_MS } from '../../platform/chunks.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Ctx, type Db, transaction } from '../../platform/db.ts';
import type { ContactId, ListId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { LeaseLost } from '../../queue/lease.ts';
import type { Claim } from '../../queue/ledger.ts';
import { type Outcome, rowWork } from '../../queue/rows.ts';
import type { Work } from '../../queue/work.ts';
import { DomainError } from '../../shared/errors.ts';
import { ACTIONS, type ActionDependencies, type Done } from './actions.ts';
import * as repo from './contact-jobs.repo.ts';

export interface ContactJobDependencies extends ActionDependencies {
  db: Db;
  clock: Clock;
  log: Log;
}

export const contactJobQueue: Queue<object> = {
  name: 'contact-jobs',
  concurrency: 2,
  retryLimit: 3,
  retryDelay: 5,
  expireInSeconds: 900,
};

const MOST_ATTEMPTS = 10;
const PAUSE_MS = 5_000;
/** A dry run only reads. */
const MOST_COUNTED = 10_000;
const STUCK =
  'The job met an error of the service; the contacts that it has handled stay as they are. The log of the service has the reason.';
const GONE = 'The list or the flow of the job no longer exists.';

const NOTHING: Done = { changed: 0, unchanged: 0, failures: [] };

/** @param afterPart called after each part, for tests that end a run there */
export function contactJobWork(dependencies: ContactJobDependencies, { afterPart = () => {} }: { afterPart?: () => void } = {}): Work {
  const { db, clock } = dependencies;
  const contextOf = ({ workspaceId }: Claim): Ctx => ({ db, workspaceId, now: clock.now() });

  async function run(claim: Claim, signal: AbortSignal): Promise<Outcome> {
    const ctx = contextOf(claim);
    const job = await repo.findJob(ctx, claim.id);
    if (!job) return 'done';
    const members = await membersOf(ctx, job);
    if ('failed' in members) return members;
    const until = performance.now() + CHUNKS_MS;
    const most = job.dryRun ? MOST_COUNTED : ACTIONS[job.action].most;
    await repo.countAll(ctx, claim, { members, span: { after: job.cursor, upTo: job.lastId } });
    for (let after = job.cursor; ; ) {
      const ids = await repo.nextIds(ctx, { members, span: { after, upTo: job.lastId } }, most);
      const last = ids.at(-1);
      if (last === undefined) return complete(claim, job);
      // Spans of time count from the request, however long the job waits.
      const selected = await repo.selectedIds({ ...ctx, now: job.createdAt }, { members, span: { after, upTo: last } });
      for (const part of partsOf(job, ids, selected)) {
        signal.throwIfAborted();
        await write(claim, job, part);
        afterPart();
      }
      after = last;
      if (performance.now() >= until) return { later: true };
    }
  }

  async function complete(claim: Claim, job: repo.JobRow): Promise<Outcome> {
    // A list without contacts may be one that was deleted meanwhile.
    const members = await membersOf(contextOf(claim), job);
    if ('failed' in members) return members;
    await repo.complete(contextOf(claim), claim);
    return 'done';
  }

  /** The part and the cursor in one transaction: after a kill, the next run begins behind it or does all of it. */
  const write = (claim: Claim, job: repo.JobRow, { selected, ...progress }: Part): Promise<void> =>
    transaction({ ...contextOf(claim), isTest: job.parameters.isTest }, async (tx) => {
      const isDone = job.dryRun || selected.length === 0;
      const done = isDone ? NOTHING : await ACTIONS[job.action].apply(tx, dependencies, { job, contactIds: selected });
      if (!(await repo.advance(tx, claim, { ...progress, selected, ...done }))) throw new LeaseLost();
    });

  return rowWork(dependencies, {
    queue: contactJobQueue,
    ledger: repo.contactJobLedger,
    mostAttempts: MOST_ATTEMPTS,
    pauseMs: (attempts) => attempts * PAUSE_MS,
    stuck: STUCK,
    // Two jobs of one workspace would wait for each other's contacts.
    share: 1,
    run,
    async fail(claim, reason) {
      await repo.fail(contextOf(claim), claim, reason);
    },
    refusalOf: reasonOf,
  });
}

/** The list of the job, or its rules as those of a dynamic list. */
async function membersOf(ctx: Ctx, { rules, listId }: repo.JobRow): Promise<Membership | { failed: string }> {
  const list = listId === null ? { id: '', kind: 'dynamic', rules } : await readAnyList(ctx, listId as ListId);
  if (!list) return { failed: 'The list of the selection was deleted.' };
  const [findings = []] = list.rules === null ? [] : await findBroken(ctx, [{ tree: list.rules }]);
  const [first] = findings;
  return first ? { failed: `The rules cannot be applied. ${first.message}` } : list;
}

interface Part {
  cursor: ContactId;
  examined: number;
  selected: ContactId[];
}

/** All contacts that were looked through in one part; where each has a transaction of its own, a part ends with each that was selected. */
function partsOf({ action, dryRun }: repo.JobRow, ids: ContactId[], selected: ContactId[]): Part[] {
  const last = ids.at(-1) as ContactId;
  if (dryRun || !ACTIONS[action].isSingle) return [{ cursor: last, examined: ids.length, selected }];
  const parts: Part[] = [];
  let examined = 0;
  for (const cursor of selected) {
    const place = ids.indexOf(cursor) + 1;
    // A contact that came between the two reads is not among those that were looked through.
    if (place === 0) continue;
    parts.push({ cursor, examined: place - examined, selected: [cursor] });
    examined = place;
  }
  return examined === ids.length ? parts : [...parts, { cursor: last, examined: ids.length - examined, selected: [] }];
}

/** Undefined where another run may succeed. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof DomainError) || error.code === 'contended') return undefined;
  return error.code === 'not_found' ? GONE : error.message;
}
