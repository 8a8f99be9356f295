/** When what is leased may be taken by somebody else. */
import { expect, it } from 'vitest';
import { leaseIsOver } from '../../src/jobs/lease.ts';
import { sql } from '../../src/platform/db.ts';
import { openTestDatabase } from '../support/database.ts';

const { db } = await openTestDatabase();
const NOW = new Date('2026-11-24T10:00:00Z');

it.each([
  ['that nobody has', null, true],
  ['that ends now', 0, true],
  ['that ends in a moment', 0.001, false],
  ['of a minute', 60, false],
  ['that ends in a day, as a clock set it that was wrong', 24 * 3_600, true],
])('a lease %s', async (_which, seconds, isOver) => {
  const until = seconds === null ? null : new Date(NOW.getTime() + seconds * 1_000);
  const [row] = await db.query<{ over: boolean }>(sql`
    SELECT ${leaseIsOver(sql`until`, NOW)} AS over FROM (SELECT ${until}::timestamptz AS until) AS leased`);
  expect(row?.over).toBe(isOver);
});
