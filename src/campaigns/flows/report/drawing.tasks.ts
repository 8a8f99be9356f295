import type { WorkspaceId } from '../../../platform/ids.ts';
import { inThread } from '../../../platform/threads.ts';
import { drawingOf, type Shown } from './drawing.page.ts';

export const TASKS = { drawingOf };

const apart = inThread<typeof TASKS>(new URL(import.meta.url));

/** Placing a hundred steps that lead everywhere takes seconds. @throws NotDoneInTime */
export const drawApart = (workspaceId: WorkspaceId, shown: Shown): Promise<string> => apart(workspaceId, 'drawingOf', shown);
