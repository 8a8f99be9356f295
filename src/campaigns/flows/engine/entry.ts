import { insertEntries } from '../../../audience/activities/activities.repo.ts';
import { withTimestamps } from '../../../audience/contacts/contacts.repo.ts';
import { recording } from '../../../outbound/event-log.ts';
import { sql } from '../../../platform/db.ts';
import { type ContactId, type MemberId, newId, toUlid } from '../../../platform/ids.ts';
import type { EntryContext } from '../../messages/merge-values.ts';
import type { Definition, Step } from '../definition.ts';
import { arrivalAt } from '../graph.ts';
import { type Moving, touched } from './moves.repo.ts';
import { disqualified } from './rules.ts';

export interface Candidate {
  contactId: ContactId;
  via: string;
  at: Date;
  dynamicContext?: Readonly<Record<string, unknown>> | undefined;
  entryContext?: EntryContext | null;
  /** Its mail goes into the test mailbox. */
  isTest?: boolean | undefined;
}

/** `limit`: too many entries of one contact in a day. */
export type Admission = { memberId: MemberId; was: 'entered' | 'disqualified' } | { was: 'unknown' | 'in_flow' | 'was_in_flow' | 'limit' };

interface Admitting extends Moving {
  /** Whether a disqualified contact gets a membership that has ended, or none. */
  keepTurnedAway: boolean;
}

const DAY_MS = 24 * 60 * 60_000;
/** Flows that feed each other stop here. */
const MOST_ENTRIES_A_DAY = 10;

/**
 * Lets contacts into an active flow whose run the transaction holds, at least for key share. Contacts that are gone, in the flow, or may
 * not enter again are left out. The one way into a flow.
 * @param candidates each contact once
 * @returns the result by contact
 * @throws a violation of `flow_memberships_sole` when another transaction has let one of them in at the same time
 */
export async function admit(moving: Admitting, definition: Definition, candidates: Candidate[]): Promise<Map<string, Admission>> {
  const { db, workspaceId, now, flowId, tally, keepTurnedAway } = moving;
  const { steps, entryStepId, reentryPolicy } = definition;
  const first = steps.find(({ step_id }) => step_id === entryStepId);
  const admissions = new Map<string, Admission>();
  if (!first || candidates.length === 0) return admissions;

  const ids = candidates.map(({ contactId }) => contactId);
  // Locked against deletion, which has to find the membership. The flow is behind a fence: otherwise each contact is looked for among all
  // members of a flow that is too new for the statistics.
  const judged = await db.query<{
    contactId: ContactId;
    out: boolean;
    inFlow: boolean;
    everIn: boolean;
    today: number;
    todayLive: number;
  }>(sql`
    SELECT c.id::text AS "contactId", ${await disqualified(moving, definition)} AS out,
           EXISTS (SELECT FROM flow_positions p WHERE p.workspace_id = c.workspace_id AND p.contact_id = c.id AND p.flow_id = asked.flow_id) AS "inFlow",
           ${
             reentryPolicy === 'no_reentry'
               ? sql`EXISTS (SELECT FROM flow_memberships m
                   WHERE m.workspace_id = c.workspace_id AND m.contact_id = c.id AND m.flow_id = asked.flow_id AND NOT m.turned_away AND NOT m.test)`
               : sql`FALSE`
           } AS "everIn",
           recent.today, recent.today_live AS "todayLive"
    FROM contacts c ${withTimestamps} CROSS JOIN (SELECT ${flowId}::uuid AS flow_id OFFSET 0) AS asked
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS today, (count(*) FILTER (WHERE NOT m.test))::int AS today_live FROM flow_memberships m
      WHERE m.workspace_id = c.workspace_id AND m.contact_id = c.id AND m.flow_id = asked.flow_id AND NOT m.turned_away
        AND m.entered_at > ${new Date(now.getTime() - DAY_MS)}::timestamptz
    ) AS recent
    WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = ANY(${ids}::uuid[])
    ORDER BY c.id FOR KEY SHARE OF c`);
  const known = new Map(judged.map((row) => [row.contactId, row]));

  const entering: (Candidate & { memberId: MemberId; turnedAway: boolean })[] = [];
  for (const given of candidates) {
    const candidate = { ...given, isTest: [moving, definition, given].some(({ isTest }) => isTest === true) };
    const { contactId, isTest } = candidate;
    const row = known.get(contactId);
    if (!row) admissions.set(contactId, { was: 'unknown' });
    else if (row.inFlow) admissions.set(contactId, { was: 'in_flow' });
    else if (row.everIn && !isTest) admissions.set(contactId, { was: 'was_in_flow' });
    else if (row.out && !keepTurnedAway) continue;
    else if (!row.out && (isTest ? row.today : row.todayLive) >= MOST_ENTRIES_A_DAY) admissions.set(contactId, { was: 'limit' });
    else entering.push({ ...candidate, memberId: newId(), turnedAway: row.out });
  }
  tally.flow('refused', [...admissions.values()].filter(({ was }) => was === 'limit').length);

  const turnedAway = entering.filter((candidate) => candidate.turnedAway);
  await writeTurnedAway(moving, turnedAway);
  for (const { contactId, memberId } of turnedAway) admissions.set(contactId, { was: 'disqualified', memberId });

  const fit = entering.filter((candidate) => !candidate.turnedAway);
  const placed = await write(moving, { first, isSole: reentryPolicy === 'no_reentry' }, fit);
  for (const { contactId, memberId } of fit)
    admissions.set(contactId, placed.has(contactId) ? { was: 'entered', memberId } : { was: 'in_flow' });
  return admissions;
}

