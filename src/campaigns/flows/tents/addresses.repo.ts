import { type Db, sql } from '../../../platform/db.ts';

/** What stands between a tag's name of a page and its end, of these emails: the version that is approved, else the newest. */
export async function findTentTags(db: Db, workspaceId: string, emailIds: string[]): Promise<Map<string, string[]>> {
  if (emailIds.length === 0) return new Map();
  const rows = await db.query<{ id: string; tags: string[] }>(sql`
    SELECT e.id::text, array_agg(DISTINCT found.tag[1]) AS tags
    FROM documents e
    JOIN versions v ON v.workspace_id = e.workspace_id AND v.document_id = e.id AND v.version = coalesce(e.approved_version, e.current_version)
    CROSS JOIN LATERAL regexp_matches(
      concat_ws(' ', e.subject, e.preview_text, v.html, v.plain_text), 'campaign\.tents[^}|]{1,200}', 'g') AS found (tag)
    WHERE e.workspace_id = ${workspaceId}::uuid AND e.id = ANY(${emailIds}::uuid[]) AND e.kind = 'email'
    GROUP BY e.id`);
  return new Map(rows.map(({ id, tags }) => [id, tags]));
}
