import type { Db } from '../../platform/db.ts';
import { inThread } from '../../platform/threads.ts';
import { requireRoom } from '../../workspaces/budget/budget.ts';
import { runTask, type TaskName, type Tasks } from './tasks.ts';

/** Up to here a document is worked on at once: nothing takes longer than some milliseconds, and a thread costs one itself. */
const SMALL = 32 * 1024;

const inOne = inThread<Tasks>(new URL('./tasks.ts', import.meta.url));

/**
 * Does one of the tasks of a workspace without holding up the others: a request with 2 MiB of tags waits for them alone.
 * @throws what the task throws, NotDoneInTime
 */
export async function apart<Name extends TaskName>(
  workspaceId: string,
  name: Name,
  ...args: Parameters<Tasks[Name]>
): Promise<ReturnType<Tasks[Name]>> {
  if (args[0].length > SMALL) return (await inOne(workspaceId, name, ...args)) as ReturnType<Tasks[Name]>;
  return runTask(name, args) as ReturnType<Tasks[Name]>;
}

/**
 * For a request that is about to work on a document. What runs in the background, and what only reads, is counted and not refused.
 * @throws budget_exceeded when the document is large and the workspace has used its processor time of the day
 */
export async function requireThreadTime(db: Db, workspaceId: string, html: string, now: Date): Promise<void> {
  if (html.length > SMALL) await requireRoom(db, workspaceId, 'thread_seconds', now);
}
