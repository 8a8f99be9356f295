import { type Ctx, type Scope, sql, type Tx } from '../platform/db.ts';
import type { Events } from '../platform/events.ts';
import { type ErasedChunk, type ErasedPerson, mentionPattern } from '../shared/erased-person.ts';
import { discardTent, holdTent } from './tents/tents.service.ts';

/** Empties submissions, which keep their places in counts: those of the person's contacts, and those in which the person was typed. */
export async function eraseSubmissions({ db, workspaceId }: Scope<Tx>, person: ErasedPerson): Promise<ErasedChunk> {
  const typed = [...person.emails, ...person.phones].map((text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`);
  const rows = await db.query(sql`
    UPDATE submissions s SET fields = '{}', origin = NULL
    WHERE s.workspace_id = ${workspaceId}::uuid AND s.fields <> '{}' AND s.id IN (
      SELECT id FROM submissions WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${person.contactIds}::uuid[])
      UNION ALL
      SELECT id FROM submissions
      WHERE workspace_id = ${workspaceId}::uuid AND submission_text(fields) LIKE ANY(SELECT fold_case(text) FROM unnest(${typed}::text[]) AS text)
        AND lower(fields::text) ~ ${mentionPattern(person)}::text)
    RETURNING 1 AS erased`);
  return { counts: { submissions: rows.length }, cursor: null };
}

/** Deletes pages that were made for a person, live ones included. @returns the paths whose caches are outdated */
export async function eraseTents(tx: Ctx<Tx>, events: Events, tentIds: readonly string[]): Promise<{ count: number; paths: string[] }> {
  const paths: string[] = [];
  let count = 0;
  for (const id of tentIds) {
    const tent = await holdTent(tx, id);
    if (!tent) continue;
    paths.push(...(await discardTent(tx, events, tent)));
    count += 1;
  }
  return { count, paths };
}
