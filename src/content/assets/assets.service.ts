import type { UploadedFile } from '../../http/handler.types.ts';
import type { Db } from '../../platform/db.ts';
import { DomainError, notFound, unknown } from '../../shared/errors.ts';
import { readDocument, withDocument } from '../documents/documents.service.ts';
import type { Kind } from '../documents/kinds.ts';
import * as repo from './assets.repo.ts';
import { strikeOut } from './loose-files.repo.ts';

const MOST_ASSETS = 100;

/** @throws not_found */
export async function assetsOf(db: Db, kind: Kind, workspaceId: string, documentId: string): Promise<repo.Asset[]> {
  if (!(await readDocument(db, kind, workspaceId, documentId))) throw notFound();
  return repo.listAssets(db, workspaceId, documentId);
}

/** Takes the files of an upload over for a document: all of them, or none. @throws conflict, not_found */
export const attach = (
  db: Db,
  kind: Kind,
  workspaceId: string,
  documentId: string,
  files: UploadedFile[],
  now: Date,
): Promise<repo.Asset[]> =>
  withDocument(db, kind, workspaceId, documentId, async (tx) => {
    const room = MOST_ASSETS - (await repo.countAssets(tx, workspaceId, documentId));
    if (files.length > room) throw noRoom(room);
    const struck = await strikeOut(
      tx,
      workspaceId,
      files.map(({ key }) => key),
    );
    // What the sweep has taken for left behind may be gone already.
    if (struck !== files.length) throw new DomainError('contended', 'The upload took too long; send it again.');
    const assets = files.map(({ key, name, contentType, sizeBytes }) => ({ storageKey: key, fileName: name, contentType, sizeBytes }));
    return repo.insertAssets(tx, workspaceId, documentId, assets, now);
  });

const noRoom = (room: number) =>
  new DomainError('conflict', `At most ${MOST_ASSETS} files can be attached here, and ${MOST_ASSETS - room} are.`, {
    issues: [{ path: 'file', message: `must hold at most ${room} files` }],
  });

/** The files that a prompt names, each once. @throws what the kind says for one that is not attached to this very document */
export async function requireAssets(
  tx: Db,
  kind: Kind,
  workspaceId: string,
  documentId: string,
  given: readonly string[],
): Promise<string[]> {
  const ids = [...new Set(given)];
  const known = new Set((await repo.findAssets(tx, workspaceId, documentId, ids)).map(({ id }) => id));
  const issues = ids.filter((id) => !known.has(id)).map((id) => unknown(`asset_ids.${given.indexOf(id)}`));
  if (issues.length === 0) return ids;
  throw new DomainError(kind.assetUnknown, `Not every one of these files is attached to the ${kind.noun}.`, { issues });
}
