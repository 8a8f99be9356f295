import { type Ctx, type Scope, sql, type Tx } from '../platform/db.ts';
import type { ExportId } from '../platform/ids.ts';
import type { Storage } from '../platform/storage.ts';
import { UnreadableCsv } from '../shared/csv-records.ts';
import { type ErasedChunk, type ErasedPerson, mentionPattern, mentionsOf } from '../shared/erased-person.ts';
import { forgetFiles } from './exports/exports.repo.ts';
import { deleteSessions } from './imports/sessions.repo.ts';
import { openTable, sourceOf, uploadKey } from './imports/tables.ts';

/*
 * What imports and exports have of a person. Runs that are under way keep their files, which are deleted when they end; the erasure waits for them
 * (`isStillMoving`) and then looks again.
 */

const RUNS_AT_ONCE = 5;

/** The rows of results: those of the contact, and those whose cells or notes mention the person. */
export async function eraseImportResults(
  { db, workspaceId }: Scope<Tx>,
  person: ErasedPerson,
  cursor: string | null,
): Promise<ErasedChunk> {
  const runs = await db.query<{ id: string }>(sql`
    SELECT id::text FROM contact_import_runs
    WHERE workspace_id = ${workspaceId}::uuid AND id > ${cursor ?? FIRST}::uuid ORDER BY id LIMIT ${RUNS_AT_ONCE}::int`);
  const ids = runs.map(({ id }) => id);
  // Each by an index of its own: a run may have a million rows.
  const theirs = sql`r.contact_id = ANY(${person.contactIds}::uuid[]) AND (r.cells <> '[]' OR r.field_issues IS NOT NULL)`;
  const mentions = sql`r.status IN ('skipped', 'failed') AND lower(concat(r.cells::text, ' ', r.field_issues::text)) ~ ${mentionPattern(person)}::text`;
  let count = 0;
  for (const which of [theirs, mentions]) {
    const rows = await db.query(sql`
      UPDATE contact_import_results r SET cells = CASE WHEN r.cells IS NOT NULL THEN '[]'::jsonb END, field_issues = NULL
      WHERE r.workspace_id = ${workspaceId}::uuid AND r.run_id = ANY(${ids}::uuid[]) AND ${which}
      RETURNING 1 AS erased`);
    count += rows.length;
  }
  return { counts: { import_rows: count }, cursor: runs.length < RUNS_AT_ONCE ? null : (ids.at(-1) as string) };
}

const FIRST = '00000000-0000-0000-0000-000000000000';

interface Reading {
  storage: Storage;
  signal: AbortSignal;
}

/**
 * Deletes uploads that wait for their import and mention the person, one at a time, and takes the person's rows out of those that came as
 * rows. An upload that cannot be read is deleted, too: no look at it could show that the person is not in it.
 */
export async function eraseSessions(
  tx: Ctx<Tx>,
  { storage, signal }: Reading,
  person: ErasedPerson,
  cursor: string | null,
): Promise<ErasedChunk> {
  const { db, workspaceId, now } = tx;
  const [session] = await db.prisma.contactImportSession.findMany({
    where: { workspaceId, id: { gt: cursor ?? FIRST } },
    orderBy: { id: 'asc' },
    take: 1,
  });
  if (!session) return { counts: {}, cursor: null };
  if (session.source === 'rows') {
    const isMention = mentionsOf(person);
    let removed = 0;
    // A run reads rows by their places, so the row stays, empty.
    const rows = (session.rows as string[][]).map((cells) => {
      if (!isMention(cells.join(' '))) return cells;
      removed += 1;
      return cells.map(() => '');
    });
    if (removed > 0)
      await db.query(sql`
        UPDATE contact_import_sessions SET rows = ${JSON.stringify(rows)}::jsonb
        WHERE workspace_id = ${workspaceId}::uuid AND id = ${session.id}::uuid`);
    return { counts: { import_rows: removed }, cursor: session.id };
  }
  if (session.runId !== null || !(await fileMentions({ storage, signal }, person, sourceOf(session))))
    return { counts: {}, cursor: session.id };
  await storage.delete(uploadKey(session.id));
  await deleteSessions(db, [{ workspaceId, id: session.id, source: 'upload' }], now);
  return { counts: { import_files: 1 }, cursor: session.id };
}

const BATCH_ROWS = 1_000;

async function fileMentions({ storage, signal }: Reading, person: ErasedPerson, source: Parameters<typeof openTable>[1]): Promise<boolean> {
  const isMention = mentionsOf(person);
  try {
    const table = await openTable(storage, source);
    if (!table) return false;
    for await (const { rows } of table.batches(table.start, BATCH_ROWS)) {
      signal.throwIfAborted();
      if (rows.some((cells) => isMention(cells.join(' ')))) return true;
    }
    return false;
  } catch (error) {
    if (error instanceof UnreadableCsv) return true;
    throw error;
  }
}

