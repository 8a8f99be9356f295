import type { Sweep } from '../../jobs/jobs.ts';
import { type Ctx, type Db, type Scope, sql, type Tx } from '../../platform/db.ts';
import type { ContactId, TentId, WorkspaceId } from '../../platform/ids.ts';
import type { PageForm } from './find.ts';

export interface LiveTent {
  tentId: TentId;
  name: string;
  forms: PageForm[];
}

export const findLive = ({ db, workspaceId }: Scope, tentIds: TentId[]): Promise<LiveTent[]> =>
  db.query<LiveTent>(sql`
    SELECT p.tent_id::text AS "tentId", d.name, p.forms
    FROM publications p JOIN documents d ON d.workspace_id = p.workspace_id AND d.id = p.tent_id
    WHERE p.workspace_id = ${workspaceId}::uuid AND p.tent_id = ANY(${tentIds}::uuid[]) AND p.path IS NOT NULL`);

export interface KeptSubmission {
  id: string;
  tentId: TentId;
  formId: string;
  fields: object;
  contactId: ContactId | null;
  origin: string | null;
}

export async function insertSubmissions({ db, workspaceId, now }: Ctx<Tx>, kept: readonly KeptSubmission[]): Promise<void> {
  await db.query(sql`
    INSERT INTO submissions (workspace_id, tent_id, id, form_id, fields, contact_id, origin, submitted_at)
    SELECT ${workspaceId}::uuid, k.tent_id, k.id, k.form_id, k.fields, k.contact_id, k.origin, ${now}::timestamptz
    FROM unnest(${kept.map(({ tentId }) => tentId)}::uuid[], ${kept.map(({ id }) => id)}::uuid[],
      ${kept.map(({ formId }) => formId)}::text[], ${kept.map(({ fields }) => JSON.stringify(fields))}::jsonb[],
      ${kept.map(({ contactId }) => contactId)}::uuid[], ${kept.map(({ origin }) => origin)}::text[])
      AS k (tent_id, id, form_id, fields, contact_id, origin)`);
}

/** Moves the submissions of other contacts to this one. */
export async function giveSubmissions({ db, workspaceId }: Scope<Tx>, contactId: ContactId, fromIds: string[]): Promise<void> {
  await db.query(sql`
    UPDATE submissions SET contact_id = ${contactId}::uuid WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${fromIds}::uuid[])`);
}

/**
 * Deletes submissions of one deleted tent at a time. Tents are found by skipping from one to the next in the primary key.
 * @returns how many rows were deleted; fewer than `limit` when this tent has none left; null when there is no such tent
 */
async function forgetOfDeleted(db: Db, limit: number): Promise<number | null> {
  const [tent] = await db.query<{ workspaceId: WorkspaceId; tentId: TentId }>(sql`
    WITH RECURSIVE kept AS (
      (SELECT workspace_id, tent_id FROM submissions ORDER BY workspace_id, tent_id LIMIT 1)
      UNION ALL
      SELECT next.* FROM kept CROSS JOIN LATERAL (
        SELECT s.workspace_id, s.tent_id FROM submissions s WHERE (s.workspace_id, s.tent_id) > (kept.workspace_id, kept.tent_id)
        ORDER BY s.workspace_id, s.tent_id LIMIT 1) next
    )
    SELECT workspace_id::text AS "workspaceId", tent_id::text AS "tentId" FROM kept
    WHERE NOT EXISTS (SELECT FROM documents d WHERE d.workspace_id = kept.workspace_id AND d.id = kept.tent_id) LIMIT 1`);
  if (!tent) return null;
  const deleted = await db.query(sql`
    DELETE FROM submissions WHERE workspace_id = ${tent.workspaceId}::uuid AND tent_id = ${tent.tentId}::uuid AND id IN (
      SELECT id FROM submissions WHERE workspace_id = ${tent.workspaceId}::uuid AND tent_id = ${tent.tentId}::uuid
      ORDER BY id LIMIT ${limit}::int)
    RETURNING 1 AS deleted`);
  return deleted.length;
}

const AT_ONCE = 10_000;

/** There may be too many for the request that deletes the tent. */
export const submissionSweep = ({ db }: { db: Db }): Sweep => ({
  name: 'submissions',
  everySeconds: 600,
  run: async (stopping) => {
    while ((await forgetOfDeleted(db, AT_ONCE)) !== null) stopping.throwIfAborted();
  },
});
