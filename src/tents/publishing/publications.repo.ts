import { type Db, sql } from '../../platform/db.ts';
import type { PageForm } from '../forms/form.types.ts';

export type PublicationStatus = 'pending' | 'published' | 'published_with_warnings' | 'failed';

/** What became of the newest wish to publish a tent, and what of it is live. Whoever changes one holds the tent. */
export interface Publication {
  tentId: string;
  status: PublicationStatus;
  requestedAlias: string | null;
  message: string | null;
  /** The generation that is to be published when it is completed. */
  awaitedGenerationId: string | null;
  /** '/', an alias, or the tent's id; null while nothing is live, and then all that follows is null too. */
  path: string | null;
  alias: string | null;
  generationId: string | null;
  version: number | null;
  branded: boolean | null;
  publishedAt: Date | null;
  forms: PageForm[] | null;
  etag: string | null;
}

const columns = sql`tent_id::text AS "tentId", status, requested_alias AS "requestedAlias", message,
  awaited_generation_id::text AS "awaitedGenerationId", path, alias, generation_id::text AS "generationId", version, branded,
  published_at AS "publishedAt", forms, etag`;

/** Those of these tents that there are, by tent. */
export async function findPublications(db: Db, workspaceId: string, tentIds: string[]): Promise<Map<string, Publication>> {
  const found = await db.query<Publication>(
    sql`SELECT ${columns} FROM publications WHERE workspace_id = ${workspaceId}::uuid AND tent_id = ANY (${tentIds}::uuid[])`,
  );
  return new Map(found.map((publication) => [publication.tentId, publication]));
}

export const findPublication = async (db: Db, workspaceId: string, tentId: string): Promise<Publication | undefined> =>
  (await findPublications(db, workspaceId, [tentId])).get(tentId);

/** Puts a wish that waits for a generation in the place of the one before. What is live stays. */
export async function putWaiting(tx: Db, workspaceId: string, tentId: string, generationId: string, alias: string | null): Promise<void> {
  await tx.query(sql`
    INSERT INTO publications (workspace_id, tent_id, status, requested_alias, awaited_generation_id)
    VALUES (${workspaceId}::uuid, ${tentId}::uuid, 'pending', ${alias}::text, ${generationId}::uuid)
    ON CONFLICT (workspace_id, tent_id) DO UPDATE SET status = excluded.status, requested_alias = excluded.requested_alias,
      message = NULL, awaited_generation_id = excluded.awaited_generation_id`);
}
