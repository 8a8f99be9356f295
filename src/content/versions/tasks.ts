import { fillDraft, fillPages, fillTokens } from '../documents/tokens.ts';
import { checkHtml } from './html.ts';
import { takeLinks } from './links.ts';
import { plainTextOf } from './plain-text.ts';
import { replacePreheader } from './preheader.ts';
import { mailWarnings, pageWarnings } from './warnings.ts';
import { withoutWayOut } from './way-out.ts';

/** What is done to a whole document, in time that grows with its length: 2 MiB may take a second. Each takes and gives plain data. */
export const TASKS = {
  checkHtml,
  plainTextOf,
  replacePreheader,
  fillTokens,
  fillDraft,
  fillPages,
  takeLinks,
  withoutWayOut,
  pageWarnings,
  mailWarnings,
};

export type Tasks = typeof TASKS;
export type TaskName = keyof Tasks;

/** Any one of them, whatever it takes. */
export const runTask = (name: TaskName, args: unknown[]): unknown => (TASKS[name] as (...args: unknown[]) => unknown)(...args);
