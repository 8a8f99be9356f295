import { copyAssets } from '../../content/assets/assets.repo.ts';
import { adoptAssets } from '../../content/assets/assets.service.ts';
import * as documents from '../../content/documents/documents.repo.ts';
import { insertDocuments } from '../../content/documents/documents.repo.ts';
import { inProgress, isGenerating, type WholeDocument, withDocument } from '../../content/documents/documents.service.ts';
import { TENT, TENT_TEMPLATE } from '../../content/documents/kinds.ts';
import { keptTemplate } from '../../content/documents/seeding.service.ts';
import { generationEnded } from '../../content/events.ts';
import { type Started, start, startAll, type Wake, type Wish } from '../../content/generation/generations.service.ts';
import { titleOf } from '../../content/generation/title.ts';
import { record } from '../../outbound/event-log.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Ctx, type Scope, type Tx, transaction } from '../../platform/db.ts';
import { type Events, type Subscription, subscription } from '../../platform/events.ts';
import { type GenerationId, newId, type TemplateId, type TentId } from '../../platform/ids.ts';
import { DomainError, invalid, notFound, unknown } from '../../shared/errors.ts';
import { isUuid } from '../../shared/identifiers.ts';
import { reserveCredit, settleCredits } from '../../workspaces/credits.service.ts';
import { beginRemoval, type FindUsers, thing } from '../../workspaces/references.ts';
import { deleteFigures } from '../analytics/views.repo.ts';
import { tentDeleted } from '../events.ts';
import { noteFormerAddresses } from '../publishing/former-addresses.repo.ts';
import { pathsOf } from '../publishing/go-live.ts';
import { awaitGenerations, deletePublication, findPublication } from '../publishing/publications.repo.ts';
import { requireWebContent } from './screening.ts';
import { findLiveAt } from './tents.repo.ts';

/** Its credit is reserved under the generation's id. */
export interface NewPage extends Pick<Wish, 'prompt' | 'facts' | 'startHtml' | 'startDraft' | 'withBrand' | 'fills'> {
  tentId: TentId;
  name: string;
  generationId: GenerationId;
  /** Null is the default address. */
  alias: string | null;
}

export interface HowMade {
  /** The caller has locked the template. Its files are copied. */
  templateId?: TemplateId | undefined;
  autoPublish: boolean;
  /** Where the plan allows it. */
  removeBranding?: boolean | undefined;
  reasoning?: Wish['reasoning'];
  createdByName: string;
}

export async function createTents(
  tx: Ctx<Tx>,
  wake: Wake,
  pages: readonly NewPage[],
  { templateId, autoPublish, removeBranding, reasoning, createdByName }: HowMade,
): Promise<void> {
  if (pages.length === 0) return;
  const ids = pages.map(({ tentId }) => tentId);
  const tents = pages.map(({ tentId, name }) => ({ id: tentId, name, createdByName }));
  await insertDocuments(tx, TENT, tents);
  if (templateId !== undefined) await copyAssets(tx, templateId, ids);
  const wishes = pages.map(({ tentId, generationId, prompt, facts, startHtml, startDraft, withBrand, fills }) => ({
    document: { id: tentId, currentVersion: null },
    ...{ generationId, prompt, facts, startHtml, startDraft, withBrand, fills, reasoning, createdByName },
  }));
  await startAll(tx, wake, TENT, wishes);
  if (!autoPublish) return;
  const awaited = pages.map(({ tentId, generationId, alias }) => ({ tentId, generationId, alias, removeBranding }));
  await awaitGenerations(tx, awaited);
}

export const UNTITLED = 'Untitled tent';

export interface TentWish
  extends Pick<Wish, 'prompt' | 'assetIds' | 'withBrand' | 'requestedBy' | 'facts' | 'reasoning' | 'createdByName'> {
  /** An alias of null asks for none in particular. */
  publish?: { alias: string | null; removeBranding?: boolean | undefined } | undefined;
}

export interface NewTent extends TentWish {
  /** Taken from the prompt by default. */
  name?: string | undefined;
  createdByName: string;
  templateId?: TemplateId | undefined;
  /** A tent that holds files only, to become this one. */
  tentId?: TentId | undefined;
}

