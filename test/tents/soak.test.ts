/** One kill of a process that does everything, while clients do everything about tents. Many kills are in `soak.long.test.ts`. */
import { test } from 'vitest';
import { openSoak } from '../support/soak.ts';

const soak = await openSoak(['all']);

test('a kill leaves nothing open, lost or twice', () => soak({ kills: 0, clients: 4, peaceMs: 300 }));
