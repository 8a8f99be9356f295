import { changeDocument } from '../../content/documents/documents.repo.ts';
import { withDocument } from '../../content/documents/documents.service.ts';
import { TENT } from '../../content/documents/kinds.ts';
import type { Ctx } from '../../platform/db.ts';
import type { TentId } from '../../platform/ids.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import { fileOriginsOf, type PagesHost } from '../publishing/addresses.ts';
import { refreshLive } from '../publishing/go-live.ts';
import { changeHead } from '../publishing/head.repo.ts';
import type { PageHead } from '../publishing/head.ts';

export interface TentChanges {
  name?: string | undefined;
  head: Partial<PageHead>;
}

/**
 * Changes what does not belong to a version. The live page shows it at once.
 * @returns the paths whose caches are outdated
 * @throws not_found, budget_exceeded, NotDoneInTime
 */
export const updateTent = (ctx: Ctx, host: PagesHost, tentId: TentId, { name, head }: TentChanges): Promise<string[]> =>
  withDocument(ctx, TENT, tentId, async (tx) => {
    await changeDocument(tx, tentId, { ...(name !== undefined && { name }), updatedAt: tx.now });
    if (Object.values(head).every((value) => value === undefined)) return [];
    await changeHead(tx, tentId, head);
    const { slug } = await findWorkspace(tx);
    return refreshLive(tx, tentId, fileOriginsOf(host, slug));
  });
