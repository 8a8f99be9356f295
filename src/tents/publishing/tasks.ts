import { inThread } from '../../platform/threads.ts';
import { findForms } from '../forms/find.ts';
import type { PageForm } from '../forms/form.types.ts';
import { prepare } from './prepare.ts';

/** Up to here a page is looked through at once: it takes some milliseconds, and a thread costs one itself. */
const SMALL = 32 * 1024;

/** What is done to a whole page. */
export const TASKS = { prepare, findForms };

const apart = inThread<typeof TASKS>(new URL(import.meta.url));

/** Makes a page ready to be served, while everybody else is answered. @throws NotDoneInTime */
export const prepareApart = (html: string, options: Parameters<typeof prepare>[1]): Promise<ReturnType<typeof prepare>> =>
  apart('prepare', html, options);

/** Looks through a page for its forms; through a long one while everybody else is answered. @throws NotDoneInTime */
export const findFormsApart = async (html: string): Promise<PageForm[]> =>
  html.length > SMALL ? apart('findForms', html) : findForms(html);
