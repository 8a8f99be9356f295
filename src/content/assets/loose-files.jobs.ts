import type { Sweep } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Storage } from '../../platform/storage.ts';
import { forget, lockDue } from './loose-files.repo.ts';

const AT_ONCE = 100;

/** Deletes stored files that nothing needs: of documents that were deleted, and of uploads that died. The file goes before its note. */
export const looseFileSweep = ({ db, clock, storage }: { db: Db; clock: Clock; storage: Storage }): Sweep => ({
  name: 'loose-files',
  everySeconds: 10,
  run: async (stopping) => {
    for (let found = AT_ONCE; found === AT_ONCE; ) {
      stopping.throwIfAborted();
      found = await db.transaction(async (tx) => {
        const due = await lockDue(tx, clock.now(), AT_ONCE);
        await Promise.all(due.filter(({ needed }) => !needed).map(({ key }) => storage.delete(key)));
        if (due.length > 0) await forget(tx, due);
        return due.length;
      });
    }
  },
});
