import { randomInt } from 'node:crypto';
import * as platform from '../src/platform/free-port.ts';

/** Each worker of a test run has its own range of ports, so that no other worker takes a free port before its server listens. */
const SHARES = 8;
const { first, last } = platform.PORTS;
const size = Math.floor((last + 1 - first) / SHARES);
const share = Number(process.env.VITEST_POOL_ID ?? 0) % SHARES;
let given = randomInt(size);

/** A free port for a process that is about to start. The same port comes again only after all others. */
export const freePort = (): Promise<number> => platform.freePort(() => first + share * size + (given++ % size));
