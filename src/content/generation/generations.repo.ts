import { type Db, sql } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';

/** How a version comes about. */
export type GenerationType = 'scaffold' | 'template' | 'code' | 'upload' | 'tent' | 'draft' | 'iteration';

/** Notes the making of a version that is complete at once, of a document that the caller holds. Returns its id. */
export async function insertCompleted(tx: Db, workspaceId: string, documentId: string, type: GenerationType, now: Date): Promise<string> {
  const id = newId();
  await tx.query(sql`
    INSERT INTO generations (workspace_id, id, document_id, number, type, status, created_at, completed_at)
    SELECT ${workspaceId}::uuid, ${id}::uuid, ${documentId}::uuid, coalesce(max(number), 0) + 1, ${type}::text, 'completed',
      ${now}::timestamptz, ${now}::timestamptz
    FROM generations WHERE workspace_id = ${workspaceId}::uuid AND document_id = ${documentId}::uuid`);
  return id;
}
