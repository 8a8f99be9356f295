import { StartError } from '../shared/start-error.ts';

/** What kept a process from starting: in words where the reason is known, else all that there is to know. */
export const explain = (error: unknown): unknown => (error instanceof StartError ? error.message : error);
