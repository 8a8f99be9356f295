import { inThread } from '../../platform/threads.ts';
import { prepare } from './prepare.ts';

/** What is done to a whole page. */
export const TASKS = { prepare };

/** Makes a page ready to be served, while everybody else is answered. @throws NotDoneInTime */
export const prepareApart = (html: string, options: Parameters<typeof prepare>[1]): Promise<ReturnType<typeof prepare>> =>
  inThread<typeof TASKS>(new URL(import.meta.url))('prepare', html, options);
