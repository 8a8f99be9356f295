import { insertEntries, momentAfter } from '../../../audience/activities/activities.repo.ts';
import { withTimestamps } from '../../../audience/contacts/contacts.repo.ts';
import { recording } from '../../../outbound/event-log.ts';
import { type Ctx, sql, type Tx } from '../../../platform/db.ts';
import { newId, toUlid } from '../../../platform/ids.ts';
import type { Definition, Step } from '../definition.ts';
import { arrivalAt } from './edges.ts';
import { disqualified } from './rules.ts';
import type { Tally } from './tallies.repo.ts';

/** A contact that wants to enter. */
export interface Candidate {
  contactId: string;
  /** The type of a trigger, or `manual`. */
  via: string;
  at: Date;
  dynamicContext?: Readonly<Record<string, unknown>> | undefined;
}

/** `entered`, or why not. `limit`: too many entries of one contact in a day. */
export type Admission = { memberId: string; was: 'entered' | 'disqualified' } | { was: 'unknown' | 'in_flow' | 'was_in_flow' | 'limit' };

const DAY_MS = 24 * 60 * 60_000;
/** How often one contact may enter one flow within a day: flows that feed each other come to an end here. */
const MOST_ENTRIES_A_DAY = 10;

/**
 * Lets contacts into an active flow whose run the transaction holds, at least for key share. Whoever is not there, is in the flow, or may
 * not enter again is left out. The one way into a flow.
 * @param candidates each contact once
 * @param keepTurnedAway whether a disqualified contact gets a membership that is over, or none
 * @returns what became of each, by contact
 * @throws a violation of `flow_memberships_sole` when somebody else has let one of them in at the same time
 */
export async function admit(
  tx: Ctx<Tx>,
  definition: Definition,
  candidates: Candidate[],
  { keepTurnedAway }: { keepTurnedAway: boolean },
  tally: Tally,
): Promise<Map<string, Admission>> {
  const { db, workspaceId, now } = tx;
  const { flowId, steps, entryStepId, reentryPolicy } = definition;
  const first = steps.find(({ step_id }) => step_id === entryStepId);
  const admissions = new Map<string, Admission>();
  if (!first || candidates.length === 0) return admissions;

  const ids = candidates.map(({ contactId }) => contactId);
  // Held: whoever deletes one of them finds the membership, and tells of it. The flow is behind a fence, lest each contact be looked for
  // among all members of a flow that is too new for the statistics to know any.
  const judged = await db.query<{ contactId: string; out: boolean; inFlow: boolean; everIn: boolean; today: number }>(sql`
    SELECT c.id::text AS "contactId", ${await disqualified(tx, definition)} AS out,
           EXISTS (SELECT FROM flow_positions p WHERE p.workspace_id = c.workspace_id AND p.contact_id = c.id AND p.flow_id = asked.flow_id) AS "inFlow",
           ${
             reentryPolicy === 'no_reentry'
               ? sql`EXISTS (SELECT FROM flow_memberships m
                   WHERE m.workspace_id = c.workspace_id AND m.contact_id = c.id AND m.flow_id = asked.flow_id AND NOT m.turned_away)`
               : sql`FALSE`
           } AS "everIn",
           (SELECT count(*)::int FROM flow_memberships m
            WHERE m.workspace_id = c.workspace_id AND m.contact_id = c.id AND m.flow_id = asked.flow_id AND NOT m.turned_away
              AND m.entered_at > ${new Date(now.getTime() - DAY_MS)}::timestamptz) AS today
    FROM contacts c ${withTimestamps} CROSS JOIN (SELECT ${flowId}::uuid AS flow_id OFFSET 0) AS asked
    WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = ANY(${ids}::uuid[])
    ORDER BY c.id FOR KEY SHARE OF c`);
  const known = new Map(judged.map((row) => [row.contactId, row]));

  const entering: (Candidate & { memberId: string; turnedAway: boolean })[] = [];
  for (const candidate of candidates) {
    const { contactId } = candidate;
    const row = known.get(contactId);
    if (!row) admissions.set(contactId, { was: 'unknown' });
    else if (row.inFlow) admissions.set(contactId, { was: 'in_flow' });
    else if (row.everIn) admissions.set(contactId, { was: 'was_in_flow' });
    else if (row.out && !keepTurnedAway) continue;
    else if (!row.out && row.today >= MOST_ENTRIES_A_DAY) admissions.set(contactId, { was: 'limit' });
    else entering.push({ ...candidate, memberId: newId(), turnedAway: row.out });
  }
  tally.flow('refused', [...admissions.values()].filter(({ was }) => was === 'limit').length);

  const turnedAway = entering.filter((candidate) => candidate.turnedAway);
  await writeTurnedAway(tx, flowId, turnedAway, tally);
  for (const { contactId, memberId } of turnedAway) admissions.set(contactId, { was: 'disqualified', memberId });

  const fit = entering.filter((candidate) => !candidate.turnedAway);
  const placed = await write(tx, definition, first, fit, tally);
  for (const { contactId, memberId } of fit)
    admissions.set(contactId, placed.has(contactId) ? { was: 'entered', memberId } : { was: 'in_flow' });
  return admissions;
}

