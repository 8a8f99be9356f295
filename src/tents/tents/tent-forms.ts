import { TENT } from '../../content/documents/kinds.ts';
import { findHtml } from '../../content/versions/versions.repo.ts';
import type { Scope } from '../../platform/db.ts';
import type { PageForm } from '../forms/find.ts';
import { findPublication } from '../publishing/publications.repo.ts';
import { findFormsApart } from '../publishing/tasks.ts';

/** The forms of the live page, else of the newest version. @throws NotDoneInTime */
export async function formsOf(ctx: Scope, { id, currentVersion }: { id: string; currentVersion: number | null }): Promise<PageForm[]> {
  const live = (await findPublication(ctx, id))?.live;
  if (live) return live.forms;
  const html = currentVersion === null ? undefined : await findHtml(ctx, TENT, id, 'current');
  return html === undefined ? [] : findFormsApart(ctx.workspaceId, html);
}
