import { withTimestamps } from '../../../audience/contacts/contacts.repo.ts';
import { FIRST_ID } from '../../../platform/chunks.ts';
import { type Ctx, raw, type Scope, type Sql, sql, type Tx } from '../../../platform/db.ts';
import type { FlowId, ListId, WorkspaceId } from '../../../platform/ids.ts';

/** Their subject is the list. */
export const SEGMENT_TRIGGERS = ['entered_segment', 'left_segment'] as const;

export interface SegmentRef {
  workspaceId: WorkspaceId;
  listId: ListId;
}

export interface Segment {
  cursor: string;
  /** Whether the pass under way goes on, or the next one begins. */
  isDue: boolean;
  /** Null between two passes. */
  startedAt: Date | null;
  /** Whether a whole pass by these rules is over, so that changes can be compared with it. */
  isRecorded: boolean;
  /** Whether contacts have changed since their last look. */
  hasChanges: boolean;
  /** Whether the list has had these rules since the pass began, or since the last one. */
  isSame: boolean;
  /** Null when the list is gone. */
  rules: unknown;
  /** Whether a trigger of an active flow names the list. */
  isWatched: boolean;
}

/**
 * The flow's triggers begin with the next whole pass over their lists. A segment that is just being forgotten is waited for and made again:
 * a row that stays as it is takes the lock.
 */
export async function watchSegments({ db, workspaceId, now }: Ctx<Tx>, flowId: FlowId): Promise<void> {
  await db.query(sql`
    INSERT INTO flow_segments (workspace_id, list_id, due_at)
    SELECT DISTINCT h.workspace_id, h.subject::uuid, ${now}::timestamptz FROM flow_triggers h
    WHERE h.workspace_id = ${workspaceId}::uuid AND h.flow_id = ${flowId}::uuid AND h.type = ANY(${[...SEGMENT_TRIGGERS]}::text[])
    ORDER BY 2
    ON CONFLICT (workspace_id, list_id) DO UPDATE SET due_at = flow_segments.due_at`);
}

const SOME = 20;

const IS_WATCHED = sql`EXISTS (
  SELECT FROM flow_triggers h
  WHERE h.workspace_id = s.workspace_id AND h.type = ANY(${[...SEGMENT_TRIGGERS]}::text[]) AND h.subject = s.list_id::text)`;
const HAS_CHANGES = raw('EXISTS (SELECT FROM flow_segment_changes c WHERE c.workspace_id = s.workspace_id AND c.list_id = s.list_id)');

/** The first change of segment `s` that waits. Changes during the pass that records wait for its end. */
const FIRST_CHANGE = raw(`CROSS JOIN LATERAL (
  SELECT change_id FROM flow_segment_changes c WHERE c.workspace_id = s.workspace_id AND c.list_id = s.list_id ORDER BY change_id LIMIT 1
) AS first`);

/**
 * One segment of each workspace, so that many of one keep no other waiting: the one that was served longest ago, and the one with the change
 * that has waited longest.
 */
export const dueSegments = (now: Date): Sql => sql`
  SELECT workspace_id || ' ' || list_id, jsonb_build_object('workspaceId', workspace_id, 'listId', list_id) FROM (
    (SELECT workspace_id, list_id FROM (
      SELECT DISTINCT ON (workspace_id) workspace_id, list_id, due_at FROM flow_segments
      WHERE due_at <= ${now}::timestamptz ORDER BY workspace_id, due_at
    ) AS passes ORDER BY due_at LIMIT ${SOME}::int)
    UNION
    (SELECT workspace_id, list_id FROM (
      SELECT DISTINCT ON (s.workspace_id) s.workspace_id, s.list_id, first.change_id FROM flow_segments s ${FIRST_CHANGE}
      WHERE s.previous_started_at IS NOT NULL ORDER BY s.workspace_id, first.change_id
    ) AS changes ORDER BY change_id LIMIT ${SOME}::int)
  ) AS due`;

/**
 * Undefined when another process has it, or there is nothing to do any more. Writers share the lock, since what they add refers to the
 * segment.
 */
export async function holdSegment({ db, workspaceId, now }: Ctx<Tx>, listId: ListId): Promise<Segment | undefined> {
  const [segment] = await db.query<Segment>(sql`
    SELECT s.cursor::text, s.due_at <= ${now}::timestamptz AS "isDue", s.started_at AS "startedAt",
           s.previous_started_at IS NOT NULL AS "isRecorded", ${HAS_CHANGES} AS "hasChanges", s.rules IS NOT DISTINCT FROM l.rules AS "isSame", l.rules,
           ${IS_WATCHED} AS "isWatched"
    FROM flow_segments s LEFT JOIN contact_lists l ON l.workspace_id = s.workspace_id AND l.id = s.list_id AND l.kind = 'dynamic'
    WHERE s.workspace_id = ${workspaceId}::uuid AND s.list_id = ${listId}::uuid
      AND (s.due_at <= ${now}::timestamptz OR ${HAS_CHANGES})
    FOR NO KEY UPDATE OF s SKIP LOCKED`);
  return segment;
}

