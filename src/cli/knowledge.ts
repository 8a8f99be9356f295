import { deleteFiles, filesNeeded as filesOfAudience } from '../audience/stored-files.ts';
import type { Knowledge } from '../backup/snapshot.ts';
import { countUnderWay } from '../campaigns/under-way.ts';
import { looseFileSweep } from '../content/assets/loose-files.jobs.ts';
import { filesNeeded as filesOfContent } from '../content/assets/stored-files.ts';
import { systemClock } from '../platform/clock.ts';
import type { Scope } from '../platform/db.ts';
import type { Storage } from '../platform/storage.ts';
import { deleteWorkspace } from '../workspaces/deletion.ts';

export const KNOWLEDGE: Knowledge = {
  filesNeeded: async (db) => [...(await filesOfAudience(db)), ...(await filesOfContent(db))],
  underWay: countUnderWay,
};

/** Deletes a workspace with all its rows and stored files. */
export async function deleteEverything(ctx: Scope, storage: Storage): Promise<void> {
  await deleteWorkspace(ctx, { deleteFiles: (scope) => deleteFiles(scope, storage) });
  // Deleted documents leave notes of their files.
  await looseFileSweep({ db: ctx.db, clock: systemClock, storage }).run(new AbortController().signal);
}
