import { type Scope, sql } from '../../../platform/db.ts';
import { fromUlid } from '../../../platform/ids.ts';
import { isUuid } from '../../../shared/identifiers.ts';
import type { NameOf } from './texts.ts';

/** What these lists, emails, templates, pages and fields of contacts are called; what is not there, or another workspace's, has no name. */
export async function findNames({ db, workspaceId }: Scope, ids: string[]): Promise<NameOf> {
  const uuidOf = (id: string): string => (isUuid(id) ? id : fromUlid(id));
  const uuids = ids.map(uuidOf);
  if (uuids.length === 0) return () => undefined;
  const rows = await db.query<{ id: string; name: string }>(sql`
    SELECT id::text, name FROM documents WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${uuids}::uuid[])
    UNION ALL SELECT id::text, name FROM contact_lists
    WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${uuids}::uuid[]) AND owner_campaign_id IS NULL AND kind <> 'deleted'
    UNION ALL SELECT id::text, display_name FROM contact_field_definitions
    WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${uuids}::uuid[])`);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => names.get(uuidOf(id));
}