/** Deletes the files of exports that have the person, one at a time. A file with unfamiliar bytes is read as text, which changes none of ours. */
export async function eraseExports(
  tx: Ctx<Tx>,
  { storage, signal }: Reading,
  person: ErasedPerson,
  cursor: string | null,
): Promise<ErasedChunk> {
  const [found] = await tx.db.query<{ id: ExportId; key: string; kind: string; subjectId: string; bytes: number }>(sql`
    SELECT id::text, storage_key AS key, subject_kind AS kind, subject_id::text AS "subjectId", coalesce(size_bytes, 0)::float8 AS bytes FROM exports
    WHERE workspace_id = ${tx.workspaceId}::uuid AND id > ${cursor ?? FIRST}::uuid AND storage_key IS NOT NULL ORDER BY id LIMIT 1
    FOR UPDATE`);
  if (!found) return { counts: {}, cursor: null };
  const isTheirs = found.kind === 'contact' && person.contactIds.includes(found.subjectId);
  if (!isTheirs && !(await textMentions({ storage, signal }, person, found.key))) return { counts: {}, cursor: found.id };
  await storage.delete(found.key);
  await forgetFiles(tx.db, [{ workspaceId: tx.workspaceId, id: found.id, storageKey: found.key, sizeBytes: found.bytes }], tx.now);
  return { counts: { exports: 1 }, cursor: found.id };
}

/** As long as any identifier with what may surround it, so that none is missed at the border of two pieces. */
const OVERLAP = 1_000;

async function textMentions({ storage, signal }: Reading, person: ErasedPerson, key: string): Promise<boolean> {
  const content = await storage.get(key);
  if (!content) return false;
  const isMention = mentionsOf(person);
  let held = '';
  for await (const piece of content.setEncoding('utf8')) {
    signal.throwIfAborted();
    held += piece;
    if (isMention(held)) return true;
    held = held.slice(-OVERLAP);
  }
  return false;
}

/** Imports and exports that began before the erasure and may still read or write the person. */
export async function isStillMoving({ db, workspaceId }: Scope, before: Date): Promise<boolean> {
  const open = await db.query(sql`
    SELECT 1 AS open FROM contact_import_runs
    WHERE workspace_id = ${workspaceId}::uuid AND created_at <= ${before}::timestamptz AND status IN ('queued', 'running')
    UNION ALL
    SELECT 1 FROM exports
    WHERE workspace_id = ${workspaceId}::uuid AND created_at <= ${before}::timestamptz AND status IN ('pending', 'processing')
    LIMIT 1`);
  return open.length > 0;
}

/** Contacts that an import has made again with one of the addresses, though it had begun before the erasure. */
export const returnedByImport = ({ db, workspaceId }: Scope, person: ErasedPerson, before: Date): Promise<{ id: string }[]> =>
  db.query<{ id: string }>(sql`
    SELECT c.id::text FROM contacts c
    WHERE c.workspace_id = ${workspaceId}::uuid AND (c.email = ANY(${person.emails}::text[]) OR c.phone = ANY(${person.phones}::text[]))
      AND EXISTS (
        SELECT FROM contact_import_runs r JOIN contact_import_results i ON i.run_id = r.id AND i.contact_id = c.id
        WHERE r.workspace_id = c.workspace_id AND r.created_at <= ${before}::timestamptz AND i.workspace_id = c.workspace_id AND i.status = 'created')`);

/** The rows that go with a contact, counted before they go. */
export async function countOwnRows({ db, workspaceId }: Scope<Tx>, contactId: string) {
  const of = sql`workspace_id = ${workspaceId}::uuid AND contact_id = ${contactId}::uuid`;
  const [counts] = await db.query<Record<'list_memberships' | 'timeline_entries' | 'consent_entries' | 'custom_events', number>>(sql`
    SELECT (SELECT count(*)::int FROM contact_list_members WHERE ${of}) AS list_memberships,
      (SELECT count(*)::int FROM contact_activities WHERE ${of}) AS timeline_entries,
      (SELECT count(*)::int FROM consent_entries WHERE ${of}) AS consent_entries,
      (SELECT count(*)::int FROM custom_events WHERE ${of}) AS custom_events`);
  return counts as NonNullable<typeof counts>;
}

/** Contacts that were merged into this one, with the identifiers that its timeline has of them. */
export async function mergedInto(
  { db, workspaceId }: Scope<Tx>,
  contactId: string,
): Promise<Pick<ErasedPerson, 'contactIds' | 'emails' | 'phones'>> {
  const rows = await db.query<{ id: string; email: string | null; phone: string | null }>(sql`
    SELECT m.contact_id::text AS id, a.metadata ->> 'email' AS email, a.metadata ->> 'phone' AS phone
    FROM contact_merges m LEFT JOIN contact_activities a ON a.workspace_id = m.workspace_id AND a.contact_id = m.kept_id
      AND a.type = 'contact_merged' AND a.metadata ->> 'contact_id' = m.contact_id::text
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.kept_id = ${contactId}::uuid`);
  return {
    contactIds: rows.map(({ id }) => id),
    emails: rows.flatMap(({ email }) => email ?? []),
    phones: rows.flatMap(({ phone }) => phone ?? []),
  };
}
