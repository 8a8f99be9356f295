import { type Db, empty, type Scope, sql } from '../../platform/db.ts';
import type { TentId } from '../../platform/ids.ts';
import type { Form } from './bodies.ts';

export interface LiveRow {
  tentId: TentId;
  /** `/`, an alias, or its own id. */
  path: string;
  etag: string;
}

export async function findBySlug(db: Db, slug: string): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(sql`SELECT id FROM workspaces WHERE slug = ${slug}::text`);
  return row?.id ?? null;
}

/** The workspace must have verified the domain. */
export async function findByDomain(db: Db, domain: string): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(sql`
    SELECT workspace_id AS id FROM page_domains WHERE domain = ${domain}::text AND verified_at IS NOT NULL`);
  return row?.id ?? null;
}

/** A tent's id finds it wherever it is live. */
export async function findLive({ db, workspaceId }: Scope, path: string, tentId: TentId | undefined): Promise<LiveRow | null> {
  const [row] = await db.query<LiveRow>(sql`
    SELECT tent_id AS "tentId", path, etag FROM publications WHERE workspace_id = ${workspaceId}::uuid AND path = ${path}::text
    ${
      tentId
        ? sql`UNION ALL SELECT tent_id, path, etag FROM publications
            WHERE workspace_id = ${workspaceId}::uuid AND tent_id = ${tentId}::uuid AND path IS NOT NULL`
        : empty
    } LIMIT 1`);
  return row ?? null;
}

export interface Elsewhere {
  /** A path or a whole address; null: what was here has expired. */
  target: string | null;
  status: 301 | 302;
}

/** Where a path without a live page leads: the workspace's own redirect comes first, then the tent that was live there. */
export async function findElsewhere({ db, workspaceId }: Scope, place: string): Promise<Elsewhere | undefined> {
  const path = place.startsWith('/') ? place : `/${place}`;
  const [found] = await db.query<Elsewhere>(sql`
    SELECT target, status FROM (
      SELECT 1 AS rank, target, status FROM page_redirects WHERE workspace_id = ${workspaceId}::uuid AND path = ${path}::text
      UNION ALL
      SELECT 2, CASE WHEN p.path IS NULL THEN s.expired_redirect_url WHEN p.path = '/' THEN '/' ELSE '/' || p.path END,
        CASE WHEN p.path IS NULL THEN 302 ELSE 301 END
      FROM former_addresses f
      LEFT JOIN publications p ON p.workspace_id = f.workspace_id AND p.tent_id = f.tent_id AND p.path IS NOT NULL
      LEFT JOIN tent_schedules s ON s.workspace_id = f.workspace_id AND s.tent_id = f.tent_id AND s.expired_at IS NOT NULL
      WHERE f.workspace_id = ${workspaceId}::uuid AND f.path = ${place}::text AND (p.path IS NOT NULL OR s.tent_id IS NOT NULL)
    ) AS elsewhere ORDER BY rank LIMIT 1`);
  return found;
}

/** Undefined when the tag names an older page. */
export async function readBody({ db, workspaceId }: Scope, { tentId, etag }: LiveRow, form: Form): Promise<Buffer | undefined> {
  const [row] = await db.query<{ bytes: Buffer }>(sql`
    SELECT ${form === 'html' ? sql`b.html` : sql`b.brotli`} AS bytes FROM publications p JOIN page_bodies b USING (workspace_id, tent_id)
    WHERE p.workspace_id = ${workspaceId}::uuid AND p.tent_id = ${tentId}::uuid AND p.etag = ${etag}::text`);
  return row?.bytes;
}
