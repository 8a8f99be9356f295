import { copyAssets } from '../../content/assets/assets.repo.ts';
import { insertDocuments } from '../../content/documents/documents.repo.ts';
import { TENT } from '../../content/documents/kinds.ts';
import { startAll, type Wake, type Wish } from '../../content/generation/generations.service.ts';
import type { Ctx, Tx } from '../../platform/db.ts';
import { awaitGenerations } from '../publishing/publications.repo.ts';

/** A tent whose page is to be written, for a credit that is reserved under the generation's id. */
export interface NewPage extends Pick<Wish, 'prompt' | 'facts' | 'startHtml' | 'startDraft' | 'withBrand' | 'fills'> {
  tentId: string;
  name: string;
  generationId: string;
  /** Where it is published: null is the default address. */
  alias: string | null;
}

export interface HowMade {
  /** Whose files they get; the caller keeps it. */
  templateId?: string | undefined;
  autoPublish: boolean;
  /** Publishes without the line that names Bivouac, where the plan allows it. */
  removeBranding?: boolean | undefined;
  reasoning?: Wish['reasoning'];
  createdByName: string;
}

/** Makes tents, and has their pages written, in a handful of statements. */
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
