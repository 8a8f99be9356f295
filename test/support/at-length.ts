/**
 * Tests with rounds of kills, draws or waits run a few rounds in `npm test`, and many before a release, in `npm run test:long`. Tests that
 * take long even with few rounds run only in the latter: whole files are named `*.long.test.ts`, single tests have `runIf(isAtLength)`.
 * `TEST_AT_LENGTH=once` runs them all with few rounds.
 */
export const isAtLength = process.env.TEST_AT_LENGTH !== undefined;

/** The number of rounds in this run. */
export const rounds = (few: number, many: number): number => (isAtLength && process.env.TEST_AT_LENGTH !== 'once' ? many : few);
