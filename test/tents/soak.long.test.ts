/** All operations on tents in parallel, with kills of two processes. `KILL_ROUNDS` is the number of kills. */
import { test } from 'vitest';
import { openSoak } from '../support/soak.ts';

const KILLS = Number(process.env.KILL_ROUNDS ?? 2);

const soak = await openSoak(['api', 'worker']);

test(`${KILLS} kills leave nothing open, lost or twice`, { timeout: 60 * 60 * 1_000 }, () =>
  soak({ kills: KILLS, clients: 9, peaceMs: Number(process.env.KILL_PEACE_MS ?? 1_500) }),
);