/** Of a segment that the transaction holds: a flow may have been activated after the snapshot of the statement that took the lock. */
export async function isStillWatched({ db, workspaceId }: Scope<Tx>, listId: ListId): Promise<boolean> {
  const [row] = await db.query<{ isWatched: boolean }>(sql`
    SELECT ${IS_WATCHED} AS "isWatched" FROM flow_segments s WHERE s.workspace_id = ${workspaceId}::uuid AND s.list_id = ${listId}::uuid`);
  return row?.isWatched === true;
}

/** Begins a pass. Other rules than before only record who fits them: no contact has entered or left. */
export async function beginPass({ db, workspaceId, now }: Ctx<Tx>, listId: ListId, { rules, isSame }: Segment): Promise<void> {
  await db.query(sql`
    UPDATE flow_segments
    SET cursor = ${FIRST_ID}::uuid, rules = ${JSON.stringify(rules)}::text::jsonb, started_at = ${now}::timestamptz,
        previous_started_at = CASE WHEN ${isSame}::boolean THEN previous_started_at END
    WHERE workspace_id = ${workspaceId}::uuid AND list_id = ${listId}::uuid`);
}

/** The pass under way goes on with the next turn. */
export async function keepPass({ db, workspaceId, now }: Ctx<Tx>, listId: ListId, cursor: string): Promise<void> {
  await db.query(sql`
    UPDATE flow_segments SET cursor = ${cursor}::uuid, due_at = ${now}::timestamptz
    WHERE workspace_id = ${workspaceId}::uuid AND list_id = ${listId}::uuid`);
}

export async function endPass({ db, workspaceId }: Scope<Tx>, listId: ListId, nextAt: Date): Promise<void> {
  await db.query(sql`
    UPDATE flow_segments SET due_at = ${nextAt}::timestamptz, previous_started_at = started_at, started_at = NULL
    WHERE workspace_id = ${workspaceId}::uuid AND list_id = ${listId}::uuid`);
}

/** While the rules name what is gone, contacts are not looked at: none would fit, as if all had left. */
export async function postpone({ db, workspaceId }: Scope<Tx>, listId: ListId, nextAt: Date): Promise<void> {
  await db.query(sql`
    UPDATE flow_segments SET due_at = ${nextAt}::timestamptz WHERE workspace_id = ${workspaceId}::uuid AND list_id = ${listId}::uuid`);
}

/** Leaves them to the next pass. @returns whether more is left */
export async function forgetChanges({ db, workspaceId }: Scope<Tx>, listId: ListId, limit: number): Promise<boolean> {
  const [row] = await db.query<{ count: number }>(sql`
    WITH ${takingChanges({ workspaceId, listId, limit })} SELECT count(*)::int AS count FROM taken`);
  return row?.count === limit;
}

const takingChanges = ({ workspaceId, listId, limit }: SegmentRef & { limit: number }): Sql => sql`
  taken AS (
    DELETE FROM flow_segment_changes WHERE workspace_id = ${workspaceId}::uuid AND list_id = ${listId}::uuid AND (change_id, contact_id) IN (
      SELECT change_id, contact_id FROM flow_segment_changes WHERE workspace_id = ${workspaceId}::uuid AND list_id = ${listId}::uuid
      ORDER BY change_id, contact_id LIMIT ${limit}::int)
    RETURNING contact_id, test
  )`;

/** Of a list that no active flow names. @returns whether more is left */
export async function forgetSegment({ db, workspaceId }: Scope<Tx>, listId: ListId, limit: number): Promise<boolean> {
  const [row] = await db.query<{ count: number }>(sql`
    WITH gone AS (
      DELETE FROM flow_segment_members WHERE workspace_id = ${workspaceId}::uuid AND list_id = ${listId}::uuid AND contact_id = ANY(ARRAY(
        SELECT contact_id FROM flow_segment_members WHERE workspace_id = ${workspaceId}::uuid AND list_id = ${listId}::uuid LIMIT ${limit}::int))
      RETURNING 1
    )
    SELECT count(*)::int AS count FROM gone`);
  if (row?.count === limit) return true;
  if (await forgetChanges({ db, workspaceId }, listId, limit)) return true;
  // A write under way holds the segment, and may go on to hold flows: the next turn is for what it adds.
  await db.query(sql`
    DELETE FROM flow_segments WHERE workspace_id = ${workspaceId}::uuid AND list_id IN (
      SELECT list_id FROM flow_segments WHERE workspace_id = ${workspaceId}::uuid AND list_id = ${listId}::uuid FOR UPDATE SKIP LOCKED)`);
  return false;
}

