import type { Ctx, Scope, Tx } from '../../platform/db.ts';
import { invalid } from '../../shared/errors.ts';
import { checkTemplate } from '../../shared/merge-tags.ts';
import { apart } from '../versions/apart.ts';
import { readVersionText } from '../versions/content.ts';
import { findHtml, findText, rewriteVersion, type VersionText } from '../versions/versions.repo.ts';
import { changeDocument, type Document } from './documents.repo.ts';
import { requireDocument, withDocument } from './documents.service.ts';
import type { Kind } from './kinds.ts';
import { blockProblem } from './merge-tags.ts';

const LARGEST_TEXT_BYTES = 1024 * 1024;

export interface DocumentText {
  document: Document;
  text: VersionText;
}

/** @throws not_found, also for a document without a completed version */
export async function readText(ctx: Scope, kind: Kind, id: string): Promise<DocumentText> {
  const [document, text] = await Promise.all([requireDocument(ctx, kind, id), readVersionText(ctx, kind, id, 'current')]);
  return { document, text };
}

/** An empty text leaves the version without one. @throws validation_failed, not_found */
export async function overrideText(ctx: Ctx, kind: Kind, id: string, content: string): Promise<DocumentText> {
  const problem =
    Buffer.byteLength(content) > LARGEST_TEXT_BYTES
      ? 'must not be larger than 1 MiB of UTF-8'
      : (checkTemplate(content) ?? (await blockProblem(ctx, content)));
  if (problem) throw invalid({ path: 'content', message: problem });
  return withText(ctx, kind, id, async (tx, held) => {
    const text = { plainText: content, plainTextSource: 'override' as const };
    await rewriteVersion(tx, held.text.generationId, text);
    return changed(tx, held, text, { plainTextOverriddenAt: ctx.now, plainTextStale: false, updatedAt: ctx.now });
  });
}

/** Derives the text of the newest version from its HTML again. @throws validation_failed, not_found */
export const revertText = (ctx: Ctx, kind: Kind, id: string): Promise<DocumentText> =>
  withText(ctx, kind, id, async (tx, held) => {
    if (held.document.plainTextOverriddenAt === null) return held;
    const html = (await findHtml(tx, kind, id, 'current')) as string;
    const text = { plainText: await apart(ctx.workspaceId, 'plainTextOf', html), plainTextSource: 'auto' as const };
    await rewriteVersion(tx, held.text.generationId, text);
    return changed(tx, held, text, { plainTextOverriddenAt: null, plainTextStale: false, updatedAt: ctx.now });
  });

const withText = (
  ctx: Ctx,
  kind: Kind,
  id: string,
  work: (tx: Ctx<Tx>, held: DocumentText) => Promise<DocumentText>,
): Promise<DocumentText> =>
  withDocument(ctx, kind, id, async (tx, document) => {
    const text = await findText(tx, kind, id, 'current');
    if (!text) throw invalid({ path: kind.idName, message: 'has no completed version yet, so it has no plain text' });
    return work(tx, { document, text });
  });

async function changed(
  tx: Scope<Tx>,
  { document, text }: DocumentText,
  words: Pick<VersionText, 'plainText' | 'plainTextSource'>,
  changes: Pick<Document, 'plainTextOverriddenAt' | 'plainTextStale' | 'updatedAt'>,
): Promise<DocumentText> {
  await changeDocument(tx, document.id, changes);
  return { document: { ...document, ...changes }, text: { ...text, ...words } };
}