/** Writes places, memberships and timelines in one statement. Whom somebody else has let in meanwhile is left out. */
async function write(
  { db, workspaceId, now }: Ctx<Tx>,
  { flowId, reentryPolicy }: Definition,
  first: Step,
  entering: (Candidate & { memberId: string })[],
  tally: Tally,
): Promise<Set<string>> {
  if (entering.length === 0) return new Set();
  const place = arrivalAt(first, now);
  const rows = await db.query<{ contactId: string }>(sql`
    WITH candidate AS (
      SELECT * FROM unnest(
        ${entering.map(({ contactId }) => contactId)}::uuid[], ${entering.map(({ memberId }) => memberId)}::uuid[],
        ${entering.map(({ memberId }) => toUlid(memberId))}::text[], ${entering.map(({ via }) => via)}::text[],
        ${entering.map(({ dynamicContext }) => contextOf(dynamicContext))}::jsonb[])
        AS c (contact_id, member_id, shown_id, via, dynamic_context)
    ), placed AS (
      INSERT INTO flow_positions (workspace_id, contact_id, flow_id, member_id, step_id, visit, status, due_at, wait_until, started_at, watches)
      SELECT ${workspaceId}::uuid, contact_id, ${flowId}::uuid, member_id, ${first.step_id}::text, 1, ${place.status}::text,
             ${place.dueAt}::timestamptz, ${place.waitUntil}::timestamptz, ${now}::timestamptz, ${place.watches}::boolean
      FROM candidate ORDER BY contact_id
      ON CONFLICT (workspace_id, contact_id, flow_id) DO NOTHING
      RETURNING contact_id
    ), joined AS (
      INSERT INTO flow_memberships (workspace_id, id, flow_id, contact_id, entered_via, entered_at, status, sole, dynamic_context)
      SELECT ${workspaceId}::uuid, c.member_id, ${flowId}::uuid, c.contact_id, c.via, ${now}::timestamptz, 'under_way',
             ${reentryPolicy === 'no_reentry'}::boolean, c.dynamic_context
      FROM placed JOIN candidate c USING (contact_id)
    ), entered AS (
      SELECT ${workspaceId}::uuid AS workspace_id, c.* FROM placed JOIN candidate c USING (contact_id)
    ), logged AS (
      ${recording('flow.entered', {
        source: 'entered',
        where: sql`true`,
        at: sql`${now}::timestamptz`,
        workspaceId,
        data: sql`jsonb_build_object('flow_id', ${flowId}::text, 'membership_id', e.shown_id, 'contact_id', e.contact_id, 'entered_via', e.via)`,
      })}
    ), held AS MATERIALIZED (
      SELECT t.contact_id, c.shown_id, c.via
      FROM placed JOIN candidate c USING (contact_id)
      JOIN contact_moments t ON t.workspace_id = ${workspaceId}::uuid AND t.contact_id = c.contact_id
      ORDER BY t.contact_id FOR NO KEY UPDATE OF t
    ), reached AS (
      UPDATE contact_moments t SET last_activity_at = ${momentAfter(now)}
      FROM held h WHERE t.workspace_id = ${workspaceId}::uuid AND t.contact_id = h.contact_id
      RETURNING t.contact_id, t.last_activity_at AS occurred_at, h.shown_id, h.via
    ), entry AS (
      SELECT contact_id, occurred_at, 'flow_entered' AS type,
             jsonb_build_object('flow_id', ${flowId}::text, 'membership_id', shown_id, 'entered_via', via) AS metadata
      FROM reached
    ), told AS (
      ${insertEntries(workspaceId)}
    )
    SELECT contact_id::text AS "contactId" FROM placed`);
  tally.flow('entered', rows.length);
  tally.flow(place.status, rows.length);
  tally.step(first.step_id, 'entered', rows.length);
  return new Set(rows.map(({ contactId }) => contactId));
}

/** Memberships that end where they begin: who asked for them sees why. They are no passage through the flow. */
async function writeTurnedAway(
  { db, workspaceId, now }: Ctx<Tx>,
  flowId: string,
  turnedAway: (Candidate & { memberId: string })[],
  tally: Tally,
): Promise<void> {
  if (turnedAway.length === 0) return;
  tally.flow('entered', turnedAway.length);
  tally.flow('dropped', turnedAway.length);
  await db.query(sql`
    INSERT INTO flow_memberships
      (workspace_id, id, flow_id, contact_id, entered_via, entered_at, status, ended_at, drop_reason, turned_away, dynamic_context)
    SELECT ${workspaceId}::uuid, member_id, ${flowId}::uuid, contact_id, via, ${now}::timestamptz, 'dropped', ${now}::timestamptz,
           'disqualified', true, dynamic_context
    FROM unnest(
      ${turnedAway.map(({ contactId }) => contactId)}::uuid[], ${turnedAway.map(({ memberId }) => memberId)}::uuid[],
      ${turnedAway.map(({ via }) => via)}::text[], ${turnedAway.map(({ dynamicContext }) => contextOf(dynamicContext))}::jsonb[])
      AS t (contact_id, member_id, via, dynamic_context)`);
}

const contextOf = (context: Candidate['dynamicContext']): string | null =>
  context && Object.keys(context).length > 0 ? JSON.stringify(context) : null;
