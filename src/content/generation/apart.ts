import { inThread } from '../../platform/threads.ts';
import type { Draft, Note } from './draft/draft.ts';
import type { DraftOperation } from './edits/operations.ts';
import type { JudgedHtml } from './judge/html.ts';
import type { Operation } from './models/filler.ts';
import type { Validated } from './models/schema/validate.ts';
import type { DraftRequest, JudgeRequest, Rendered, TASKS } from './tasks.ts';

/** Work on drafts, in threads, so that other requests are not held up. Each throws NotDoneInTime. */

const inOne = inThread<typeof TASKS>(new URL('./tasks.ts', import.meta.url));

export const renderApart = (workspaceId: string, request: DraftRequest): Promise<Rendered> => inOne(workspaceId, 'render', request);

export const changeApart = (workspaceId: string, request: DraftRequest & { operations: readonly DraftOperation[] }): Promise<Rendered> =>
  inOne(workspaceId, 'change', request);

export const judgeApart = (workspaceId: string, request: JudgeRequest): Promise<Note[]> => inOne(workspaceId, 'judge', request);

export const judgeHtmlApart = (workspaceId: string, request: JudgedHtml): Promise<Note[]> => inOne(workspaceId, 'judgeHtml', request);

/** Compiling a schema takes a quarter of a second, once in each thread. */
export const validateDraftApart = (workspaceId: string, kind: 'page' | 'email', value: unknown): Promise<Validated<Draft>> =>
  inOne(workspaceId, 'validateDraft', kind, value);

export const validateOperationsApart = (workspaceId: string, kind: 'page' | 'email', value: unknown): Promise<Validated<Operation[]>> =>
  inOne(workspaceId, 'validateOperations', kind, value);
