import { adoptAssets } from '../../content/assets/assets.service.ts';
import * as documents from '../../content/documents/documents.repo.ts';
import { inProgress, isGenerating, type WholeDocument, withDocument } from '../../content/documents/documents.service.ts';
import { TENT, TENT_TEMPLATE } from '../../content/documents/kinds.ts';
import { keptTemplate } from '../../content/documents/seeding.service.ts';
import { type Started, start, type Wake, type Wish } from '../../content/generation/generations.service.ts';
import { titleOf } from '../../content/generation/title.ts';
import { record } from '../../outbound/event-log.ts';
import { type Ctx, type Scope, type Tx, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { DomainError, invalid, notFound, unknown } from '../../shared/errors.ts';
import { isUuid } from '../../shared/identifiers.ts';
import { reserveCredit, settleCredits } from '../../workspaces/credits.service.ts';
import { beginRemoval, type FindUsers, thing } from '../../workspaces/references.ts';
import { tentDeleted } from '../events.ts';
import { pathsOf } from '../publishing/go-live.ts';
import { awaitGenerations, findPublication } from '../publishing/publications.repo.ts';
import { requireWebContent } from './screening.ts';
import { findLiveAt } from './tents.repo.ts';

/** What a tent is called that nobody has called anything. */
export const UNTITLED = 'Untitled tent';

/** What somebody wants written. */
export interface TentWish
  extends Pick<Wish, 'prompt' | 'assetIds' | 'withBrand' | 'requestedBy' | 'facts' | 'reasoning' | 'createdByName'> {
  /** Whether to publish what is made, at which alias (null for none in particular), and whether without the line that names Bivouac. */
  publish?: { alias: string | null; removeBranding?: boolean | undefined } | undefined;
}

export interface NewTent extends TentWish {
  /** A title taken from the prompt unless it is given. */
  name?: string | undefined;
  createdByName: string;
  /** What it starts from. */
  templateId?: string | undefined;
  /** A tent that holds files only, to become this one. */
  tentId?: string | undefined;
}

export interface CreatedTent extends Started {
  createdAt: Date;
}

/**
 * Has a page written, for a credit.
 * @throws prompt_not_web_content, not_found for what it names, template_not_ready, conflict, insufficient_credits
 */
export function createTent(ctx: Ctx, wake: Wake, given: NewTent): Promise<CreatedTent> {
  const { templateId, tentId, prompt } = given;
  requireWebContent(prompt, { template: templateId !== undefined });
  const name = given.name ?? titleOf(prompt) ?? UNTITLED;
  return transaction(ctx, async (tx) => {
    const seed = templateId === undefined ? undefined : await keptTemplate(tx, TENT_TEMPLATE, templateId);
    const { id, createdAt } = await (tentId === undefined ? insert(tx, { ...given, name }) : takeUp(tx, tentId, name));
    if (seed) await adoptAssets(tx, seed.template.id, id);
    const wish = { ...given, startHtml: seed?.html, startDraft: seed?.draft };
    const started = await begin(tx, wake, { id, currentVersion: null }, wish);
    return { ...started, createdAt };
  });
}

async function insert(
  tx: Ctx<Tx>,
  { name, createdByName }: { name: string; createdByName: string },
): Promise<{ id: string; createdAt: Date }> {
  const id = newId();
  await documents.insertDocument(tx, TENT, { id, name, createdByName });
  return { id, createdAt: tx.now };
}

/** Holds a tent that nobody has had anything written for. */
async function takeUp(tx: Ctx<Tx>, id: string, name: string): Promise<WholeDocument> {
  const tent = await documents.lockDocument(tx, TENT, id);
  if (!tent) throw notFound(unknown('tent_id'));
  if (tent.latestGenerationId !== null) throw new DomainError('conflict', 'The tent already has a generation; edit it instead.');
  await documents.changeDocument(tx, id, { name, updatedAt: tx.now });
  return tent;
}

/** A draft without anything in it, for files. */
export async function createEmptyTent(tx: Ctx<Tx>, createdByName: string): Promise<string> {
  return (await insert(tx, { name: UNTITLED, createdByName })).id;
}

/**
 * Has the newest version reworked, or a page written anew whose first version has failed, for a credit.
 * @throws validation_failed without a generation, generation_in_progress, insufficient_credits, not_found for it or for its files
 */
export const editTent = (ctx: Ctx, wake: Wake, id: string, wish: TentWish): Promise<Started> =>
  withDocument(ctx, TENT, id, async (tx, tent) => {
    if (tent.latestGenerationId === null) throw invalid({ path: 'tent_id', message: 'has no generation yet; create the tent first' });
    if (isGenerating(tent)) throw inProgress(TENT);
    await documents.changeDocument(tx, id, { updatedAt: ctx.now });
    return begin(tx, wake, tent, wish);
  });

/** Begins a generation of a tent that the caller holds. The credit comes last: everybody waits for the workspace's row. */
async function begin(
  tx: Ctx<Tx>,
  wake: Wake,
  tent: Pick<WholeDocument, 'id' | 'currentVersion'>,
  { publish, ...wish }: TentWish & Pick<Wish, 'startHtml' | 'startDraft'>,
): Promise<Started> {
  const started = await start(tx, wake, TENT, tent, wish);
  if (publish) await awaitGenerations(tx, [{ tentId: tent.id, generationId: started.generationId, ...publish }]);
  await reserveCredit(tx, started.generationId);
  return started;
}

/** The id of a tent that is named by it, or by the alias at which it is live. */
export const idOf = async (ctx: Scope, named: string): Promise<string | undefined> => (isUuid(named) ? named : findLiveAt(ctx, named));

/** Holds a tent that is named by its id or its alias, until the transaction ends. */
export async function holdTent(tx: Scope<Tx>, named: string): Promise<WholeDocument | null> {
  const id = await idOf(tx, named);
  const tent = id === undefined ? null : await documents.lockDocument(tx, TENT, id);
  // Who was waited for may have moved it: what is at the alias now is another's.
  return (await idOf(tx, named)) === id ? tent : null;
}

/**
 * Deletes a tent with all that is its. What is being written for it is thrown away, and its credit returned.
 * @param named its id, or the alias at which it is live
 * @returns its id, and what leads nowhere any more
 * @throws not_found, in_use
 */
export const removeTent = (
  ctx: Ctx,
  { events, findUsers }: { events: Events; findUsers: FindUsers },
  named: string,
): Promise<{ id: string; paths: string[] }> =>
  transaction(ctx, async (tx) => {
    const id = await idOf(tx, named);
    if (id !== undefined) await beginRemoval(tx, findUsers, { thing: thing('tent', id), name: 'This tent' });
    const tent = await holdTent(tx, named);
    if (!tent) throw notFound();
    const thrownAway = isGenerating(tent) ? tent.latestGenerationId : null;
    const publication = await findPublication(tx, tent.id);
    await documents.deleteDocument(tx, tent.id);
    if (publication?.live) await record(tx, 'tent.unpublished', [{ data: { tent_id: tent.id } }]);
    await events.publish(tx, [tentDeleted, [{ tentId: tent.id, generationId: thrownAway }]]);
    if (thrownAway) await settleCredits(tx, 'refunded', [thrownAway]);
    return { id: tent.id, paths: pathsOf(tent.id, publication?.live ?? null) };
  });
