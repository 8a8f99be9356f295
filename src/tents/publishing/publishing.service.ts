import { changeDocument, lockDocumentAtOnce, type WholeDocument } from '../../content/documents/documents.repo.ts';
import { TENT } from '../../content/documents/kinds.ts';
import { requireThreadTime } from '../../content/versions/apart.ts';
import { record } from '../../outbound/event-log.ts';
import { type Ctx, type Tx, transaction } from '../../platform/db.ts';
import { DomainError, notFound } from '../../shared/errors.ts';
import { findWorkspace, type Plan } from '../../workspaces/workspaces.service.ts';
import { fileOriginsOf, type PagesHost } from './addresses.ts';
import { goLive, type Met, makeReady, newestVersion, pathsOf, type Wanted } from './go-live.ts';
import { deletePublication, findPublication } from './publications.repo.ts';

/*
 * Whoever publishes a tent, or takes it down, holds it from the beginning to the commit, and does not wait for somebody else who
 * does: what would be published may be another page by then.
 */

/** What became of a wish, for an answer. */
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

/** Puts the newest version on the web. @throws conflict, publish_limit_exceeded, budget_exceeded, mutation_lease_held, not_found, NotDoneInTime */
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
 * Takes the page off the web. A generation that was to be published is so no longer.
 * @returns whether the page was live, or waited for a generation, and what leads elsewhere than before
 * @throws mutation_lease_held, not_found
 */
export const unpublishTent = (ctx: Ctx, tentId: string): Promise<Answered<'live' | 'waiting' | 'neither'> & { paths: string[] }> =>
  withTentAtOnce(ctx, tentId, async (tx, tent) => {
    const publication = await findPublication(tx, tentId);
    const outcome = publication?.live ? 'live' : publication?.status === 'pending' ? 'waiting' : 'neither';
    if (outcome === 'neither') return { outcome, updatedAt: tent.updatedAt, paths: [] };
    await deletePublication(tx, tentId);
    if (outcome === 'live') await record(tx, 'tent.unpublished', [{ data: { tent_id: tentId } }]);
    await changeDocument(tx, tentId, { status: 'draft', updatedAt: ctx.now });
    return { outcome, updatedAt: ctx.now, paths: pathsOf(tentId, publication?.live ?? null) };
  });
