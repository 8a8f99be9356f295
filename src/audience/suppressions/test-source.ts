import { raw } from '../../platform/db.ts';

/** The source of suppressions by mail of tests: they show what a real address would get, and block nothing, so that the next test runs alike. */
export const TEST_SOURCE = 'test';

/** Of a suppression `s`. */
export const BLOCKS = raw(`s.source <> '${TEST_SOURCE}'`);
