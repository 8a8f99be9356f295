import { type Ctx, empty, join, raw, type Scope, type Sql, sql, type Tx } from '../../../platform/db.ts';
import { type ContactId, type FlowId, newId, type WorkspaceId } from '../../../platform/ids.ts';
import type { EntryContext } from '../../messages/merge-values.ts';
import type { Definition, Trigger } from '../definition.ts';
import type { ArmedTrigger } from '../trigger.kind.ts';
import { kindOf } from '../triggers/index.ts';
import { watchSegments } from './segments.repo.ts';

/** The flow listens from `now` on. */
export async function hear(tx: Ctx<Tx>, { flowId, triggers }: Pick<Definition, 'flowId' | 'triggers'>): Promise<void> {
  const { db, workspaceId, now } = tx;
  await unhear(tx, flowId);
  const due = triggers.map((trigger) => kindOf(trigger).dueAfter?.(trigger, now).toISOString() ?? null);
  const subjects = triggers.map((trigger) => kindOf(trigger).subject(trigger));
  await db.query(sql`
    INSERT INTO flow_triggers (workspace_id, flow_id, position, type, subject, trigger, due_at, heard_at)
    SELECT ${workspaceId}::uuid, ${flowId}::uuid, place - 1, trigger ->> 'type', subject, trigger, due_at, ${now}::timestamptz
    FROM unnest(${triggers.map((trigger) => JSON.stringify(trigger))}::jsonb[], ${subjects}::text[], ${due}::timestamptz[])
      WITH ORDINALITY AS armed (trigger, subject, due_at, place)`);
  await watchSegments(tx, flowId);
}

export async function unhear({ db, workspaceId }: Scope<Tx>, flowId: FlowId): Promise<void> {
  await db.query(sql`DELETE FROM flow_triggers WHERE workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid`);
}

/** Of a trigger `h` about one of the workspace's own fields. */
export const FIELD = raw(`(
  SELECT json_build_object('id', d.id, 'apiName', d.api_name, 'valueType', d.value_type) FROM contact_field_definitions d
  WHERE d.workspace_id = h.workspace_id AND d.api_name = h.trigger ->> 'field' AND h.subject IN ('custom_fields.' || d.api_name, d.api_name)
    AND d.status = 'active'
)`);

/* Messages to flows. A write of contacts only adds rows, and locks flows just against deletion, so that the rows can refer to them. */

export interface Happening {
  type: Trigger['type'];
  subject: string | null;
}

/*
 * One look at an index where nothing is active. Members are looked for only where the workspace has any. The workspace comes through rows,
 * and OFFSET keeps each look-up on its full index: with a single workspace in the statistics, the planner might read everything of it.
 */
const LISTEN = `
  WITH concerned AS MATERIALIZED (
    SELECT $1::uuid AS workspace_id, unnest(($2::uuid[])[1:$7::int]) AS id WHERE EXISTS (SELECT FROM flow_positions WHERE workspace_id = $1::uuid)
  ), happening AS MATERIALIZED (
    SELECT $1::uuid AS workspace_id, e.* FROM unnest($4::text[], $5::text[]) AS e (type, subject)
  ), looked AS (
    INSERT INTO flow_inbox (workspace_id, flow_id, kind, contact_id, at)
    SELECT f.workspace_id, f.id, 'look', p.contact_id, $3::timestamptz
    FROM concerned CROSS JOIN LATERAL (
      SELECT p.workspace_id, p.flow_id, p.contact_id, p.watches FROM flow_positions p
      WHERE p.workspace_id = concerned.workspace_id AND p.contact_id = concerned.id OFFSET 0
    ) AS p
    JOIN flows f ON f.workspace_id = p.workspace_id AND f.id = p.flow_id
    -- Whatever a member waits for, the change may disqualify it.
    WHERE p.watches OR f.disqualification_rules IS NOT NULL
    FOR KEY SHARE OF f
  ), segments AS MATERIALIZED (
    -- Held against being forgotten, which would meet rows without a segment.
    SELECT workspace_id, list_id FROM flow_segments WHERE workspace_id = $1::uuid ORDER BY list_id FOR KEY SHARE
  ), changes AS (
    INSERT INTO flow_segment_changes (workspace_id, list_id, change_id, contact_id, test)
    SELECT segments.workspace_id, segments.list_id, $6::uuid, changed.id, $8::boolean FROM segments CROSS JOIN unnest($2::uuid[]) AS changed (id)
  )
  SELECT h.flow_id::text AS "flowId", h.position, h.subject, h.trigger, ${FIELD.text} AS field
  FROM happening CROSS JOIN LATERAL (
    SELECT h.* FROM flow_triggers h
    WHERE h.workspace_id = happening.workspace_id AND h.type = happening.type AND h.subject = happening.subject
    UNION ALL
    SELECT h.* FROM flow_triggers h
    WHERE happening.subject IS NULL AND h.workspace_id = happening.workspace_id AND h.type = happening.type
    OFFSET 0
  ) AS h`;

/**
 * Finds triggers for these happenings, makes members due who wait for a change of their contact, or whose flow has disqualification
 * rules, and notes the contacts where a segment is watched.
 * @param contactIds contacts that have changed, joined or left a list, and new ones behind them, each once
 * @param changedCount how many of them are not new
 */
export const listen = (
  { db, workspaceId, now, isTest = false }: Ctx,
  { happenings, contactIds, changedCount }: { happenings: readonly Happening[]; contactIds: ContactId[]; changedCount: number },
): Promise<ArmedTrigger[]> =>
  db.query({
    name: 'flow_triggers_heard',
    text: LISTEN,
    values: [
      workspaceId,
      contactIds,
      now,
      happenings.map(({ type }) => type),
      happenings.map(({ subject }) => subject),
      newId(),
      changedCount,
      isTest,
    ],
  });

