import { inThread } from '../../platform/threads.ts';
import { findForms } from '../forms/find.ts';
import { type PrepareOptions, prepare } from './prepare.ts';

/** What is done to a whole page, in time that grows with its length. */
export const TASKS = { prepare, findForms };

const apart = inThread<typeof TASKS>(new URL(import.meta.url));

/** Up to here looking for forms takes a few milliseconds at most. */
const SMALL = 32 * 1024;

/** Makes a page ready to be served, while everybody else is answered. @throws NotDoneInTime */
export const prepareApart = (workspaceId: string, html: string, options: PrepareOptions): Promise<ReturnType<typeof prepare>> =>
  apart(workspaceId, 'prepare', html, options);

/** The forms of a page that is not published. @throws NotDoneInTime */
export const findFormsApart = async (workspaceId: string, html: string): Promise<ReturnType<typeof findForms>> =>
  html.length > SMALL ? apart(workspaceId, 'findForms', html) : findForms(html);
