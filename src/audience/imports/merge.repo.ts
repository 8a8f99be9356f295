import { Contended, type Db, empty, type Prisma, raw, sql, uniqueViolation } from '../../platform/db.ts';
import { momentAfter } from '../activities/activities.repo.ts';
import { EMPTY_WHEN_UNSET } from '../contacts/contacts.repo.ts';
import type { ContactUpdate, ListMember } from '../events.ts';
import { EXCERPT } from './cells.ts';
import type { Mapping } from './mappings.ts';
import type { Merge } from './staging.repo.ts';

export type RowStatus = 'created' | 'updated' | 'skipped' | 'failed';
export type Counts = Record<RowStatus, number>;

/** Passes in a row that may settle nothing because others are writing the same contacts, before the chunk gives up. */
const PATIENCE = 20;

/** What became of a chunk. By name only when asked for; nobody is named twice. */
export interface Merged {
  counts: Counts;
  created: string[];
  updated: ContactUpdate[];
  joined: ListMember[];
}

/**
 * Merges what is staged and writes the row results, in the caller's transaction. A pass settles every row that no earlier
 * row of the chunk can touch any more, all in one statement; rows about the same people take their turns in the passes after
 * it, so that the outcome is that of one row after the other. One pass is the rule.
 * @throws Contended when others write the same contacts all the time
 */
export async function mergeStaged(tx: Db, merge: Merge, rowCount: number, now: Date): Promise<Merged> {
  const counts: Counts = { created: 0, updated: 0, skipped: 0, failed: 0 };
  const created: string[] = [];
  const joined: ListMember[] = [];
  const updated = new Map<string, Set<string>>();
  for (let settled = 0, stalled = 0; settled < rowCount; ) {
    const outcome = await passOver(tx, statementOf(merge, settled > 0, now));
    const before = settled;
    for (const [status, count] of Object.entries(outcome?.counts ?? {}) as [RowStatus, number][]) {
      counts[status] += count;
      settled += count;
    }
    created.push(...(outcome?.created ?? []));
    joined.push(...(outcome?.joined ?? []));
    for (const { contactId, fields } of outcome?.updated ?? []) {
      updated.set(contactId, new Set([...(updated.get(contactId) ?? []), ...fields]));
    }
    stalled = settled > before ? 0 : stalled + 1;
    if (stalled === PATIENCE) throw new Contended(new Error('a chunk settled no row in many passes'));
  }
  return { counts, created, joined, updated: [...updated].map(([contactId, fields]) => ({ contactId, fields: [...fields] })) };
}

/** As the statement returns it: null for nobody. */
interface Outcome {
  counts: Partial<Counts> | null;
  created: string[] | null;
  updated: ContactUpdate[] | null;
  joined: ListMember[] | null;
}

/** Somebody may take a phone between our look and our write: then nothing of the pass is written, and the next one sees it. */
async function passOver(tx: Db, statement: Prisma.Sql): Promise<Outcome | undefined> {
  await tx.query(sql`SAVEPOINT before_pass`);
  try {
    const [outcome] = await tx.query<Outcome>(statement);
    await tx.query(sql`RELEASE SAVEPOINT before_pass`);
    return outcome;
  } catch (error) {
    if (!uniqueViolation(error)) throw error;
    await tx.query(sql`ROLLBACK TO SAVEPOINT before_pass`);
    return undefined;
  }
}

const isEmptyWhenUnset = (field: string): boolean => (EMPTY_WHEN_UNSET as readonly string[]).includes(field);

/** What a mapped column of an existing contact `c` becomes by the row `d`. */
function nextValue({ field, fill }: Mapping): string {
  if (!fill) return `coalesce(d.${field}, c.${field})`;
  return isEmptyWhenUnset(field) ? `coalesce(nullif(c.${field}, ''), d.${field}, '')` : `coalesce(c.${field}, d.${field})`;
}

/** What a mapped column of a new contact is. */
function firstValue(field: string): string {
  if (field === 'unsubscribed') return 'coalesce(d.unsubscribed, false)';
  return isEmptyWhenUnset(field) ? `coalesce(d.${field}, '')` : `d.${field}`;
}

/**
 * Rows are judged by the contacts as they are, the email first:
 *
 * - `crossed`: the phone belongs to somebody else than the email, so the row fails;
 * - `writes`: the row is going to create or change a contact;
 * - `bars`: its phone is nobody's, so that nobody may get it before the row is settled: it would seem to be crossed. A row that is
 *   going to be skipped writes nothing and bars its phone all the same.
 *
 * A row waits for the next pass while an earlier one that writes has its email, its phone, its contact, or the contact that
 * holds its phone, or one bars its phone: what that one does, or is, may be decided otherwise. Within a pass, contacts are locked by id, then lists by id, as by
 * all writers. A contact that was deleted or created meanwhile leaves its row for the next pass.
 *
 * The workspace comes to the contacts with the staged row, so that the plan does not rest on what the statistics say about
 * that one workspace; LIMIT and OFFSET keep each look-up one by the index. Rows are told apart by membership in a set
 * (`IN` in the select list), since the planner knows nothing about the sizes of these sets and would join them row by row.
 */
