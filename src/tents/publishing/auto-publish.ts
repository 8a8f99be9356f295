import { generationEnded } from '../../content/events.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Subscription, subscription } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import { findWorkspace, type Plan } from '../../workspaces/workspaces.service.ts';
import { type ForgetPages, fileOriginsOf, type PagesHost } from './addresses.ts';
import { goLive, type Held, makeReady, NoRoom, newestVersion, type Ready } from './go-live.ts';
import { failWishes, findPublications, type Publication } from './publications.repo.ts';

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
      const { tentId: id, requestedAlias, removeBranding } = publication;
      const version = await newestVersion(tx, id);
      if (!version) throw new Error('A completed generation has left no version');
      const { plan, slug } = await findWorkspace(tx);
      const origins = fileOriginsOf(host, slug);
      const held: Held = { tent: { workspaceId: tx.workspaceId, id }, version, publication, plan: plan as Plan, origins };
      const wanted = { alias: requestedAlias ?? undefined, removeBranding: removeBranding ?? undefined };
      let ready: Ready;
      try {
        ready = await makeReady(tx, held, wanted);
      } catch (error) {
        log.warn({ err: error, tent_id: id }, 'a page could not be made ready to be published');
        return NOT_READY;
      }
      try {
        const { paths } = await goLive({ ...tx, now: clock.now() }, held, wanted, ready, true);
        tx.db.afterCommit(() => forgetPages(tx.workspaceId, paths));
        return undefined;
      } catch (error) {
        if (error instanceof NoRoom) return error.reason;
        throw error;
      }
    }
  });

const NOT_READY = 'The page could not be made ready in time. Publish it again, or have it made simpler.';
