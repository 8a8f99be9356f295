import type { Ctx } from '../../platform/db.ts';
import type { WorkspaceId } from '../../platform/ids.ts';
import { inThread } from '../../platform/threads.ts';
import { requireRoom } from '../../workspaces/budget/budget.ts';
import { TASKS } from './tasks.ts';

type Tasks = typeof TASKS;

/** Smaller documents need no thread: they take some milliseconds, and a thread costs as much. */
const SMALL = 32 * 1024;

const inOne = inThread<Tasks>(new URL('./tasks.ts', import.meta.url));

/** Large documents go to a thread, so that other requests do not wait. @throws what the task throws, NotDoneInTime */
export async function apart<Name extends keyof Tasks>(
  workspaceId: WorkspaceId,
  name: Name,
  ...args: Parameters<Tasks[Name]>
): Promise<Awaited<ReturnType<Tasks[Name]>>> {
  const [source, ...more] = args;
  if (isLarge(source, name.startsWith('fill') ? lengthOf(more) : 0)) return inOne(workspaceId, name, ...args);
  return (TASKS[name] as (...args: unknown[]) => unknown)(...args) as Awaited<ReturnType<Tasks[Name]>>;
}

/** Each tag of a text may stand for all of the values. */
function isLarge(source: string, values: number): boolean {
  if (source.length > SMALL) return true;
  return values > 0 && source.length + (source.split('{{').length - 1) * values > SMALL;
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, inner) => sum + lengthOf(inner), 0);
}

/** For requests: background work and reads are counted and not refused. @throws budget_exceeded for a large document */
export async function requireThreadTime(ctx: Ctx, html: string): Promise<void> {
  if (html.length > SMALL) await requireRoom(ctx, 'thread_seconds');
}