export interface Match extends ArmedTrigger {
  contactIds: ContactId[];
  /** In the order of the contacts, where the trigger has values for merge tags. */
  contexts?: EntryContext[] | undefined;
  day: string | null;
}

/** Of a context, as JSON in UTF-8. */
const MOST_CONTEXT_BYTES = 32 * 1024;

/** Values that have no room are left out. */
function boundedContext(context: EntryContext | undefined): string | null {
  if (!context) return null;
  const whole = JSON.stringify(context);
  if (Buffer.byteLength(whole) <= MOST_CONTEXT_BYTES) return whole;
  let left = MOST_CONTEXT_BYTES - 64;
  const bounded = Object.entries(context).map(([root, values]) => {
    const kept = Object.entries(values ?? {}).filter(([name, value]) => {
      const bytes = Buffer.byteLength(JSON.stringify({ [name]: value }));
      if (bytes > left) return false;
      left -= bytes;
      return true;
    });
    return [root, Object.fromEntries(kept)];
  });
  return JSON.stringify(Object.fromEntries(bounded));
}

/**
 * Adds entries to the inboxes of flows: each contact once for a flow, by the first of its triggers that fits. A date lets a contact in
 * once.
 */
export async function enter({ db, workspaceId, now, isTest = false }: Ctx<Tx>, matches: readonly Match[]): Promise<void> {
  if (matches.length === 0) return;
  const filters = matches.flatMap((match, n) => {
    const filter = kindOf(match.trigger).condition?.(match, { workspaceId, now });
    return filter ? [sql`WHEN ${n}::int THEN ${filter}`] : [];
  });
  const column = <Value>(of: (match: Match, n: number) => Value) => matches.map(of);
  const happened = matches.flatMap(({ contactIds, contexts }, n) =>
    contactIds.map((contactId, i) => ({ n, contactId, context: boundedContext(contexts?.[i]) })),
  );
  await db.query(sql`
    WITH open AS MATERIALIZED (
      SELECT id FROM flows
      WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${[...new Set(column(({ flowId }) => flowId))]}::uuid[]) AND status = 'active'
      ORDER BY id FOR KEY SHARE
    ), armed AS MATERIALIZED (
      SELECT h.* FROM unnest(
        ${column((_match, n) => n)}::int[], ${column(({ flowId }) => flowId)}::uuid[], ${column(({ position }) => position)}::int[],
        ${column(({ trigger }) => trigger.type)}::text[], ${column(({ day }) => day)}::date[]) AS h (n, flow_id, position, type, day)
      JOIN open ON open.id = h.flow_id
    ), happened AS MATERIALIZED (
      SELECT ${workspaceId}::uuid AS workspace_id, e.*
      FROM unnest(
        ${happened.map(({ n }) => n)}::int[], ${happened.map(({ contactId }) => contactId)}::uuid[],
        ${happened.map(({ context }) => context)}::text[]) WITH ORDINALITY AS e (n, contact_id, context, place)
    ), fitting AS MATERIALIZED (
      SELECT h.*, e.contact_id, e.context, e.place FROM happened e JOIN armed h USING (n)
      ${
        filters.length > 0
          ? sql`JOIN contacts c ON c.workspace_id = e.workspace_id AND c.id = e.contact_id WHERE CASE e.n ${join(filters, ' ')} ELSE true END`
          : empty
      }
    ), fired AS (
      ${firing(workspaceId, sql`SELECT flow_id, position, contact_id, day FROM fitting WHERE day IS NOT NULL`, now)}
    )
    INSERT INTO flow_inbox (workspace_id, flow_id, kind, contact_id, at, entered_via, context, test)
    SELECT DISTINCT ON (flow_id, contact_id) ${workspaceId}::uuid, flow_id, 'entry', contact_id, ${now}::timestamptz, type, context::jsonb, ${isTest}::boolean
    FROM fitting LEFT JOIN fired USING (flow_id, position, contact_id)
    WHERE fitting.day IS NULL OR fired.day IS NOT NULL
    ORDER BY flow_id, contact_id, position, place`);
}

/** Rows are `(flow_id, position, contact_id, day)`. Returns those that are new. */
export const firing = (workspaceId: WorkspaceId, rows: Sql, now: Date): Sql => sql`
  INSERT INTO flow_dates (workspace_id, flow_id, contact_id, position, date, fired_at)
  SELECT ${workspaceId}::uuid, flow_id, contact_id, position, day, ${now}::timestamptz FROM (${rows}) AS due
  -- Writers and the sweep may wait for one another here, so all go in one order.
  ORDER BY flow_id, position, contact_id
  ON CONFLICT DO NOTHING
  RETURNING flow_id, position, contact_id, date AS day`;

/** Of current and former members. */
export async function noteDeletion({ db, workspaceId, now }: Ctx<Tx>, contactIds: ContactId[]): Promise<void> {
  await db.query({
    name: 'flow_members_gone',
    text: `
      WITH gone AS MATERIALIZED (
        SELECT DISTINCT m.flow_id, m.contact_id FROM unnest($2::uuid[]) AS concerned (id)
        JOIN flow_memberships m ON m.workspace_id = $1::uuid AND m.contact_id = concerned.id
      )
      INSERT INTO flow_inbox (workspace_id, flow_id, kind, contact_id, at, display_name, email)
      SELECT f.workspace_id, f.id, 'gone', c.id, $3::timestamptz, c.display_name, c.email
      FROM gone
      JOIN flows f ON f.workspace_id = $1::uuid AND f.id = gone.flow_id
      JOIN contacts c ON c.workspace_id = $1::uuid AND c.id = gone.contact_id
      FOR KEY SHARE OF f`,
    values: [workspaceId, contactIds, now],
  });
}
