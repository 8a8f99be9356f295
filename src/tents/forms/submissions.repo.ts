import { type Db, sql } from '../../platform/db.ts';
import type { PageForm } from './form.types.ts';

/** A tent that is live, as far as its forms go. */
export interface LiveTent {
  tentId: string;
  name: string;
  forms: PageForm[];
}

/** Those of the tents whose pages are live. */
export const findLive = (db: Db, workspaceId: string, tentIds: string[]): Promise<LiveTent[]> =>
  db.query<LiveTent>(sql`
    SELECT p.tent_id::text AS "tentId", d.name, p.forms
    FROM publications p JOIN documents d ON d.workspace_id = p.workspace_id AND d.id = p.tent_id
    WHERE p.workspace_id = ${workspaceId}::uuid AND p.tent_id = ANY(${tentIds}::uuid[]) AND p.path IS NOT NULL`);
