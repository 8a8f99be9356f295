import type { Scope } from '../../platform/db.ts';
import { DomainError, notFound } from '../../shared/errors.ts';
import { readDocument } from '../documents/documents.repo.ts';
import type { Kind } from '../documents/kinds.ts';
import { findGeneration } from '../generation/generations.repo.ts';
import { apart } from './apart.ts';
import { findContent, findText, type VersionText, type Which } from './versions.repo.ts';

/** With the preheader that is sent. @throws not_found, also for a document without a version */
export async function readContent(ctx: Scope, kind: Kind, documentId: string, which: Which): Promise<string> {
  const content = await findContent(ctx, kind, documentId, which);
  if (!content) throw await noVersion(ctx, kind, documentId, which);
  return kind.hasPreheader ? apart(ctx.workspaceId, 'replacePreheader', content.html, content.previewText) : content.html;
}

/** @throws not_found, as above */
export async function readVersionText(ctx: Scope, kind: Kind, documentId: string, which: Which): Promise<VersionText> {
  const text = await findText(ctx, kind, documentId, which);
  if (!text) throw await noVersion(ctx, kind, documentId, which);
  return text;
}

async function noVersion(ctx: Scope, kind: Kind, documentId: string, which: Which): Promise<DomainError> {
  if (which === 'current') {
    const document = await readDocument(ctx, kind, documentId);
    return document ? new DomainError('not_found', `The ${kind.noun} has no completed version yet.`) : notFound();
  }
  const generation = await findGeneration(ctx, kind, documentId, which.generationId);
  if (!generation) return notFound();
  const state = generation.status === 'failed' ? 'has failed and made no version' : 'has not completed yet';
  return new DomainError('not_found', `The generation ${state}.`);
}
