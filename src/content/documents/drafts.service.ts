import { type Ctx, type Scope, type Tx, transaction } from '../../platform/db.ts';
import { type GenerationId, newId } from '../../platform/ids.ts';
import { DomainError, invalid, notFound } from '../../shared/errors.ts';
import { cutName } from '../../shared/text.ts';
import { requireRoom } from '../../workspaces/budget/budget.ts';
import { draftTask } from '../generation/apart.ts';
import type { Draft, Note } from '../generation/draft/draft.ts';
import type { DraftOperation } from '../generation/edits/operations.ts';
import { type GenerationRow, insertCompleted, type Making } from '../generation/generations.repo.ts';
import { requireGeneration } from '../generation/generations.service.ts';
import type { Rendered } from '../generation/tasks.ts';
import { findVersion, type Version } from '../versions/versions.repo.ts';
import * as repo from './documents.repo.ts';
import { type Content, inProgress, isGenerating, nextVersion, withDocument } from './documents.service.ts';
import type { Headers, Kind } from './kinds.ts';
import { blockProblem } from './merge-tags.ts';

export interface SavedDraft {
  generationId: GenerationId;
  version: number;
  notes: Note[];
}

/** @throws not_found, also for a version without a draft */
export async function readDraft(ctx: Scope, kind: Kind, id: string): Promise<Pick<Version, 'generationId' | 'version'> & { draft: Draft }> {
  const version = await findVersion(ctx, kind, id, 'current');
  if (version?.draft) return { generationId: version.generationId, version: version.version, draft: version.draft };
  if (!(await repo.readDocument(ctx, kind, id))) throw notFound();
  const state = version
    ? `Version ${version.version} of this ${kind.noun} was saved as HTML and has no draft`
    : `The ${kind.noun} has no completed version yet`;
  throw new DomainError('not_found', `${state}. Save a draft, or have one written by a prompt.`);
}

/** Renders a draft and makes it the newest version. @throws validation_failed, generation_in_progress, budget_exceeded, not_found */
export async function saveDraft(
  ctx: Ctx,
  kind: Kind,
  id: string,
  { draft, createdByName }: { draft: Draft; createdByName: string },
): Promise<SavedDraft> {
  await requireRoom(ctx, 'thread_seconds');
  const made = required(await draftTask(ctx.workspaceId, 'render', { draft, ...judgedAs(kind) }));
  return withDocument(ctx, kind, id, (tx, document) => keep(tx, kind, document, made, { createdByName }));
}

/** Makes a document whose version 1 is a draft of the caller's. @throws validation_failed, budget_exceeded */
export async function createFromDraft(
  ctx: Ctx,
  kind: Kind,
  { name, draft, createdByName }: { name: string | undefined; draft: Draft; createdByName: string },
): Promise<SavedDraft & { documentId: string }> {
  await requireRoom(ctx, 'thread_seconds');
  const made = required(await draftTask(ctx.workspaceId, 'render', { draft, ...judgedAs(kind) }));
  const id = newId();
  return transaction(ctx, async (tx) => {
    await repo.insertDocument(tx, kind, { id, name: name ?? cutName(draft.title), createdByName });
    const document = await repo.lockDocument(tx, kind, id);
    if (!document) throw notFound();
    return { documentId: id, ...(await keep(tx, kind, document, made, { createdByName })) };
  });
}

/** When another writer comes between the read and the write, the changes are carried out anew, on its version. */
const MOST_ROUNDS = 4;

/** Carries out changes on the newest version's typed content. @throws as `saveDraft`, and as `readDraft` */
export async function editDraft(
  ctx: Ctx,
  kind: Kind,
  id: string,
  { operations, createdByName }: { operations: readonly DraftOperation[]; createdByName: string },
): Promise<SavedDraft> {
  await requireRoom(ctx, 'thread_seconds');
  for (let round = 1; ; round++) {
    const { draft, version } = await readDraft(ctx, kind, id);
    const made = required(await draftTask(ctx.workspaceId, 'change', { draft, operations, ...judgedAs(kind) }));
    const saved = await withDocument(ctx, kind, id, async (tx, document) =>
      document.currentVersion === version ? keep(tx, kind, document, made, { createdByName }) : undefined,
    );
    if (saved) return saved;
    if (round === MOST_ROUNDS) throw new DomainError('conflict', `The ${kind.noun} is being changed by others at the moment. Try again.`);
  }
}

const judgedAs = ({ generates, sendsTags, name }: Kind) => ({ kind: generates, isTemplate: !sendsTags && name !== 'tent' });

function required(rendered: Rendered): Exclude<Rendered, { problems: unknown }> {
  if ('problems' in rendered) throw invalid(...rendered.problems);
  return rendered;
}

/** Expects that the caller holds the document. */
async function keep(
  tx: Ctx<Tx>,
  kind: Kind,
  document: repo.WholeDocument,
  { draft, html, notes }: Content & { notes: Note[] },
  making: Pick<Making, 'createdByName'>,
): Promise<SavedDraft> {
  if (isGenerating(document)) throw inProgress(kind);
  const problem = (await kind.check(document.workspaceId, html)) ?? (kind.generates === 'email' ? await blockProblem(tx, html) : null);
  if (problem) throw invalid({ path: 'draft', message: `makes HTML that ${problem}` });
  const { id } = document;
  const version = await nextVersion(tx, kind, document, { html, draft });
  const generationId = await insertCompleted(tx, id, { type: 'draft_saved', notes, summary: SAVED, ...making }, version);
  const headers = headersOf(kind, document, draft);
  if (Object.keys(headers).length > 0) await repo.changeDocument(tx, id, { ...headers, updatedAt: tx.now });
  return { generationId, version: version.version, notes };
}

const SAVED = 'Saved a draft.';

/** Only headers that the document does not have. */
export function headersOf(kind: Kind, document: Pick<repo.Document, 'subject' | 'previewText'>, draft: Draft | null): Partial<Headers> {
  if (!kind.headers || !draft || !('subject' in draft || 'preview_text' in draft)) return {};
  const { subject, preview_text } = draft;
  return {
    ...(document.subject === null && subject && { subject }),
    ...(document.previewText === null && preview_text && { previewText: preview_text }),
  };
}

/** Makes an earlier version the newest again, as a version of its own. @throws not_found, generation_in_progress */
export async function restore(
  ctx: Ctx,
  kind: Kind,
  id: string,
  { version: number, createdByName }: { version: number; createdByName: string },
): Promise<GenerationRow> {
  const generationId = await withDocument(ctx, kind, id, async (tx, document) => {
    if (isGenerating(document)) throw inProgress(kind);
    const earlier = await findVersion(tx, kind, id, { number });
    if (!earlier) throw new DomainError('not_found', `This ${kind.noun} has no version ${number}.`);
    const version = await nextVersion(tx, kind, document, earlier);
    const making: Making = { type: 'restored', summary: `Restored version ${number}.`, createdByName };
    return insertCompleted(tx, id, making, version);
  });
  return requireGeneration(ctx, kind, id, generationId);
}
