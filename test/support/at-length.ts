/**
 * Tests that kill, draw or wait in rounds run a few of them in `npm test`, and many before a release, in `npm run test:long`. What takes
 * long however few its rounds are stands in a file named `*.long.test.ts`, which only the latter runs.
 */
export const isAtLength = process.env.TEST_AT_LENGTH !== undefined;

/** As many rounds as this run takes time for. */
export const rounds = (few: number, many: number): number => (isAtLength ? many : few);
