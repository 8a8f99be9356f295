import { type Ctx, type InTx, type Scope, type Tx, transaction } from '../../platform/db.ts';
import { type GenerationId, newId, type WorkspaceId } from '../../platform/ids.ts';
import { DomainError, invalid, notFound } from '../../shared/errors.ts';
import { cutName } from '../../shared/text.ts';
import type { TrackingMode } from '../../shared/tracking-mode.ts';
import { copyAssets } from '../assets/assets.repo.ts';
import type { Draft } from '../generation/draft/draft.ts';
import { copyHistory, insertCompleted, type NewVersion } from '../generation/generations.repo.ts';
import { apart, requireThreadTime } from '../versions/apart.ts';
import { findText, findVersion, insertVersion, type Version, type VersionText } from '../versions/versions.repo.ts';
import type { Warning } from '../versions/warnings.ts';
import * as repo from './documents.repo.ts';
import { copiedHeaders, missingHeaders } from './headers.ts';
import type { Headers, Kind } from './kinds.ts';
import { blockProblem, subjectProblem, warnOfTags } from './merge-tags.ts';

/* A writer locks its document first: writers come one after the other, and its reads stay true until the transaction ends. */

export type { Document, WholeDocument } from './documents.repo.ts';
export { readDocument } from './documents.repo.ts';

/** Holds the document during `work`. @throws not_found */
export function withDocument<Of extends Scope, Result>(
  ctx: Of,
  kind: Kind,
  id: string,
  work: (tx: InTx<Of>, document: repo.WholeDocument) => Promise<Result>,
): Promise<Result> {
  return transaction(ctx, async (tx) => {
    const document = await repo.lockDocument(tx, kind, id);
    if (!document) throw notFound();
    return work(tx, document);
  });
}

/** Undefined changes nothing. */
const changed = (
  ctx: Scope,
  kind: Kind,
  id: string,
  work: (tx: Scope<Tx>, document: repo.WholeDocument) => Promise<repo.DocumentChanges | undefined>,
): Promise<repo.WholeDocument> =>
  withDocument(ctx, kind, id, async (tx, document) => {
    const changes = await work(tx, document);
    if (!changes) return document;
    await repo.changeDocument(tx, id, changes);
    return after(document, changes);
  });

/** Its holder needs no second read. */
function after(document: repo.WholeDocument, changes: repo.DocumentChanges): repo.WholeDocument {
  const changed: repo.WholeDocument = { ...document, ...changes };
  const { approvedVersion, currentVersion } = changed;
  if (approvedVersion === document.approvedVersion) return changed;
  return { ...changed, approvedGenerationId: approvedVersion === currentVersion ? changed.currentGenerationId : null };
}

export async function requireDocument(ctx: Scope, kind: Kind, id: string): Promise<repo.WholeDocument> {
  const document = await repo.readDocument(ctx, kind, id);
  if (!document) throw notFound();
  return document;
}

/** Without a text, the HTML's own is derived. */
export interface Beginning {
  type: 'scaffold' | 'template' | 'code' | 'upload' | 'tent';
  html: string;
  draft?: Draft | null;
  text?: { plainText: string; stale: boolean };
}

/** Makes a draft whose version 1 is there at once. */
export function createDocument(
  ctx: Ctx,
  kind: Kind,
  given: Omit<repo.NewDocument, 'id'>,
  { type, html, draft = null, text }: Beginning,
): Promise<repo.WholeDocument> {
  const id = newId();
  const own = text ? { plainTextOverriddenAt: ctx.now } : {};
  return transaction(ctx, async (tx) => {
    await repo.insertDocument(tx, kind, { ...given, id, ...own });
    const version = { version: 1, html, draft, ...(await textFor(kind, ctx.workspaceId, html, text)), stale: text?.stale ?? false };
    await insertCompleted(tx, id, { type, createdByName: given.createdByName }, version);
    return requireDocument(tx, kind, id);
  });
}

export type Content = Pick<Version, 'html' | 'draft'>;

/** A plain text of the author's own stays, and is stale from then on. */
export async function nextVersion(
  tx: Scope<Tx>,
  kind: Kind,
  { workspaceId, id, currentVersion, plainTextOverriddenAt }: repo.Document,
  { html, draft }: Content,
): Promise<NewVersion> {
  const stale = plainTextOverriddenAt !== null;
  const before = stale ? await findText(tx, kind, id, 'current') : undefined;
  const text = await textFor(kind, workspaceId, html, before && { plainText: before.plainText ?? '' });
  return { version: (currentVersion ?? 0) + 1, html, draft, ...text, stale };
}