interface Look {
  /** A condition over contacts `c` with their timestamps. */
  fits: Sql;
  limit: number;
}

/**
 * Looks at the next contacts of a pass, and lets those that have entered or left the segment since the look before into the flows that
 * listened then.
 * @returns the last contact; null when there are no more
 */
export async function lookAtContacts(
  { db, workspaceId, now }: Ctx<Tx>,
  listId: ListId,
  { fits, cursor, limit }: Look & { cursor: string },
): Promise<string | null> {
  const [row] = await db.query<{ count: number; last: string | null }>(sql`
    WITH next AS MATERIALIZED (
      -- The pass may meet the change of a test key before its own look.
      SELECT c.id, c.id IN (
        SELECT contact_id FROM flow_segment_changes WHERE workspace_id = ${workspaceId}::uuid AND list_id = ${listId}::uuid AND test) AS test
      FROM contacts c WHERE c.workspace_id = ${workspaceId}::uuid AND c.id > ${cursor}::uuid ORDER BY c.id LIMIT ${limit}::int
    ), deleted AS (
      DELETE FROM flow_segment_members m
      WHERE m.workspace_id = ${workspaceId}::uuid AND m.list_id = ${listId}::uuid AND m.contact_id > ${cursor}::uuid
        AND ((SELECT count(*) FROM next) < ${limit}::int OR m.contact_id <= (SELECT id FROM next ORDER BY id DESC LIMIT 1))
        AND NOT EXISTS (SELECT FROM contacts c WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = m.contact_id)
    ), ${comparing({ workspaceId, listId, fits, now })}
    SELECT count(*)::int AS count, (array_agg(id ORDER BY id DESC))[1]::text AS last FROM next`);
  return row && row.count === limit ? row.last : null;
}

/**
 * Looks at contacts that have changed, likewise. A statement sees a change together with what it changed, and later ones stay.
 * @returns whether more is left
 */
export async function lookAtChanges({ db, workspaceId, now }: Ctx<Tx>, listId: ListId, { fits, limit }: Look): Promise<boolean> {
  const [row] = await db.query<{ count: number }>(sql`
    WITH ${takingChanges({ workspaceId, listId, limit })}, next AS MATERIALIZED (
      SELECT contact_id AS id, bool_or(test) AS test FROM taken GROUP BY contact_id
    ), ${comparing({ workspaceId, listId, fits, now })}
    SELECT count(*)::int AS count FROM taken`);
  return row?.count === limit;
}

/** CTEs that compare the contacts of `next` with their look before. */
const comparing = ({ workspaceId, listId, fits, now }: SegmentRef & { fits: Sql; now: Date }): Sql => sql`
  segment AS MATERIALIZED (
    SELECT * FROM flow_segments WHERE workspace_id = ${workspaceId}::uuid AND list_id = ${listId}::uuid
  ), checked AS MATERIALIZED (
    SELECT c.id, next.test, (${fits}) IS TRUE AS fits, m.contact_id IS NOT NULL AS fitted
    FROM next JOIN contacts c ON c.workspace_id = ${workspaceId}::uuid AND c.id = next.id ${withTimestamps}
    LEFT JOIN flow_segment_members m ON m.workspace_id = ${workspaceId}::uuid AND m.list_id = ${listId}::uuid AND m.contact_id = c.id
  ), entered AS (
    INSERT INTO flow_segment_members (workspace_id, list_id, contact_id)
    SELECT ${workspaceId}::uuid, ${listId}::uuid, id FROM checked WHERE fits AND NOT fitted ORDER BY id
  ), away AS (
    DELETE FROM flow_segment_members m USING checked
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.list_id = ${listId}::uuid AND m.contact_id = checked.id
      AND checked.fitted AND NOT checked.fits
  ), listeners AS MATERIALIZED (
    SELECT h.flow_id, h.type FROM segment s
    JOIN flow_triggers h ON h.workspace_id = s.workspace_id AND h.type = ANY(${[...SEGMENT_TRIGGERS]}::text[]) AND h.subject = s.list_id::text
    JOIN flows f ON f.workspace_id = h.workspace_id AND f.id = h.flow_id AND f.status = 'active'
    -- What has changed since the look before has changed while the flow was active.
    WHERE h.heard_at <= s.previous_started_at
    ORDER BY f.id FOR KEY SHARE OF f
  ), entries AS (
    INSERT INTO flow_inbox (workspace_id, flow_id, kind, contact_id, at, entered_via, test)
    SELECT DISTINCT ${workspaceId}::uuid, listeners.flow_id, 'entry', checked.id, ${now}::timestamptz, listeners.type, checked.test
    FROM checked JOIN listeners ON listeners.type = CASE WHEN checked.fits THEN 'entered_segment' ELSE 'left_segment' END
    WHERE checked.fits <> checked.fitted ORDER BY 4
  )`;
