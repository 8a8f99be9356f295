/** Property tests draw by the seed that the run prints: `--sequence.seed=…` repeats what they drew, as it repeats the order. */
import fc from 'fast-check';
import { inject } from 'vitest';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: inject('seed') });
