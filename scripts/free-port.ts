import { randomInt } from 'node:crypto';
import * as platform from '../src/platform/free-port.ts';

/** Each worker of a run of tests has ports of its own: what one has found free, no other takes before somebody listens there. */
const SHARES = 8;
const { first, last } = platform.PORTS;
const size = Math.floor((last + 1 - first) / SHARES);
const share = Number(process.env.VITEST_POOL_ID ?? 0) % SHARES;
let given = randomInt(size);

/** A port that nobody listens at, for a process that is about to start. None is given twice before all others were. */
export const freePort = (): Promise<number> => platform.freePort(() => first + share * size + (given++ % size));