function statementOf(merge: Merge, isLater: boolean, now: Date): Prisma.Sql {
  const { workspaceId, runId, claimId, mappings, skipExisting, listIds } = merge;
  const standard = mappings.filter(({ kind }) => kind === 'standard');
  const hasCustom = mappings.some(({ kind }) => kind === 'custom_field');
  const email = standard.find(({ field }) => field === 'email');
  const phone = standard.find(({ field }) => field === 'phone');
  // The email finds the contact, so it never changes one; a phone does when the contact was found by its email.
  const changing = standard.filter(({ field }) => field !== 'email' && (field !== 'phone' || email));
  const carried = raw(['default_name', 'email_domain', ...standard.map(({ field }) => field)].map((name) => `, s.${name}`).join(''));
  const origin = merge.fileName;

  const next = changing.map((mapping) => `, ${nextValue(mapping)} AS next_${mapping.field}`);
  if (hasCustom) next.push(", (coalesce(d.custom_under, '{}') || c.custom_fields) || coalesce(d.custom_over, '{}') AS next_custom_fields");
  const changedNames = changing.map(({ field }) => `CASE WHEN h.next_${field} IS DISTINCT FROM h.${field} THEN '${field}' END`);
  const changedCustom = sql`
    || ARRAY(
      SELECT 'custom_fields.' || v.key FROM jsonb_each(h.next_custom_fields) AS v
      WHERE h.next_custom_fields <> h.custom_fields AND h.custom_fields -> v.key IS DISTINCT FROM v.value
      ORDER BY v.key
    )`;
  const set = [...changing.map(({ field }) => field), ...(hasCustom ? ['custom_fields'] : [])];
  const given = standard.map(({ field }) => field).filter((field) => field !== 'display_name');
  const named = standard.some(({ field }) => field === 'display_name') ? 'coalesce(d.display_name, d.default_name)' : 'd.default_name';

  return sql`
    WITH staged AS MATERIALIZED (
      SELECT s.* FROM contact_import_staging s
      WHERE s.workspace_id = ${workspaceId}::uuid AND s.claim_id = ${claimId}::uuid
      ${
        isLater
          ? sql`AND NOT EXISTS (
        SELECT FROM contact_import_results r
        WHERE r.workspace_id = ${workspaceId}::uuid AND r.run_id = ${runId}::uuid AND r.row_number = s.row_number)`
          : empty
      }
      OFFSET 0
    ), found AS (
      SELECT s.workspace_id, s.row_number, s.contact_id, s.custom_over, s.custom_under, s.field_issues, s.notes, s.cells ${carried},
        ${email ? sql`by_email.id` : sql`NULL::uuid`} AS email_holder,
        ${phone ? sql`by_phone.id` : sql`NULL::uuid`} AS phone_holder
      FROM staged s
      ${
        email
          ? sql`LEFT JOIN LATERAL (
        SELECT c.id FROM contacts c WHERE c.workspace_id = s.workspace_id AND c.email = s.email LIMIT 1
      ) AS by_email ON s.field_issues IS NULL`
          : empty
      }
      ${
        phone
          ? sql`LEFT JOIN LATERAL (
        SELECT c.id FROM contacts c WHERE c.workspace_id = s.workspace_id AND c.phone = s.phone LIMIT 1
      ) AS by_phone ON s.field_issues IS NULL`
          : empty
      }
    ), matched AS (
      SELECT f.*, ${email ? raw('CASE WHEN f.email IS NULL THEN f.phone_holder ELSE f.email_holder END') : raw('f.phone_holder')} AS id
      FROM found f
    ), judged AS (
      SELECT m.*, m.phone_holder IS DISTINCT FROM m.id AND m.phone_holder IS NOT NULL AS crossed,
        m.field_issues IS NULL AND (m.phone_holder IS NULL OR m.phone_holder = m.id)
          AND ${skipExisting ? sql`m.id IS NULL` : sql`true`} AS writes,
        m.field_issues IS NULL AND m.phone_holder IS NULL AS bars
      FROM matched m
    ), ranked AS MATERIALIZED (
      SELECT j.*,
        min(j.row_number) FILTER (WHERE j.writes) OVER (PARTITION BY j.id) AS first_by_id,
        ${email ? sql`min(j.row_number) FILTER (WHERE j.writes) OVER (PARTITION BY j.email)` : sql`NULL::int`} AS first_by_email,
        ${phone ? sql`min(j.row_number) FILTER (WHERE j.writes OR j.bars) OVER (PARTITION BY j.phone)` : sql`NULL::int`} AS first_by_phone
      FROM judged j
    ), waiting AS (
      SELECT r.*, coalesce(
        (r.id IS NOT NULL AND r.first_by_id < r.row_number)
        ${email ? sql`OR (r.email IS NOT NULL AND r.first_by_email < r.row_number)` : empty}
        ${phone ? sql`OR (r.phone IS NOT NULL AND r.first_by_phone < r.row_number)` : empty}
        ${
          email && phone
            ? sql`OR (r.crossed AND r.phone_holder IN (SELECT w.id FROM ranked w WHERE w.writes)
          AND EXISTS (SELECT FROM ranked w WHERE w.id = r.phone_holder AND w.writes AND w.row_number < r.row_number))`
            : empty
        },
        false) AND r.field_issues IS NULL AS waits
      FROM ranked r
    ), decided AS MATERIALIZED (
      SELECT w.*, CASE
        WHEN w.field_issues IS NOT NULL OR w.crossed THEN 'failed'
        WHEN w.id IS NULL THEN 'created'
        ELSE ${skipExisting ? 'skipped' : 'updated'}::text END AS outcome,
        CASE WHEN w.field_issues IS NULL AND NOT w.crossed AND w.id IS NOT NULL THEN coalesce((
          SELECT min(e.row_number) FROM contact_import_results e
          WHERE e.workspace_id = w.workspace_id AND e.run_id = ${runId}::uuid AND e.contact_id = w.id
        ), CASE WHEN w.first_about < w.row_number THEN w.first_about END) END AS earlier
      FROM (
        SELECT w.*, min(w.row_number) FILTER (WHERE NOT w.crossed) OVER about AS first_about, bool_or(w.waits) OVER about AS after_waiting,
          bool_or(w.waits AND w.crossed) OVER (ORDER BY w.row_number) AS after_crossed
        FROM waiting w WINDOW about AS (PARTITION BY w.id ORDER BY w.row_number)
      ) AS w
      -- Rows that are skipped wait too, for what is said of them: whether the row before them was about the same contact. What a
      -- crossed row that waits is going to be is open, so that nobody behind it may change anything yet.
      WHERE w.field_issues IS NOT NULL
        OR (NOT w.waits AND NOT w.after_crossed AND (w.id IS NULL OR NOT w.after_waiting))
    ), held AS MATERIALIZED (
      SELECT c.workspace_id, c.id ${raw([...set.map((field) => `, c.${field}`), ...next].join(''))}
      FROM decided d JOIN contacts c ON c.workspace_id = d.workspace_id AND c.id = d.id
      WHERE d.outcome = 'updated' AND ${email && phone ? raw('(c.email = d.email OR (d.email IS NULL AND c.phone = d.phone))') : raw(email ? 'c.email = d.email' : 'c.phone = d.phone')}
      ORDER BY c.id FOR NO KEY UPDATE OF c
    ), after AS MATERIALIZED (
      SELECT h.*, array_remove(ARRAY[${raw(changedNames.join(', '))}]::text[], NULL) ${hasCustom ? changedCustom : empty} AS fields
      FROM held h
    ), due AS MATERIALIZED (
      SELECT a.*, ${momentAfter(now)} AS moment
      FROM after a JOIN contact_moments t ON t.workspace_id = a.workspace_id AND t.contact_id = a.id
      WHERE a.fields <> '{}'
        -- Moments after contacts.
        AND (SELECT count(*) FROM held) >= 0
      ORDER BY t.contact_id FOR NO KEY UPDATE OF t
    ), moved AS (
      UPDATE contact_moments t SET updated_at = due.moment
      FROM due WHERE t.workspace_id = due.workspace_id AND t.contact_id = due.id
    ), changed AS (
      ${
        set.length > 0
          ? sql`UPDATE contacts c SET ${raw(set.map((field) => `${field} = due.next_${field}`).join(', '))}
      FROM due WHERE c.workspace_id = due.workspace_id AND c.id = due.id
      RETURNING c.id, due.moment, due.fields`
          : sql`SELECT id, moment, fields FROM due`
      }
    ), created AS (
      INSERT INTO contacts AS c (workspace_id, id, email_domain, display_name, original_source, original_source_detail, created_at
        ${raw(given.map((field) => `, ${field}`).join(''))} ${hasCustom ? raw(', custom_fields') : empty})
      SELECT d.workspace_id, d.contact_id, d.email_domain, ${raw(named)}, 'import', ${origin}::text, ${now}::timestamptz
        ${raw(given.map((field) => `, ${firstValue(field)}`).join(''))}
        ${hasCustom ? raw(", coalesce(d.custom_under, '{}') || coalesce(d.custom_over, '{}')") : empty}
      FROM decided d WHERE d.outcome = 'created'
      ON CONFLICT DO NOTHING
      RETURNING c.id
    ), recorded AS (
      INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata)
      SELECT ${workspaceId}::uuid, id, 'contact_updated', moment, jsonb_build_object('source', 'import', 'fields', fields)
      FROM changed
    ), ${listIds.length > 0 ? joining(merge, now) : empty}
    results AS (
      INSERT INTO contact_import_results (workspace_id, run_id, row_number, status, contact_id, field_issues, cells)
      SELECT workspace_id, ${runId}::uuid, row_number, outcome,
        CASE outcome WHEN 'created' THEN contact_id WHEN 'failed' THEN NULL ELSE id END,
        nullif(CASE
          WHEN field_issues IS NOT NULL THEN field_issues
          WHEN crossed THEN ${issueOf(phone, 'conflict', sql`'The email and the phone belong to two different contacts.'`)}
          WHEN earlier IS NOT NULL THEN ${duplicateOf(email, phone)}
          ELSE '[]'::jsonb
        END || coalesce(notes, '[]'::jsonb), '[]'::jsonb),
        CASE WHEN outcome IN ('failed', 'skipped') THEN cells END
      FROM (
        SELECT d.*, CASE d.outcome
          WHEN 'created' THEN d.contact_id IN (SELECT id FROM created)
          WHEN 'updated' THEN d.id IN (SELECT id FROM held)
          ELSE true END AS settled
        FROM decided d
      ) AS d
      WHERE settled
      RETURNING status
    )
    SELECT (SELECT json_object_agg(status, n) FROM (SELECT status, count(*) AS n FROM results GROUP BY status) AS settled) AS counts,
      ${names(merge)}`;
}