/** Places, memberships and timelines in one statement. A contact that another transaction has let in meanwhile is left out. */
async function write(
  moving: Moving,
  { first, isSole }: { first: Step; isSole: boolean },
  entering: (Candidate & { memberId: MemberId })[],
): Promise<Set<string>> {
  const { db, workspaceId, now, flowId, tally } = moving;
  if (entering.length === 0) return new Set();
  const place = arrivalAt(first, now);
  const rows = await db.query<{ contactId: ContactId }>(sql`
    WITH candidate AS (
      SELECT * FROM unnest(
        ${entering.map(({ contactId }) => contactId)}::uuid[], ${entering.map(({ memberId }) => memberId)}::uuid[],
        ${entering.map(({ memberId }) => toUlid(memberId))}::text[], ${entering.map(({ via }) => via)}::text[],
        ${entering.map(({ dynamicContext }) => contextOf(dynamicContext))}::jsonb[],
        ${entering.map(({ entryContext }) => contextOf(entryContext))}::jsonb[], ${entering.map(({ isTest }) => isTest === true)}::boolean[])
        AS c (contact_id, member_id, shown_id, via, dynamic_context, entry_context, test)
    ), placed AS (
      INSERT INTO flow_positions (workspace_id, contact_id, flow_id, member_id, step_id, visit, status, due_at, wait_until, started_at, watches, test)
      SELECT ${workspaceId}::uuid, contact_id, ${flowId}::uuid, member_id, ${first.step_id}::text, 1, ${place.status}::text,
             ${place.dueAt}::timestamptz, ${place.waitUntil}::timestamptz, ${now}::timestamptz, ${place.watches}::boolean, test
      FROM candidate ORDER BY contact_id
      ON CONFLICT (workspace_id, contact_id, flow_id) DO NOTHING
      RETURNING contact_id
    ), joined AS (
      INSERT INTO flow_memberships (workspace_id, id, flow_id, contact_id, entered_via, entered_at, status, sole, dynamic_context, entry_context, test)
      SELECT ${workspaceId}::uuid, c.member_id, ${flowId}::uuid, c.contact_id, c.via, ${now}::timestamptz, 'under_way',
             -- A test keeps no one out.
             ${isSole}::boolean AND NOT c.test, c.dynamic_context, c.entry_context, c.test
      FROM placed JOIN candidate c USING (contact_id)
    ), entering AS (
      SELECT ${workspaceId}::uuid AS workspace_id, c.* FROM placed JOIN candidate c USING (contact_id)
    ), logged AS (
      ${recording('flow.entered', {
        source: 'entering',
        where: sql`true`,
        at: sql`${now}::timestamptz`,
        workspaceId,
        data: sql`jsonb_build_object('flow_id', ${flowId}::text, 'membership_id', e.shown_id, 'contact_id', e.contact_id, 'entered_via', e.via)`,
      })}
    ), ${touched(moving, { from: 'entering', column: 'via' })}, entry AS (
      SELECT contact_id, occurred_at, 'flow_entered' AS type,
             jsonb_build_object('flow_id', ${flowId}::text, 'membership_id', shown_id, 'entered_via', via) AS metadata
      FROM reached
    ), timeline AS (
      ${insertEntries(workspaceId)}
    )
    SELECT contact_id::text AS "contactId" FROM placed`);
  tally.flow('entered', rows.length);
  tally.flow(place.status, rows.length);
  tally.step(first.step_id, 'entered', rows.length);
  return new Set(rows.map(({ contactId }) => contactId));
}

/** Memberships that end where they begin, to show why. They are no passage through the flow. */
async function writeTurnedAway(
  { db, workspaceId, now, flowId, tally }: Moving,
  turnedAway: (Candidate & { memberId: MemberId })[],
): Promise<void> {
  if (turnedAway.length === 0) return;
  tally.flow('entered', turnedAway.length);
  tally.flow('dropped', turnedAway.length);
  await db.query(sql`
    INSERT INTO flow_memberships
      (workspace_id, id, flow_id, contact_id, entered_via, entered_at, status, ended_at, drop_reason, turned_away, dynamic_context,
       entry_context, test)
    SELECT ${workspaceId}::uuid, member_id, ${flowId}::uuid, contact_id, via, ${now}::timestamptz, 'dropped', ${now}::timestamptz,
           'disqualified', true, dynamic_context, entry_context, test
    FROM unnest(
      ${turnedAway.map(({ contactId }) => contactId)}::uuid[], ${turnedAway.map(({ memberId }) => memberId)}::uuid[],
      ${turnedAway.map(({ via }) => via)}::text[], ${turnedAway.map(({ dynamicContext }) => contextOf(dynamicContext))}::jsonb[],
      ${turnedAway.map(({ entryContext }) => contextOf(entryContext))}::jsonb[], ${turnedAway.map(({ isTest }) => isTest === true)}::boolean[])
      AS t (contact_id, member_id, via, dynamic_context, entry_context, test)`);
}

const contextOf = (context: object | null | undefined): string | null =>
  context && Object.keys(context).length > 0 ? JSON.stringify(context) : null;