export interface CreatedTent extends Started {
  createdAt: Date;
}

/** @throws prompt_not_web_content, not_found for what it names, template_not_ready, conflict, insufficient_credits */
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

/** Locks a tent without any generation. */
async function takeUp(tx: Ctx<Tx>, id: string, name: string): Promise<WholeDocument> {
  const tent = await documents.lockDocument(tx, TENT, id);
  if (!tent) throw notFound(unknown('tent_id'));
  if (tent.latestGenerationId !== null) throw new DomainError('conflict', 'The tent already has a generation; edit it instead.');
  await documents.changeDocument(tx, id, { name, updatedAt: tx.now });
  return tent;
}

/** For files. */
export async function createEmptyTent(tx: Ctx<Tx>, createdByName: string): Promise<string> {
  return (await insert(tx, { name: UNTITLED, createdByName })).id;
}

/**
 * Reworks the newest version, or writes the page anew if the first version has failed, for a credit.
 * @throws validation_failed without a generation, generation_in_progress, insufficient_credits, not_found for it or for its files
 */
export const editTent = (ctx: Ctx, wake: Wake, id: string, wish: TentWish): Promise<Started> =>
  withDocument(ctx, TENT, id, async (tx, tent) => {
    if (tent.latestGenerationId === null) throw invalid({ path: 'tent_id', message: 'has no generation yet; create the tent first' });
    if (isGenerating(tent)) throw inProgress(TENT);
    await documents.changeDocument(tx, id, { updatedAt: ctx.now });
    return begin(tx, wake, tent, wish);
  });

/** The caller has locked the tent. The credit comes last: others wait for the workspace's row. */
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

/** @param named the id, or the alias of the live page */
export const idOf = async (ctx: Scope, named: string): Promise<string | undefined> => (isUuid(named) ? named : findLiveAt(ctx, named));

/** Locks the tent until the transaction ends. */
export async function holdTent(tx: Scope<Tx>, named: string): Promise<WholeDocument | null> {
  const id = await idOf(tx, named);
  const tent = id === undefined ? null : await documents.lockDocument(tx, TENT, id);
  // After the wait, another tent may be at the alias.
  return (await idOf(tx, named)) === id ? tent : null;
}

/**
 * A running generation is thrown away, and its credit returned.
 * @param named its id, or the alias of the live page
 * @returns its id, and the paths whose caches are outdated
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
    return { id: tent.id, paths: await discardTent(tx, events, tent) };
  });

/** Deletes a held tent, whatever needs it. @returns the paths whose caches are outdated */
export async function discardTent(tx: Ctx<Tx>, events: Events, tent: WholeDocument): Promise<string[]> {
  const thrownAway = isGenerating(tent) ? tent.latestGenerationId : null;
  const publication = await findPublication(tx, tent.id);
  const paths = await noteFormerAddresses(tx, tent.id, pathsOf(tent.id, publication?.live ?? null));
  await deletePublication(tx, tent.id);
  await deleteFigures(tx, tent.id);
  await documents.deleteDocument(tx, tent.id);
  if (publication?.live) await record(tx, 'tent.unpublished', [{ data: { tent_id: tent.id } }]);
  await events.publish(tx, [tentDeleted, [{ tentId: tent.id, generationId: thrownAway }]]);
  if (thrownAway) await settleCredits(tx, 'refunded', [thrownAway]);
  return paths;
}

/** A version takes the reserved credit; a generation without one returns it. */
export const creditSubscription = ({ clock }: { clock: Clock }): Subscription =>
  subscription(generationEnded, async (scope, ended) => {
    const tents = ended.filter(({ kind }) => kind === 'tent');
    const tx = { ...scope, now: clock.now() };
    const ids = (completed: boolean) =>
      tents.filter(({ version }) => (version !== null) === completed).map(({ generationId }) => generationId);
    await settleCredits(tx, 'consumed', ids(true));
    await settleCredits(tx, 'refunded', ids(false));
  });
