import type { UploadedFile } from '../../http/handler.types.ts';
import type { Ctx, Scope, Tx } from '../../platform/db.ts';
import type { TemplateId } from '../../platform/ids.ts';
import { DomainError, notFound, unknown } from '../../shared/errors.ts';
import { readDocument, withDocument } from '../documents/documents.service.ts';
import type { Kind } from '../documents/kinds.ts';
import * as repo from './assets.repo.ts';
import { strikeOut } from './loose-files.repo.ts';

const MOST_ASSETS = 100;

/** @throws not_found */
export async function assetsOf(ctx: Scope, kind: Kind, documentId: string): Promise<repo.Asset[]> {
  if (!(await readDocument(ctx, kind, documentId))) throw notFound();
  return repo.listAssets(ctx, documentId);
}

/** All of them, or none. @throws conflict, not_found */
export const attach = (ctx: Ctx, kind: Kind, documentId: string, files: UploadedFile[]): Promise<repo.Asset[]> =>
  withDocument(ctx, kind, documentId, async (tx) => {
    await requireRoom(tx, documentId, files.length, 'file');
    return takeOver(tx, documentId, files);
  });

/** Attaches stored files to a document that the caller holds. @throws contended */
export async function takeOver(tx: Ctx<Tx>, documentId: string, files: readonly UploadedFile[]): Promise<repo.Asset[]> {
  if (files.length === 0) return [];
  const struck = await strikeOut(
    tx,
    files.map(({ key }) => key),
  );
  // The sweep may have deleted them already.
  if (struck.length !== files.length) throw new DomainError('contended', 'The upload took too long; send it again.');
  const assets = files.map(({ key, name, contentType, sizeBytes }) => ({ storageKey: key, fileName: name, contentType, sizeBytes }));
  return repo.insertAssets(tx, [documentId], assets);
}

export const hasRoom = async (ctx: Scope, documentId: string): Promise<boolean> => (await repo.countAssets(ctx, documentId)) < MOST_ASSETS;

/** @throws not_found */
export const detach = (ctx: Scope, kind: Kind, documentId: string, id: string): Promise<void> =>
  withDocument(ctx, kind, documentId, async (tx) => {
    if (!(await repo.deleteAsset(tx, documentId, id))) throw notFound();
  });

/** Attaches the files of a template to a document that the caller holds. @throws conflict when there is no room for all of them */
export async function adoptAssets(tx: Ctx<Tx>, templateId: TemplateId, documentId: string): Promise<void> {
  const assets = await repo.listAssets(tx, templateId);
  await requireRoom(tx, documentId, assets.length, 'template_id');
  await repo.insertAssets(tx, [documentId], assets);
}

/** @param path of the field that brings the files */
async function requireRoom(tx: Scope<Tx>, documentId: string, more: number, path: string): Promise<void> {
  const attached = await repo.countAssets(tx, documentId);
  if (attached + more <= MOST_ASSETS) return;
  throw new DomainError('conflict', `At most ${MOST_ASSETS} files can be attached here, and ${attached} are.`, {
    issues: [{ path, message: `must hold at most ${Math.max(0, MOST_ASSETS - attached)} files` }],
  });
}

/** Each once. @throws the error of the kind for a file that is not attached to this document */
export async function requireAssets(tx: Scope<Tx>, kind: Kind, documentId: string, given: readonly string[]): Promise<string[]> {
  const ids = [...new Set(given)];
  const known = new Set((await repo.findAssets(tx, documentId, ids)).map(({ id }) => id));
  const issues = ids.filter((id) => !known.has(id)).map((id) => unknown(`asset_ids.${given.indexOf(id)}`));
  if (issues.length === 0) return ids;
  throw new DomainError(kind.assetUnknown, `Not every one of these files is attached to the ${kind.noun}.`, { issues });
}
