/**
 * Property tests draw by the seed that the run prints: `--sequence.seed=…` repeats what they drew, as it repeats the order. With
 * `FIRST_FAILURE` they end with it, without looking for a smaller one.
 */
import fc from 'fast-check';
import { inject } from 'vitest';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: inject('seed'), endOnFailure: Boolean(process.env.FIRST_FAILURE) });
