/** Tents as publishing leaves them, written straight into the tables. */
import { brotliCompressSync } from 'node:zlib';
import { type Db, sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import type { PageForm } from '../../src/tents/forms/form.types.ts';

export const SIGNUP: PageForm = {
  formId: 'signup',
  fields: ['name', 'email', 'phone', 'company', 'favourite_trail', 'party_size', 'unsubscribed'].map((name) => ({
    name,
    type: 'text',
    label: null,
    required: name === 'email',
  })),
};

export const PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Walk the ridge</title></head><body><h1>Walk the ridge</h1></body></html>';

export interface GivenTent {
  name?: string;
  forms?: PageForm[];
  /** Null: it is not live. By default its own id. */
  path?: string | null;
  html?: string;
}

/** A tent whose page is live. Returns its id. */
export async function givenTent(
  db: Db,
  workspaceId: string,
  { name = 'Guided hikes', forms = [SIGNUP], path, html = PAGE }: GivenTent = {},
): Promise<string> {
  const tentId = newId();
  const now = new Date();
  await db.query(sql`
    INSERT INTO documents (workspace_id, id, kind, name, status, created_by_name, created_at, updated_at)
    VALUES (${workspaceId}::uuid, ${tentId}::uuid, 'tent', ${name}, ${path === null ? 'draft' : 'published'}, 'Test', ${now}, ${now})`);
  if (path === null) return tentId;
  await db.query(sql`
    INSERT INTO publications (workspace_id, tent_id, status, path, alias, generation_id, version, branded, published_at, forms, etag)
    VALUES (${workspaceId}::uuid, ${tentId}::uuid, 'published', ${path ?? tentId}, ${path ?? null}, ${newId()}::uuid, 1, false, ${now},
      ${JSON.stringify(forms)}::jsonb, '"1"')`);
  await db.query(sql`
    INSERT INTO page_bodies (workspace_id, tent_id, html, brotli)
    VALUES (${workspaceId}::uuid, ${tentId}::uuid, ${Buffer.from(html)}, ${brotliCompressSync(html)})`);
  return tentId;
}
