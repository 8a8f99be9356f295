import { withTimestamps } from '../../../audience/contacts/contacts.repo.ts';
import { FIRST_ID } from '../../../platform/chunks.ts';
import { type Ctx, type Scope, type Sql, sql, type Tx } from '../../../platform/db.ts';
import type { FlowId, ListId, WorkspaceId } from '../../../platform/ids.ts';

/** Their subject is the list. */
export const SEGMENT_TRIGGERS = ['entered_segment', 'left_segment'] as const;

export interface SegmentRef {
  workspaceId: WorkspaceId;
  listId: ListId;
}

export interface Segment {
  cursor: string;
  /** Null between two passes. */
  startedAt: Date | null;
  /** Whether the list has had these rules since the pass began, or since the last one. */
  isSame: boolean;
  /** Null when the list is gone. */
  rules: unknown;
  /** Whether a trigger of an active flow names the list. */
  isHeard: boolean;
}

/** The flow's triggers begin with the next whole pass over their lists. */
export async function watchSegments({ db, workspaceId, now }: Ctx<Tx>, flowId: FlowId): Promise<void> {
  await db.query(sql`
    INSERT INTO flow_segments (workspace_id, list_id, due_at)
    SELECT DISTINCT h.workspace_id, h.subject::uuid, ${now}::timestamptz FROM flow_triggers h
    WHERE h.workspace_id = ${workspaceId}::uuid AND h.flow_id = ${flowId}::uuid AND h.type = ANY(${[...SEGMENT_TRIGGERS]}::text[])
    ORDER BY 2
    ON CONFLICT DO NOTHING`);
}

const SOME = 20;

/** One segment of each workspace, so that many of one keep no other waiting: the one that was served longest ago. */
export const dueSegments = (now: Date): Sql => sql`
  SELECT "workspaceId" || ' ' || "listId", jsonb_build_object('workspaceId', "workspaceId", 'listId', "listId") FROM (
    SELECT DISTINCT ON (workspace_id) workspace_id::text AS "workspaceId", list_id::text AS "listId", due_at FROM flow_segments
    WHERE due_at <= ${now}::timestamptz ORDER BY workspace_id, due_at
  ) AS due ORDER BY due_at LIMIT ${SOME}::int`;

/** Undefined when another process has it, or it is not due any more. */
export async function holdSegment({ db, workspaceId, now }: Ctx<Tx>, listId: ListId): Promise<Segment | undefined> {
  const [segment] = await db.query<Segment>(sql`
    SELECT s.cursor::text, s.started_at AS "startedAt", s.rules IS NOT DISTINCT FROM l.rules AS "isSame", l.rules,
           EXISTS (SELECT FROM flow_triggers h
             WHERE h.workspace_id = s.workspace_id AND h.type = ANY(${[...SEGMENT_TRIGGERS]}::text[]) AND h.subject = s.list_id::text) AS "isHeard"
    FROM flow_segments s LEFT JOIN contact_lists l ON l.workspace_id = s.workspace_id AND l.id = s.list_id AND l.kind = 'dynamic'
    WHERE s.workspace_id = ${workspaceId}::uuid AND s.list_id = ${listId}::uuid AND s.due_at <= ${now}::timestamptz
    FOR UPDATE OF s SKIP LOCKED`);
  return segment;
}

/** Begins a pass. Other rules than before only record who fits them: nobody has entered or left. */
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

/** While the rules name what is gone, nobody is looked at: they would fit nobody, as if all had left. */
export async function postpone({ db, workspaceId }: Scope<Tx>, listId: ListId, nextAt: Date): Promise<void> {
  await db.query(sql`
    UPDATE flow_segments SET due_at = ${nextAt}::timestamptz WHERE workspace_id = ${workspaceId}::uuid AND list_id = ${listId}::uuid`);
}

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
  await db.query(sql`DELETE FROM flow_segments WHERE workspace_id = ${workspaceId}::uuid AND list_id = ${listId}::uuid`);
  return false;
}

/**
 * Looks at the next contacts, and lets those who have entered or left the segment since the look before into the flows that listened then.
 * @param fits a condition over contacts `c` with their moments
 * @returns the last contact; null when there are no more
 */
export async function lookAtContacts(
  { db, workspaceId, now }: Ctx<Tx>,
  listId: ListId,
  { fits, cursor, limit }: { fits: Sql; cursor: string; limit: number },
): Promise<string | null> {
  const [looked] = await db.query<{ count: number; last: string | null }>(sql`
    WITH segment AS MATERIALIZED (
      SELECT * FROM flow_segments WHERE workspace_id = ${workspaceId}::uuid AND list_id = ${listId}::uuid
    ), next AS MATERIALIZED (
      SELECT id FROM contacts WHERE workspace_id = ${workspaceId}::uuid AND id > ${cursor}::uuid ORDER BY id LIMIT ${limit}::int
    ), looked AS MATERIALIZED (
      SELECT c.id, (${fits}) IS TRUE AS fits, m.contact_id IS NOT NULL AS fitted
      FROM next JOIN contacts c ON c.workspace_id = ${workspaceId}::uuid AND c.id = next.id ${withTimestamps}
      LEFT JOIN flow_segment_members m ON m.workspace_id = ${workspaceId}::uuid AND m.list_id = ${listId}::uuid AND m.contact_id = c.id
    ), entered AS (
      INSERT INTO flow_segment_members (workspace_id, list_id, contact_id)
      SELECT ${workspaceId}::uuid, ${listId}::uuid, id FROM looked WHERE fits AND NOT fitted ORDER BY id
    ), away AS (
      DELETE FROM flow_segment_members m USING looked
      WHERE m.workspace_id = ${workspaceId}::uuid AND m.list_id = ${listId}::uuid AND m.contact_id = looked.id AND looked.fitted AND NOT looked.fits
    ), deleted AS (
      DELETE FROM flow_segment_members m
      WHERE m.workspace_id = ${workspaceId}::uuid AND m.list_id = ${listId}::uuid AND m.contact_id > ${cursor}::uuid
        AND ((SELECT count(*) FROM next) < ${limit}::int OR m.contact_id <= (SELECT id FROM next ORDER BY id DESC LIMIT 1))
        AND NOT EXISTS (SELECT FROM contacts c WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = m.contact_id)
    ), heard AS MATERIALIZED (
      SELECT h.flow_id, h.type FROM segment s
      JOIN flow_triggers h ON h.workspace_id = s.workspace_id AND h.type = ANY(${[...SEGMENT_TRIGGERS]}::text[]) AND h.subject = s.list_id::text
      JOIN flows f ON f.workspace_id = h.workspace_id AND f.id = h.flow_id AND f.status = 'active'
      -- What has changed since the look before has changed while the flow was active.
      WHERE h.heard_at <= s.previous_started_at
      ORDER BY f.id FOR KEY SHARE OF f
    ), told AS (
      INSERT INTO flow_inbox (workspace_id, flow_id, kind, contact_id, at, entered_via)
      SELECT DISTINCT ${workspaceId}::uuid, heard.flow_id, 'entry', looked.id, ${now}::timestamptz, heard.type
      FROM looked JOIN heard ON heard.type = CASE WHEN looked.fits THEN 'entered_segment' ELSE 'left_segment' END
      WHERE looked.fits <> looked.fitted ORDER BY 4
    )
    SELECT count(*)::int AS count, (array_agg(id ORDER BY id DESC))[1]::text AS last FROM next`);
  return looked && looked.count === limit ? looked.last : null;
}
