import type { Sweep } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Storage } from '../../platform/storage.ts';
import { giveBack } from '../../workspaces/budget/budget.ts';
import { forget, lockDue } from './loose-files.repo.ts';

const AT_ONCE = 100;

/** Deletes stored files without an owner: of deleted documents, and of interrupted uploads. The file goes before its row. */
export const looseFileSweep = ({ db, clock, storage }: { db: Db; clock: Clock; storage: Storage }): Sweep => ({
  name: 'loose-files',
  everySeconds: 10,
  run: async (stopping) => {
    for (let found = AT_ONCE; found === AT_ONCE; ) {
      stopping.throwIfAborted();
      found = await db.transaction(async (tx) => {
        const due = await lockDue(tx, clock.now(), AT_ONCE);
        // Several deletions may have noted one file.
        const gone = new Map(due.filter(({ needed }) => !needed).map((file) => [file.key, file]));
        await Promise.all([...gone.keys()].map((key) => storage.delete(key)));
        if (due.length > 0) await forget(tx, due);
        for (const [workspaceId, files] of Map.groupBy(gone.values(), (file) => file.workspaceId)) {
          const bytes = files.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
          await giveBack({ db: tx, workspaceId, now: clock.now() }, 'stored_bytes', bytes);
        }
        return due.length;
      });
    }
  },
});
