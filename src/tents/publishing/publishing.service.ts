import { changeDocument, lockDocumentAtOnce, type WholeDocument } from '../../content/documents/documents.repo.ts';
import { TENT } from '../../content/documents/kinds.ts';
import { requireThreadTime } from '../../content/versions/apart.ts';
import { type Ctx, type Tx, transaction } from '../../platform/db.ts';
import { DomainError, notFound } from '../../shared/errors.ts';
import { findWorkspace, type Plan } from '../../workspaces/workspaces.service.ts';
import { fileOriginsOf, type PagesHost } from './addresses.ts';
import { goLive, type Met, makeReady, newestVersion, pathsOf, type Wanted } from './go-live.ts';
import { deletePublication, findPublication } from './publications.repo.ts';

/*
 * Publishing locks the tent until the commit, and fails when it is locked: after a wait, another page might be the newest.
 */

export interface Answered<Outcome> {
  outcome: Outcome;
  updatedAt: Date;
}

/** @throws mutation_lease_held, not_found */
function withTentAtOnce<Result>(ctx: Ctx, tentId: string, work: (tx: Ctx<Tx>, tent: WholeDocument) => Promise<Result>): Promise<Result> {
  return transaction(ctx, async (tx) => {
    const tent = await lockDocumentAtOnce(tx, TENT, tentId);
    if (tent === 'held') throw new DomainError('mutation_lease_held', 'Another change of this tent is being saved; try again shortly.');
    if (!tent) throw notFound();
    return work(tx, tent);
  });
}

/** @throws conflict, publish_limit_exceeded, budget_exceeded, mutation_lease_held, not_found, NotDoneInTime */
export const publishTent = (ctx: Ctx, host: PagesHost, tentId: string, wanted: Wanted): Promise<Answered<Met>> =>
  withTentAtOnce(ctx, tentId, async (tx, tent) => {
    const version = await newestVersion(tx, tentId);
    if (!version) throw new DomainError('conflict', 'The tent has no completed version yet.');
    await requireThreadTime(tx, version.html);
    const publication = await findPublication(tx, tentId);
    const { plan, slug } = await findWorkspace(tx);
    const held = { tent, version, publication, plan: plan as Plan, origins: fileOriginsOf(host, slug) };
    const outcome = await goLive(tx, held, wanted, await makeReady(tx, held, wanted), false);
    return { outcome, updatedAt: outcome.asItWas ? tent.updatedAt : ctx.now };
  });

/**
 * A generation that was to be published is not published any more.
 * @returns whether the page was live or waited for a generation, and the paths whose caches are outdated
 * @throws mutation_lease_held, not_found
 */
export const unpublishTent = (ctx: Ctx, tentId: string): Promise<Answered<'live' | 'waiting' | 'neither'> & { paths: string[] }> =>
  withTentAtOnce(ctx, tentId, async (tx, tent) => {
    const publication = await findPublication(tx, tentId);
    const outcome = publication?.live ? 'live' : publication?.status === 'pending' ? 'waiting' : 'neither';
    if (outcome === 'neither') return { outcome, updatedAt: tent.updatedAt, paths: [] };
    await deletePublication(tx, tentId);
    await changeDocument(tx, tentId, { status: 'draft', updatedAt: ctx.now });
    return { outcome, updatedAt: ctx.now, paths: pathsOf(tentId, publication?.live ?? null) };
  });
