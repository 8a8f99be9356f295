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

/** Undefined when the tag names an older page. */
export async function readBody({ db, workspaceId }: Scope, { tentId, etag }: LiveRow, form: Form): Promise<Buffer | undefined> {
  const [row] = await db.query<{ bytes: Buffer }>(sql`
    SELECT ${form === 'html' ? sql`b.html` : sql`b.brotli`} AS bytes FROM publications p JOIN page_bodies b USING (workspace_id, tent_id)
    WHERE p.workspace_id = ${workspaceId}::uuid AND p.tent_id = ${tentId}::uuid AND p.etag = ${etag}::text`);
  return row?.bytes;
}
