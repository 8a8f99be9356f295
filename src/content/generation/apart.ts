import { inThread } from '../../platform/threads.ts';
import type { DraftRequest, Rendered, TASKS } from './tasks.ts';
import type { DraftOperation } from './edits/operations.ts';

const inOne = inThread<typeof TASKS>(new URL('./tasks.ts', import.meta.url));

/** Renders and judges a draft without holding up others. @throws NotDoneInTime */
export const renderApart = (workspaceId: string, request: DraftRequest): Promise<Rendered> => inOne(workspaceId, 'render', request);

/** Changes a draft, and renders and judges it. @throws NotDoneInTime */
export const changeApart = (workspaceId: string, request: DraftRequest & { operations: readonly DraftOperation[] }): Promise<Rendered> =>
  inOne(workspaceId, 'change', request);