/** Makes the result of a generation the newest version of a document that the caller holds. @returns its number */
export async function putVersion(
  tx: Ctx<Tx>,
  kind: Kind,
  document: repo.Document,
  { generationId, ...content }: Content & { generationId: GenerationId },
  changes: Partial<repo.DocumentChanges> = {},
): Promise<number> {
  const { id } = document;
  const { stale, ...version } = await nextVersion(tx, kind, document, content);
  await insertVersion(tx, id, { ...version, generationId });
  const currentVersion = version.version;
  await repo.changeDocument(tx, id, { ...changes, currentVersion, plainTextStale: stale, updatedAt: tx.now });
  return currentVersion;
}

/** The author's own text, else the one derived from the HTML. */
async function textFor(
  kind: Kind,
  workspaceId: WorkspaceId,
  html: string,
  own?: { plainText: string },
): Promise<Pick<Version, 'plainText' | 'plainTextSource'>> {
  if (!kind.hasText) return { plainText: null, plainTextSource: null };
  return own
    ? { plainText: own.plainText, plainTextSource: 'override' }
    : { plainText: await apart(workspaceId, 'plainTextOf', html), plainTextSource: 'auto' };
}

/** With headers that could not be approved, the document is a draft again. @throws not_found */
export const changeDocument = (
  ctx: Ctx,
  kind: Kind,
  id: string,
  { name, headers, tracking }: { name?: string | undefined; headers: Partial<Headers>; tracking?: TrackingMode | null | undefined },
): Promise<repo.WholeDocument> =>
  changed(ctx, kind, id, async (tx, document) => {
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Partial<Headers>;
    const isApprovable =
      missingHeaders(kind, { ...document, ...given }).length === 0 &&
      (given.subject === undefined || !kind.sendsTags || (await subjectProblem(tx, given.subject)) === null);
    return {
      ...(name !== undefined && { name }),
      ...given,
      ...(tracking !== undefined && { tracking }),
      ...(!isApprovable && { status: 'draft' }),
      updatedAt: ctx.now,
    };
  });

export interface SavedCode {
  generationId: GenerationId;
  version: number;
  warnings: Warning[];
}

/** Makes HTML the newest version, at once. An approval stays where it is. @throws validation_failed, generation_in_progress, not_found */
export async function saveCode(
  ctx: Ctx,
  kind: Kind,
  id: string,
  { code, createdByName }: { code: string; createdByName: string },
): Promise<SavedCode> {
  await checkCode(ctx, kind, code);
  return withDocument(ctx, kind, id, async (tx, document) => {
    if (isGenerating(document)) throw inProgress(kind);
    const written = await nextVersion(tx, kind, document, { html: code, draft: null });
    const generationId = await insertCompleted(tx, id, { type: 'code', createdByName }, written);
    const warnings = await kind.warn(ctx.workspaceId, code, kind.hasPreheader ? document.previewText : null);
    if (kind.sendsTags) warnings.push(...(await warnOfTags(tx, id)));
    return { generationId, version: written.version, warnings };
  });
}

/** @param path where it stands in the request. @throws validation_failed for HTML that cannot be a version, budget_exceeded */
export async function checkCode(ctx: Ctx, kind: Kind, code: string, path = 'code'): Promise<void> {
  await requireThreadTime(ctx, code);
  const problem = (await kind.check(ctx.workspaceId, code)) ?? (kind.generates === 'email' ? await blockProblem(ctx, code) : null);
  if (problem) throw invalid({ path, message: problem });
}

/**
 * Pins the newest version: it goes out, or others start from it, until the next approval.
 * @param version refused when there is a newer one
 * @throws not ready, email_missing_required_headers, validation_failed, approval_version_stale, generation_in_progress, not_found
 */
