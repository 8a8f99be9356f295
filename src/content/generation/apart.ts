import { inThread } from '../../platform/threads.ts';
import type { Draft, Note } from './draft/draft.ts';
import type { DraftOperation } from './edits/operations.ts';
import type { JudgedHtml } from './judge/html.ts';
import type { Operation } from './models/filler.ts';
import type { Validated } from './models/schema/validate.ts';
import type { DraftRequest, JudgeRequest, Rendered, TASKS } from './tasks.ts';

/** What is done to drafts, without holding up others. Each throws NotDoneInTime. */

const inOne = inThread<typeof TASKS>(new URL('./tasks.ts', import.meta.url));

/** Renders and judges a draft. */
export const renderApart = (workspaceId: string, request: DraftRequest): Promise<Rendered> => inOne(workspaceId, 'render', request);

/** Changes a draft, and renders and judges it. */
export const changeApart = (workspaceId: string, request: DraftRequest & { operations: readonly DraftOperation[] }): Promise<Rendered> =>
  inOne(workspaceId, 'change', request);

/** Compares what a model wrote with what it was asked for. */
export const judgeApart = (workspaceId: string, request: JudgeRequest): Promise<Note[]> => inOne(workspaceId, 'judge', request);

/** The same for HTML that it changed. */
export const judgeHtmlApart = (workspaceId: string, request: JudgedHtml): Promise<Note[]> => inOne(workspaceId, 'judgeHtml', request);

/** Compiling a schema takes a quarter of a second, once in each thread. */
export const validateDraftApart = (workspaceId: string, kind: 'page' | 'email', value: unknown): Promise<Validated<Draft>> =>
  inOne(workspaceId, 'validateDraft', kind, value);

export const validateOperationsApart = (workspaceId: string, kind: 'page' | 'email', value: unknown): Promise<Validated<Operation[]>> =>
  inOne(workspaceId, 'validateOperations', kind, value);
