/**
 * Tests with rounds of kills, draws or waits run a few rounds in `npm test`, and many before a release, in `npm run test:long`. Tests that
 * take long even with few rounds are in files named `*.long.test.ts`, which only the latter runs.
 */
export const isAtLength = process.env.TEST_AT_LENGTH !== undefined;

/** The number of rounds in this run. */
export const rounds = (few: number, many: number): number => (isAtLength ? many : few);
