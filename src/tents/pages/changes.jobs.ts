import type { Sweep } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db.ts';
import { forgetChanges } from './changes.repo.ts';
import { KEPT_S } from './feed.ts';

export const pageChangeSweep = ({ db }: { db: Db }): Sweep => ({
  name: 'page-changes',
  everySeconds: 60,
  run: () => forgetChanges(db, KEPT_S),
});
