import type { Sweep } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db.ts';
import { deleteCreations, findCreations } from './activities.repo.ts';

/** Pages of the table that one transaction goes through: some ten thousands of entries. */
const PAGES_AT_ONCE = 500;

/**
 * Deletes what earlier versions have written into timelines about creations. Nothing reads it, so it goes a piece at a time, and while
 * the service runs: in a migration, a version that still serves would have shown timelines without it.
 */
export const creationSweep = ({ db }: { db: Db }): Sweep => ({
  name: 'contact-creations',
  everySeconds: 3_600,
  run: async (stopping) => {
    const pages = await findCreations(db);
    for (let page = 0; page < pages; page += PAGES_AT_ONCE) {
      stopping.throwIfAborted();
      await deleteCreations(db, page, page + PAGES_AT_ONCE);
    }
  },
});
