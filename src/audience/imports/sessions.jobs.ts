import type { Sweep } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Storage } from '../../platform/storage.ts';
import { uploadKey } from './keys.ts';
import { deleteSessions, findExpired } from './sessions.repo.ts';

const SWEPT_AT_ONCE = 1_000;

/** Forgets the sessions whose day is over. The file goes before the row, which a sweep that died would find again. */
export const sessionSweep = ({ db, clock, storage }: { db: Db; clock: Clock; storage: Storage }): Sweep => ({
  name: 'contact-import-sessions',
  everySeconds: 600,
  run: async (stopping) => {
    const expired = await findExpired(db, clock.now(), SWEPT_AT_ONCE);
    stopping.throwIfAborted();
    await Promise.all(expired.filter(({ source }) => source === 'upload').map(({ id }) => storage.delete(uploadKey(id))));
    await deleteSessions(db, expired, clock.now());
  },
});
