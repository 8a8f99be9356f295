import { LRUCache } from 'lru-cache';
import { TENT } from '../../content/documents/kinds.ts';
import { findHtml } from '../../content/versions/versions.repo.ts';
import type { Scope } from '../../platform/db.ts';
import type { GenerationId, TentId } from '../../platform/ids.ts';
import { findFormIds } from './publications.repo.ts';
import { findFormsApart } from './tasks.ts';

/** Versions never change. */
const found = new LRUCache<string, string[]>({ maxSize: 10_000, sizeCalculation: (ids) => 1 + ids.length });

/**
 * As `getTent` shows them: the forms of the live page, else of the newest version. Tents that do not exist are left out.
 * @throws NotDoneInTime
 */
export async function formIdsOf(ctx: Scope, tentIds: TentId[]): Promise<Map<string, Set<string>>> {
  if (tentIds.length === 0) return new Map();
  const forms = new Map<string, Set<string>>();
  for (const { tentId, live, newestGenerationId } of await findFormIds(ctx, tentIds))
    forms.set(tentId, new Set(live ?? (newestGenerationId === null ? [] : await formIdsIn(ctx, tentId, newestGenerationId))));
  return forms;
}

/** One page at a time: they may be large. */
async function formIdsIn(ctx: Scope, tentId: TentId, generationId: GenerationId): Promise<string[]> {
  const known = found.get(generationId);
  if (known) return known;
  const html = await findHtml(ctx, TENT, tentId, { generationId });
  if (html === undefined) return [];
  const ids = (await findFormsApart(ctx.workspaceId, html)).map(({ formId }) => formId);
  found.set(generationId, ids);
  return ids;
}
