import { changeDocument, lockDocumentAtOnce, type WholeDocument } from '../../content/documents/documents.repo.ts';
import { TENT } from '../../content/documents/kinds.ts';
import { generationEnded } from '../../content/events.ts';
import { requireThreadTime } from '../../content/versions/apart.ts';
import { record } from '../../outbound/event-log.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Ctx, type Tx, transaction } from '../../platform/db.ts';
import { type Subscription, subscription } from '../../platform/events.ts';
import type { TentId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { DomainError, notFound } from '../../shared/errors.ts';
import { findWorkspace, type Plan } from '../../workspaces/workspaces.service.ts';
import { type ForgetPages, fileOriginsOf, type PagesHost } from './addresses.ts';
import { noteFormerAddresses } from './former-addresses.repo.ts';
import { goLive, type Held, type Met, makeReady, NoRoom, newestVersion, pathsOf, type Ready, type Wanted } from './go-live.ts';
import { deletePublication, failWishes, findPublication, findPublications, type Publication } from './publications.repo.ts';

/*
 * Publishing locks the tent until the commit, and fails when it is locked: after a wait, another page might be the newest.
 */

export interface Answered<Outcome> {
  outcome: Outcome;
  updatedAt: Date;
}

/** @throws mutation_lease_held, not_found */
function withTentAtOnce<Result>(ctx: Ctx, tentId: TentId, work: (tx: Ctx<Tx>, tent: WholeDocument) => Promise<Result>): Promise<Result> {
  return transaction(ctx, async (tx) => {
    const tent = await lockDocumentAtOnce(tx, TENT, tentId);
    if (tent === 'held') throw new DomainError('mutation_lease_held', 'Another change of this tent is being saved; try again shortly.');
    if (!tent) throw notFound();
    return work(tx, tent);
  });
}

/** @throws conflict, publish_limit_exceeded, budget_exceeded, mutation_lease_held, not_found, NotDoneInTime */
export const publishTent = (ctx: Ctx, host: PagesHost, tentId: TentId, wanted: Wanted): Promise<Answered<Met>> =>
  withTentAtOnce(ctx, tentId, async (tx, tent) => {
    const version = await newestVersion(tx, tentId);
    if (!version) throw new DomainError('conflict', NO_VERSION);
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
export const unpublishTent = (ctx: Ctx, tentId: TentId): Promise<Answered<'live' | 'waiting' | 'neither'> & { paths: string[] }> =>
  withTentAtOnce(ctx, tentId, async (tx, tent) => {
    const { outcome, paths } = await takeDown(tx, tentId);
    return { outcome, paths, updatedAt: outcome === 'neither' ? tent.updatedAt : ctx.now };
  });

/** Expects a held tent. @returns what the page was, and the paths whose caches are outdated */
export async function takeDown(tx: Ctx<Tx>, tentId: TentId): Promise<{ outcome: 'live' | 'waiting' | 'neither'; paths: string[] }> {
  const publication = await findPublication(tx, tentId);
  const outcome = publication?.live ? 'live' : publication?.status === 'pending' ? 'waiting' : 'neither';
  if (outcome === 'neither') return { outcome, paths: [] };
  await deletePublication(tx, tentId);
  if (outcome === 'live') await record(tx, 'tent.unpublished', [{ data: { tent_id: tentId } }]);
  await changeDocument(tx, tentId, { status: 'draft', updatedAt: tx.now });
  return { outcome, paths: await noteFormerAddresses(tx, tentId, pathsOf(tentId, publication?.live ?? null)) };
}

export const NO_VERSION = 'The tent has no completed version yet.';

interface Unasked {
  tentId: TentId;
  publication: Publication | undefined;
  wanted: Wanted;
  isAwaited: boolean;
}

/**
 * Publishes the newest version with no one to ask. Expects a held tent.
 * @returns the paths whose caches are outdated, or why the page is not live, for the author
 */
export async function publishUnasked(
  tx: Ctx<Tx>,
  { log, ...host }: PagesHost & { log: Log },
  { tentId, publication, wanted, isAwaited }: Unasked,
): Promise<{ paths: string[] } | { reason: string }> {
  const version = await newestVersion(tx, tentId);
  if (!version) return { reason: NO_VERSION };
  const { plan, slug } = await findWorkspace(tx);
  const tent = { workspaceId: tx.workspaceId, id: tentId };
  const held: Held = { tent, version, publication, plan: plan as Plan, origins: fileOriginsOf(host, slug) };
  let ready: Ready;
  try {
    ready = await makeReady(tx, held, wanted);
  } catch (error) {
    log.warn({ err: error, tent_id: tentId }, 'a page could not be made ready to be published');
    return { reason: NOT_READY };
  }
  try {
    return { paths: (await goLive(tx, held, wanted, ready, isAwaited)).paths };
  } catch (error) {
    if (error instanceof NoRoom) return { reason: error.reason };
    throw error;
  }
}

interface AutoPublishDependencies extends PagesHost {
  clock: Clock;
  log: Log;
  forgetPages: ForgetPages;
}

/**
 * A wish that waits for a generation ends with it, in the same transaction: either the page is live, or the publication has the reason why
 * not. The generation is complete in both cases.
 */
export const autoPublishSubscription = ({ clock, log, forgetPages, ...host }: AutoPublishDependencies): Subscription =>
  subscription(generationEnded, async (tx, ended) => {
    const publications = await findPublications(
      tx,
      ended.flatMap(({ kind, documentId }) => (kind === 'tent' ? documentId : [])),
    );
    const awaited = ended.filter(({ documentId, generationId }) => publications.get(documentId)?.awaitedGenerationId === generationId);
    const failed = awaited.flatMap(({ documentId, reason }) => (reason === null ? [] : { tentId: documentId, reason }));
    for (const { documentId, version } of awaited) {
      const publication = publications.get(documentId);
      const reason = publication && version !== null && (await publishMade(publication));
      if (reason) failed.push({ tentId: documentId, reason });
    }
    await failWishes({ ...tx, now: clock.now() }, failed);

    /** @returns why the page is not live, for the author */
    async function publishMade(publication: Publication): Promise<string | undefined> {
      const { tentId, requestedAlias, removeBranding } = publication;
      const wanted = { alias: requestedAlias ?? undefined, removeBranding: removeBranding ?? undefined };
      const made = { tentId, publication, wanted, isAwaited: true };
      const outcome = await publishUnasked({ ...tx, now: clock.now() }, { ...host, log }, made);
      if ('reason' in outcome) return outcome.reason;
      tx.db.afterCommit(() => forgetPages(tx.workspaceId, outcome.paths));
      return undefined;
    }
  });

const NOT_READY = 'The page could not be made ready in time. Publish it again, or have it made simpler.';
