/**
 * Property tests draw by the seed that the run prints: `--sequence.seed=…` repeats what they drew, as it repeats the order. With
 * `FIRST_FAILURE` they end with it, without looking for a smaller one.
 */
import fc from 'fast-check';
import { inject } from 'vitest';
import { rounds } from './at-length.ts';

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: inject('seed'),
  numRuns: rounds(30, 100),
  endOnFailure: Boolean(process.env.FIRST_FAILURE),
});