export const approve = (ctx: Ctx, kind: Kind, id: string, version: number | undefined): Promise<repo.WholeDocument> =>
  changed(ctx, kind, id, async (tx, document) => {
    const { currentVersion } = document;
    const running = isGenerating(document);
    if (currentVersion === null) throw running ? inProgress(kind) : notReady(kind);
    const missing = missingHeaders(kind, document);
    if (missing.length > 0) {
      const message = `Set ${LIST.format(missing)} before approving the ${kind.noun}.`;
      throw new DomainError('email_missing_required_headers', message, { missing });
    }
    const problem = kind.sendsTags ? await subjectProblem(tx, document.subject) : null;
    if (problem) throw invalid({ path: 'subject', message: problem });
    if (version !== undefined && version !== currentVersion) {
      const message = `Version ${version} is not the newest version of this ${kind.noun}, which is ${currentVersion}.`;
      throw new DomainError('approval_version_stale', message);
    }
    if (version === undefined && running && kind.waitsForGeneration) throw inProgress(kind);
    if (document.status === 'approved' && document.approvedVersion === currentVersion) return undefined;
    return { status: 'approved', approvedVersion: currentVersion, updatedAt: ctx.now };
  });

/** Refuses when something still needs the document as it is. Runs before the document is held: it takes the lock on references. */
export type Guard = (tx: Scope<Tx>, id: string) => Promise<void>;

const free: Guard = async () => {};

/** @throws what `guard` throws, not_found */
export const unapprove = (ctx: Ctx, kind: Kind, id: string, guard: Guard = free): Promise<repo.WholeDocument> =>
  transaction(ctx, async (tx) => {
    await guard(tx, id);
    return changed(tx, kind, id, async (_tx, document) =>
      document.approvedVersion === null ? undefined : { status: 'draft', approvedVersion: null, updatedAt: ctx.now },
    );
  });

/** A generation that is running finds no document to write to. @throws what `guard` throws, not_found */
export const removeDocument = (ctx: Ctx, kind: Kind, id: string, guard: Guard = free): Promise<void> =>
  transaction(ctx, async (tx) => {
    await guard(tx, id);
    await withDocument(tx, kind, id, () => repo.deleteDocument(tx, id));
  });

/** Makes a draft with the newest version of a document as its version 1, and its headers. @throws not ready without a version, not_found */
export const copyNewest = (
  ctx: Ctx,
  kind: Kind,
  id: string,
  { name, createdByName }: { name: string | undefined; createdByName: string },
): Promise<repo.WholeDocument> =>
  withDocument(ctx, kind, id, async (tx, document) => {
    const version = await findVersion(tx, kind, id, 'current');
    if (!version) throw notReady(kind);
    const given = { ...copiedHeaders(document), tracking: document.tracking, sourceId: document.sourceId, createdByName };
    const text = ownText(version, document.plainTextStale);
    const beginning = { type: 'template', html: version.html, draft: version.draft, ...(text && { text }) } as const;
    const copy = await createDocument(tx, kind, { ...given, name: name ?? cutName(kind.copyName(document.name)) }, beginning);
    await copyAssets(tx, id, [copy.id]);
    return copy;
  });

/** Makes a draft with copies of all prompts, ended generations and versions. @throws not_found */
export const copyWhole = (
  ctx: Ctx,
  kind: Kind,
  id: string,
  { name, createdByName }: { name: string | undefined; createdByName: string },
): Promise<repo.WholeDocument> =>
  withDocument(ctx, kind, id, async (tx, document) => {
    const { currentVersion, numberOfIterations, sourceId } = document;
    const copy = {
      id: newId(),
      name: name ?? cutName(kind.copyName(document.name)),
      createdByName,
      currentVersion,
      numberOfIterations,
      sourceId,
    };
    await repo.insertDocument(tx, kind, copy);
    await copyHistory(tx, id, copy.id);
    await copyAssets(tx, id, [copy.id]);
    return requireDocument(tx, kind, copy.id);
  });

/** No other begins beside it, and nothing is saved meanwhile: its version is the newest. */
export const isGenerating = ({ latestGenerationStatus }: repo.WholeDocument): boolean =>
  latestGenerationStatus === 'pending' || latestGenerationStatus === 'generating';

export const inProgress = ({ noun }: Kind): DomainError =>
  new DomainError('generation_in_progress', `A generation of this ${noun} is still running.`);

export const notReady = ({ noun, notReady: code }: Kind): DomainError => new DomainError(code, `The ${noun} has no completed version yet.`);

/** An author's own text is copied; a derived one is derived again. */
export const ownText = ({ plainText, plainTextSource }: VersionText, stale: boolean): Beginning['text'] =>
  plainTextSource === 'override' ? { plainText: plainText ?? '', stale } : undefined;

const LIST = new Intl.ListFormat('en');
