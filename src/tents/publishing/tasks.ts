import type { WorkspaceId } from '../../platform/ids.ts';
import { inThread } from '../../platform/threads.ts';
import { findForms } from '../forms/find.ts';
import { type PrepareOptions, prepare } from './prepare.ts';

/** Their time grows with the length of the page. */
export const TASKS = { prepare, findForms };

const apart = inThread<typeof TASKS>(new URL(import.meta.url));

/** Finding forms in a page of this size takes a few milliseconds. */
const SMALL = 32 * 1024;

/** @throws NotDoneInTime */
export const prepareApart = (workspaceId: WorkspaceId, html: string, options: PrepareOptions): Promise<ReturnType<typeof prepare>> =>
  apart(workspaceId, 'prepare', html, options);

/** @throws NotDoneInTime */
export const findFormsApart = async (workspaceId: WorkspaceId, html: string): Promise<ReturnType<typeof findForms>> =>
  html.length > SMALL ? apart(workspaceId, 'findForms', html) : findForms(html);
