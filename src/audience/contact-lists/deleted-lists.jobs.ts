import type { Sweep } from '../../jobs/jobs.ts';
import { CHUNK, FIRST_ID } from '../../platform/chunks.ts';
import type { Db } from '../../platform/db.ts';
import { findDeletedLists, purgeList } from './contact-lists.repo.ts';

/** Deletes the members of large lists that are deleted, a part at a time. */
export const deletedListSweep = ({ db, most = CHUNK }: { db: Db; most?: number }): Sweep => ({
  name: 'deleted-lists',
  everySeconds: 5,
  run: async (stopping) => {
    for (const list of await findDeletedLists(db))
      for (let after: string | null = FIRST_ID; after !== null; after = await purgeList(db, list, after, most)) stopping.throwIfAborted();
  },
});
