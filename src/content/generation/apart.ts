import { inThread } from '../../platform/threads.ts';
import type { TASKS } from './tasks.ts';

/** Work on drafts, in threads, so that other requests are not held up. @throws what the task throws, NotDoneInTime */
export const draftTask = inThread<typeof TASKS>(new URL('./tasks.ts', import.meta.url));
