/** A worker runs one file of tests after the other: none leaves processes to the next. */
import { afterAll } from 'vitest';
import { endLeftovers } from './process.ts';

afterAll(endLeftovers);
