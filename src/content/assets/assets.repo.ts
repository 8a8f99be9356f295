import type { Asset } from '../../../generated/prisma/client.ts';
import { type Ctx, type Db, type Scope, type Sql, sql, type Tx } from '../../platform/db.ts';
import { newId, type WorkspaceId } from '../../platform/ids.ts';

export type { Asset };

/** In the order of their upload. */
export const listAssets = ({ db, workspaceId }: Scope, documentId: string): Promise<Asset[]> =>
  db.prisma.asset.findMany({ where: { workspaceId, documentId }, orderBy: { id: 'asc' } });

/** In the order of the ids. */
export async function findAssets({ db, workspaceId }: Scope, documentId: string, ids: readonly string[]): Promise<Asset[]> {
  if (ids.length === 0) return [];
  const found = await db.prisma.asset.findMany({ where: { workspaceId, documentId, id: { in: [...ids] } } });
  const byId = new Map(found.map((asset) => [asset.id, asset]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export const countAssets = ({ db, workspaceId }: Scope, documentId: string): Promise<number> =>
  db.prisma.asset.count({ where: { workspaceId, documentId } });

type NewAsset = Omit<Asset, 'workspaceId' | 'id' | 'documentId' | 'createdAt'>;

/** Expects that the caller holds the documents. */
export async function insertAssets({ db, workspaceId, now }: Ctx<Tx>, to: readonly string[], files: NewAsset[]): Promise<Asset[]> {
  const data = to.flatMap((documentId) =>
    files.map(({ storageKey, fileName, contentType, sizeBytes }) => ({
      ...{ workspaceId, id: newId(), documentId, createdAt: now },
      ...{ storageKey, fileName, contentType, sizeBytes },
    })),
  );
  if (data.length > 0) await db.prisma.asset.createMany({ data });
  return data;
}

/** The stored file goes when no document has it. False: it was not there. */
export async function deleteAsset(tx: Scope<Tx>, documentId: string, id: string): Promise<boolean> {
  await releaseFiles(tx, sql`document_id = ${documentId}::uuid AND id = ${id}::uuid`);
  const { count } = await tx.db.prisma.asset.deleteMany({ where: { workspaceId: tx.workspaceId, documentId, id } });
  return count > 0;
}

/** Records the files of assets that the caller is about to delete: a sweep deletes those that no other asset has. Expects a held document. */
export async function releaseFiles({ db, workspaceId }: Scope<Tx>, which: Sql): Promise<void> {
  await db.query(sql`
    INSERT INTO loose_files (workspace_id, storage_key, due_at, size_bytes)
    SELECT DISTINCT workspace_id, storage_key, '-infinity'::timestamptz, size_bytes FROM assets
    WHERE workspace_id = ${workspaceId}::uuid AND ${which}`);
}

/** Expects that the caller holds the source document. */
export async function copyAssets(tx: Ctx<Tx>, fromId: string, toIds: readonly string[]): Promise<void> {
  await insertAssets(tx, toIds, await listAssets(tx, fromId));
}

export interface Asked {
  key: string;
  name: string;
  /** Undefined where the host serves the files of all workspaces. */
  workspaceId: WorkspaceId | undefined;
}

/** Readable by key and name. Copies of a document share a file. */
export async function findServed(
  db: Db,
  { key, name, workspaceId }: Asked,
): Promise<{ name: string; contentType: string; sizeBytes: number } | undefined> {
  const [found] = await db.query<{ name: string; contentType: string; sizeBytes: number }>({
    name: 'find_served_asset',
    text: `SELECT file_name AS name, content_type AS "contentType", size_bytes AS "sizeBytes" FROM assets
      WHERE storage_key = $1 AND file_name = $2 AND ($3::uuid IS NULL OR workspace_id = $3) LIMIT 1`,
    values: [key, name, workspaceId ?? null],
  });
  return found;
}

/** Keys that belong to the workspace. */
export async function ownKeys({ db, workspaceId }: Scope, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db.query<{ key: string }>(sql`
    SELECT DISTINCT storage_key AS key FROM assets WHERE workspace_id = ${workspaceId}::uuid AND storage_key = ANY (${keys}::text[])`);
  return rows.map(({ key }) => key);
}
