import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../platform/clock.ts';
import type { Scope } from '../platform/db.ts';
import { openLog } from '../platform/log.ts';
import type { Storage } from '../platform/storage.ts';
import { filesOfWorkspace } from '../upkeep.ts';
import { findDeletion } from '../workspaces/deletion.repo.ts';
import { deletionWork } from '../workspaces/deletion.work.ts';
import { AdminError } from '../workspaces/workspaces.service.ts';

const LOOK_MS = 500;
const SHOWN_EVERY_MS = 5_000;

/**
 * Takes turns of deletions until that of this workspace has ended, as the workers of the service do; there may be none of them.
 * @throws AdminError when it is given up
 */
export async function deletionEnds(ctx: Scope, storage: Storage): Promise<void> {
  const log = openLog('warn', process.stderr, 'text');
  const { db } = ctx;
  const work = deletionWork({ db, clock: systemClock, log, enqueue: async () => {}, ...filesOfWorkspace(storage) });
  const { signal } = new AbortController();
  for (let shownAt = performance.now(); ; await sleep(LOOK_MS)) {
    await work.run({} as never, signal);
    const deletion = await findDeletion(ctx);
    if (!deletion) return;
    if (deletion.status === 'failed') throw new AdminError(deletion.errorMessage ?? 'The deletion failed.');
    if (performance.now() - shownAt < SHOWN_EVERY_MS) continue;
    shownAt = performance.now();
    process.stderr.write(`${deletion.deletedRows} rows are deleted so far.\n`);
  }
}
