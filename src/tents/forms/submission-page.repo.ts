import { empty, join, type Scope, type Sql, sql } from '../../platform/db.ts';
import type { ContactId, TentId } from '../../platform/ids.ts';
import type { Position } from '../../shared/cursor.ts';
import { containing } from '../../shared/paging.ts';

export interface SubmissionRow {
  id: string;
  tentId: TentId;
  formId: string;
  /** Null also for a contact that has been deleted. */
  contactId: ContactId | null;
  fields: Record<string, string>;
  origin: string | null;
  submittedAt: Date;
}

export interface SubmissionFilters {
  formId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  search?: string | undefined;
}

const COLUMNS = sql`s.id::text, s.tent_id::text AS "tentId", s.form_id AS "formId", c.id::text AS "contactId", s.fields, s.origin,
  s.submitted_at AS "submittedAt"`;
const WITH_CONTACT = sql`LEFT JOIN contacts c ON c.workspace_id = s.workspace_id AND c.id = s.contact_id`;

const ofTent = ({ workspaceId }: Scope, tentId: TentId, formId: string | undefined): Sql =>
  sql`s.workspace_id = ${workspaceId}::uuid AND s.tent_id = ${tentId}::uuid ${formId === undefined ? empty : sql`AND s.form_id = ${formId}::text`}`;

/** The latest first. */
export function submissionsBefore(
  scope: Scope,
  { tentId, filters }: { tentId: TentId; filters: SubmissionFilters },
  before: Position | undefined,
  most: number,
): Promise<SubmissionRow[]> {
  const { formId, from, to, search } = filters;
  const conditions = [ofTent(scope, tentId, formId)];
  if (from) conditions.push(sql`s.submitted_at >= ${from}::timestamptz`);
  if (to) conditions.push(sql`s.submitted_at < ${to}::timestamptz`);
  if (search) conditions.push(sql`submission_text(s.fields) LIKE fold_case(${containing(search)}::text)`);
  if (before) conditions.push(sql`(s.submitted_at, s.id) < (${before.key}::timestamptz, ${before.id}::uuid)`);
  return scope.db.query<SubmissionRow>(sql`
    SELECT ${COLUMNS} FROM submissions s ${WITH_CONTACT} WHERE ${join(conditions, ' AND ')}
    ORDER BY s.submitted_at DESC, s.id DESC LIMIT ${most}::int`);
}

export async function findSubmission({ db, workspaceId }: Scope, tentId: TentId, id: string): Promise<SubmissionRow | undefined> {
  const [row] = await db.query<SubmissionRow>(sql`
    SELECT ${COLUMNS} FROM submissions s ${WITH_CONTACT}
    WHERE s.workspace_id = ${workspaceId}::uuid AND s.tent_id = ${tentId}::uuid AND s.id = ${id}::uuid`);
  return row;
}

export interface SubmissionsOf {
  tentId: TentId;
  formId: string | undefined;
}

export interface After {
  at: Date;
  id: string;
}

export const FROM_THE_FIRST: After = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' };

const after = ({ at, id }: After): Sql => sql`(s.submitted_at, s.id) > (${at}::timestamptz, ${id}::uuid)`;

/** The oldest first. */
export const submissionsAfter = (
  scope: Scope,
  { tentId, formId }: SubmissionsOf,
  position: After,
  most: number,
): Promise<SubmissionRow[]> =>
  scope.db.query<SubmissionRow>(sql`
    SELECT ${COLUMNS} FROM submissions s ${WITH_CONTACT} WHERE ${ofTent(scope, tentId, formId)} AND ${after(position)}
    ORDER BY s.submitted_at, s.id LIMIT ${most}::int`);

interface NamesPage {
  names: string[];
  last: After | null;
}

/** The names of the fields in the next submissions, and the last of these. */
export async function fieldNamesAfter(scope: Scope, { tentId, formId }: SubmissionsOf, position: After, most: number): Promise<NamesPage> {
  const [row] = await scope.db.query<{ names: string[]; at: Date | null; id: string | null }>(sql`
    WITH page AS MATERIALIZED (
      SELECT s.fields, s.submitted_at, s.id FROM submissions s WHERE ${ofTent(scope, tentId, formId)} AND ${after(position)}
      ORDER BY s.submitted_at, s.id LIMIT ${most}::int
    ), last AS (
      SELECT submitted_at, id FROM page ORDER BY submitted_at DESC, id DESC LIMIT 1
    )
    SELECT ARRAY(SELECT DISTINCT name FROM page CROSS JOIN LATERAL jsonb_object_keys(page.fields) AS name) AS names,
      (SELECT submitted_at FROM last) AS at, (SELECT id::text FROM last) AS id`);
  return { names: row?.names ?? [], last: row?.at && row.id !== null ? { at: row.at, id: row.id } : null };
}

export interface Waiting {
  count: number;
  last: After | null;
}

/** How many submissions follow, up to a bound, and the last of these. */
export async function countAfter(scope: Scope, { tentId, formId }: SubmissionsOf, position: After, most: number): Promise<Waiting> {
  const [row] = await scope.db.query<{ count: number; at: Date | null; id: string | null }>(sql`
    WITH page AS MATERIALIZED (
      SELECT s.submitted_at, s.id FROM submissions s WHERE ${ofTent(scope, tentId, formId)} AND ${after(position)}
      ORDER BY s.submitted_at, s.id LIMIT ${most}::int
    ), last AS (
      SELECT submitted_at, id FROM page ORDER BY submitted_at DESC, id DESC LIMIT 1
    )
    SELECT (SELECT count(*)::int FROM page) AS count, (SELECT submitted_at FROM last) AS at, (SELECT id::text FROM last) AS id`);
  return { count: row?.count ?? 0, last: row?.at && row.id !== null ? { at: row.at, id: row.id } : null };
}
