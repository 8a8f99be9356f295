import type { Sweep } from '../../jobs/jobs.ts';
import { type Db, named } from '../../platform/db.ts';

/** Whoever has it puts away; the others have nothing to wait for. */
const LOCK = 7_301_949;

/** Those of the indexes of contacts that keep new entries in a list at first, and are this user's to look after. */
const PUT_AWAY = `
  WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${LOCK}) AS mine)
  SELECT gin_clean_pending_list(i.oid)::int AS pages
  FROM turn, pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_am m ON m.oid = i.relam
  WHERE turn.mine AND x.indrelid = 'contacts'::regclass AND x.indisvalid AND m.amname = 'gin' AND pg_has_role(i.relowner, 'USAGE')`;

/**
 * Puts away the new entries of the indexes that contacts are searched by. A write leaves them in a list, which costs it next to nothing;
 * each search reads the list from end to end, so it is not to grow. Who writes never waits for this, and an empty list costs
 * a look at one page.
 */
export const pendingEntrySweep = ({ db }: { db: Db }): Sweep => ({
  name: 'contact-pending-entries',
  everySeconds: 1,
  run: async () => void (await db.query(named('put_pending_entries_away', { text: PUT_AWAY, values: [] }))),
});