/** Whom the pass has written, for those who listen. */
const names = ({ named, listIds }: Merge): Prisma.Sql => {
  const created = sql`(SELECT json_agg(id) FROM created)`;
  const updated = sql`(SELECT json_agg(json_build_object('contactId', id, 'fields', fields)) FROM changed)`;
  const joined = sql`(SELECT json_agg(json_build_object('listId', list_id, 'contactId', contact_id)) FROM joined)`;
  const nobody = sql`NULL`;
  return sql`${named ? created : nobody} AS created, ${named ? updated : nobody} AS updated,
      ${named && listIds.length > 0 ? joined : nobody} AS joined`;
};

/** Puts everybody whom the pass has created or updated on the lists of the run. */
const joining = ({ workspaceId, listIds }: Merge, now: Date): Prisma.Sql => sql`
    lists AS MATERIALIZED (
      SELECT id FROM contact_lists
      WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${[...listIds]}::uuid[]) AND kind = 'static'
        -- Contacts are locked before lists.
        AND (SELECT count(*) FROM held) >= 0 AND (SELECT count(*) FROM created) >= 0
      ORDER BY id FOR NO KEY UPDATE
    ), joined AS (
      INSERT INTO contact_list_members (workspace_id, list_id, contact_id, added_at)
      SELECT ${workspaceId}::uuid, l.id, t.id, ${now}::timestamptz
      FROM lists l, (SELECT id FROM created UNION ALL SELECT id FROM held) AS t
      ON CONFLICT DO NOTHING
      RETURNING list_id, contact_id
    ), counted AS (
      UPDATE contact_lists l SET member_count = l.member_count + n.added
      FROM (SELECT list_id, count(*)::int AS added FROM joined GROUP BY list_id) AS n
      WHERE l.workspace_id = ${workspaceId}::uuid AND l.id = n.list_id
    ),`;

function issueOf(mapping: Mapping | undefined, code: string, message: Prisma.Sql): Prisma.Sql {
  if (!mapping) return sql`NULL::jsonb`;
  return sql`jsonb_build_array(jsonb_build_object(
    'field', ${mapping.field}::text, 'header', ${mapping.header}::text, 'error_code', ${code}::text, 'message', ${message},
    'value', left(cells ->> ${mapping.column}::int, ${EXCERPT}::int)))`;
}

function duplicateOf(email: Mapping | undefined, phone: Mapping | undefined): Prisma.Sql {
  const message = sql`'Row ' || earlier || ' is about the same contact.'`;
  const byEmail = issueOf(email, 'duplicate_in_file', message);
  const byPhone = issueOf(phone, 'duplicate_in_file', message);
  if (!email) return byPhone;
  return sql`CASE WHEN email IS NULL THEN ${byPhone} ELSE ${byEmail} END`;
}
