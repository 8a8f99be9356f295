import { insertEntries } from '../../audience/activities/activities.repo.ts';
import { type Db, raw, sql, type Tx } from '../../platform/db.ts';
import { type ContactId, type MemberId, type MessageId, toUlid } from '../../platform/ids.ts';
import type { TrackingMode } from '../../shared/tracking-mode.ts';
import { aboutMail } from '../messages/about.ts';
import { countMail, countRows } from '../messages/mail-counts.ts';
import { logMail } from '../messages/mail-events.ts';
import { type AnonymousHit, countAnonymous } from './anonymous.repo.ts';
import { BURST_MS, FEWEST_LINKS, type JudgedHit, judgeHits } from './judge.ts';
import type { MachineReason } from './machines.ts';
import type { DeliveryRef } from './tokens.ts';

/** The position of an open among machine hits. */
const OPEN = -1;

export interface Hit extends DeliveryRef {
  at: Date;
  /** Null for an open. */
  position: number | null;
  url: string | null;
  /** The links of the message that can be followed; 0 with an open. */
  linkCount: number;
  reasons: readonly MachineReason[];
  /** By its link: it counts in figures only. */
  isAnonymous?: boolean;
}

/** A hit that counts for something, with its delivery. */
type Judged = Hit & Held & { reasons: MachineReason[] };

interface Held extends DeliveryRef {
  /** False where other transactions hold the delivery or the contact. */
  free: boolean;
  messageId: MessageId;
  memberId: MemberId | null;
  contactId: ContactId | null;
  email: string | null;
  sentAt: Date | null;
  openedAt: Date | null;
  /** What the contact wishes for now, which may be less than when the message was sent. */
  tracking: TrackingMode | null;
  /** A machine followed links of it before. */
  scanned: boolean;
  /** The latest moment in the contact's timeline; null when the contact is gone. */
  latest: Date | null;
}

/**
 * Records the first open and each first click of deliveries, of any number of workspaces: those of people with timeline entries, those of
 * machines apart. Known hits change and lock nothing. Rows that other transactions hold are passed over unless `waits`: one of them must
 * not keep all other hits waiting.
 * @returns the indexes of the hits that were passed over
 */
export const writeHits = (db: Db, hits: readonly Hit[], { waits }: { waits: boolean }): Promise<number[]> =>
  db.transaction(async (tx) => {
    const named = hits.filter(({ isAnonymous }) => !isAnonymous);
    const held = new Map(named.length === 0 ? [] : (await hold(tx, named, waits)).map((one) => [keyOf(one), one]));
    const left: number[] = [];
    const judged: Judged[] = [];
    const anonymous: AnonymousHit[] = [];
    for (const [place, hit] of hits.entries()) {
      const of = hit.isAnonymous ? undefined : held.get(keyOf(hit));
      if (hit.isAnonymous || of?.tracking === 'anonymous') {
        // Beside no other hits, a machine shows only by its request.
        if (hit.reasons.length === 0) anonymous.push(hit);
        continue;
      }
      if (!of || of.tracking === 'off') continue;
      if (!of.free) left.push(place);
      else judged.push({ ...of, ...hit, reasons: [...hit.reasons] });
    }
    await countAnonymous(tx, anonymous);
    const mistaken = await judge(tx, judged);
    const machines = judged.filter(({ reasons }) => reasons.length > 0);
    if (machines.length > 0) await writeMachines(tx, machines);
    if (mistaken.length > 0) await correct(tx, mistaken);
    const uncounted = new Set(mistaken.filter(({ position }) => position === null).map(keyOf));
    const first = judged.filter(
      (hit) => hit.reasons.length === 0 && (hit.position !== null || hit.openedAt === null || uncounted.has(keyOf(hit))),
    );
    if (first.length > 0) await write(tx, first);
    return left;
  });

/** @returns what was counted before as a person's and was a machine's */
async function judge(tx: Tx, judged: readonly Judged[]): Promise<Judged[]> {
  const mistaken: Judged[] = [];
  const earlier = await findEarlier(tx, judged);
  for (const [key, hits] of Map.groupBy(judged, keyOf)) {
    const [{ sentAt, openedAt }] = hits as [Judged];
    const before = earlier.get(key) ?? [];
    if (openedAt) before.push({ at: openedAt, position: null, reasons: [] });
    const links = Math.max(...hits.map(({ linkCount }) => linkCount));
    for (const { at, position } of judgeHits({ sentAt, links, hits, earlier: before }))
      mistaken.push({ ...(hits[0] as Judged), at, position, reasons: ['all_links'] });
  }
  return mistaken;
}

const keyOf = ({ workspaceId, deliveryId }: DeliveryRef): string => workspaceId + deliveryId;

/**
 * Locks deliveries with news, in their order, then their contacts' moments. Each is looked up by its key, since the planner cannot know how
 * many there are.
 */
function hold(tx: Tx, hits: readonly Hit[], waits: boolean): Promise<Held[]> {
  const lock = raw(waits ? 'FOR NO KEY UPDATE' : 'FOR NO KEY UPDATE SKIP LOCKED');
  return tx.query(sql`
    WITH news AS MATERIALIZED (
      SELECT DISTINCT hit.workspace_id, hit.id
      FROM unnest(${hits.map(({ workspaceId }) => workspaceId)}::uuid[], ${hits.map(({ deliveryId }) => deliveryId)}::uuid[],
        ${hits.map(({ position }) => position)}::int[], ${hits.map(({ reasons }) => reasons.length > 0)}::boolean[])
        AS hit (workspace_id, id, position, machine)
      JOIN deliveries d ON d.workspace_id = hit.workspace_id AND d.id = hit.id
      LEFT JOIN delivery_clicks k ON k.workspace_id = hit.workspace_id AND k.delivery_id = hit.id AND k.position = hit.position
      -- Nothing is looked up for the hits of people: their key is null.
      LEFT JOIN machine_hits m ON m.workspace_id = hit.workspace_id AND m.delivery_id = hit.id
        AND m.position = CASE WHEN hit.machine THEN coalesce(hit.position, ${OPEN}::int) END
      WHERE CASE WHEN hit.machine THEN m.position IS NULL WHEN hit.position IS NULL THEN d.opened_at IS NULL ELSE k.position IS NULL END
    ), delivery AS MATERIALIZED (
      SELECT n.workspace_id, n.id, d.message_id, d.member_id, d.contact_id, d.email, d.sent_at, d.opened_at
      FROM (SELECT * FROM news ORDER BY workspace_id, id) n
      LEFT JOIN LATERAL (
        SELECT * FROM deliveries d WHERE d.workspace_id = n.workspace_id AND d.id = n.id ${lock}
      ) d ON true
    )
    SELECT d.workspace_id AS "workspaceId", d.id AS "deliveryId", d.message_id AS "messageId", d.member_id AS "memberId",
           d.contact_id AS "contactId", d.email,
           d.sent_at AS "sentAt", d.opened_at AS "openedAt", t.latest, c.tracking,
           EXISTS (
             SELECT FROM machine_hits m WHERE m.workspace_id = d.workspace_id AND m.delivery_id = d.id AND m.position > ${OPEN}::int
           ) AS scanned,
           d.message_id IS NOT NULL AND (t.latest IS NOT NULL OR NOT EXISTS (
             SELECT FROM contact_moments t WHERE t.workspace_id = d.workspace_id AND t.contact_id = d.contact_id)) AS free
    FROM (SELECT * FROM delivery ORDER BY workspace_id, contact_id) d
    LEFT JOIN LATERAL (
      SELECT greatest(t.updated_at, t.last_activity_at) AS latest FROM contact_moments t
      WHERE t.workspace_id = d.workspace_id AND t.contact_id = d.contact_id ${lock}
    ) t ON true
    LEFT JOIN contact_merges g ON g.workspace_id = d.workspace_id AND g.contact_id = d.contact_id
    LEFT JOIN contacts c ON c.workspace_id = d.workspace_id AND c.id = coalesce(g.kept_id, d.contact_id)`);
}

/**
 * What was followed shortly before, in mail with enough links to show a filter that follows them all. Clicks are written in groups, so
 * those of one filter come in several.
 */
async function findEarlier(tx: Tx, judged: readonly Judged[]): Promise<Map<string, JudgedHit[]>> {
  const hits = judged.filter(({ linkCount, scanned }) => scanned || linkCount >= FEWEST_LINKS);
  if (hits.length === 0) return new Map();
  const rows = await tx.query<DeliveryRef & JudgedHit>(sql`
    SELECT c.workspace_id AS "workspaceId", c.id AS "deliveryId", earlier.*
    FROM (
      SELECT workspace_id, id, min(at) - ${BURST_MS}::int * interval '1 millisecond' AS since
      FROM unnest(${hits.map(({ workspaceId }) => workspaceId)}::uuid[], ${hits.map(({ deliveryId }) => deliveryId)}::uuid[],
        ${hits.map(({ at }) => at)}::timestamptz[]) AS hit (workspace_id, id, at)
      GROUP BY 1, 2
    ) c CROSS JOIN LATERAL (
      SELECT k.position, k.clicked_at AS at, '{}'::text[] AS reasons FROM delivery_clicks k
      WHERE k.workspace_id = c.workspace_id AND k.delivery_id = c.id AND k.clicked_at >= c.since
      UNION ALL
      SELECT m.position, m.hit_at, m.reasons FROM machine_hits m
      WHERE m.workspace_id = c.workspace_id AND m.delivery_id = c.id AND m.position > ${OPEN}::int AND m.hit_at >= c.since
    ) earlier`);
  const earlier = new Map<string, JudgedHit[]>();
  for (const { workspaceId, deliveryId, ...hit } of rows) {
    const key = keyOf({ workspaceId, deliveryId });
    earlier.set(key, [...(earlier.get(key) ?? []), hit]);
  }
  return earlier;
}

async function writeMachines(tx: Tx, hits: readonly Judged[]): Promise<void> {
  await tx.query(sql`
    WITH hit AS MATERIALIZED (
      SELECT * FROM unnest(${hits.map(({ workspaceId }) => workspaceId)}::uuid[], ${hits.map(({ deliveryId }) => deliveryId)}::uuid[],
        ${hits.map(({ position }) => position)}::int[], ${hits.map(({ messageId }) => messageId)}::uuid[],
        ${hits.map(({ contactId }) => contactId)}::uuid[], ${hits.map(({ at }) => at)}::timestamptz[],
        ${hits.map(({ reasons }) => reasons.join(','))}::text[])
        AS hit (workspace_id, id, position, message_id, contact_id, at, reasons)
    ), written AS (
      INSERT INTO machine_hits (workspace_id, delivery_id, position, message_id, hit_at, reasons)
      SELECT workspace_id, id, coalesce(position, ${OPEN}::int), message_id, at, string_to_array(reasons, ',') FROM hit
      ORDER BY at
      ON CONFLICT DO NOTHING
      RETURNING workspace_id, delivery_id, position, message_id, hit_at
    ), change AS (
      -- A recipient counts once, however many links were followed.
      SELECT w.workspace_id, w.message_id, w.delivery_id AS id, h.contact_id,
        CASE WHEN w.position < 0 THEN 'machine_opened' ELSE 'machine_clicked' END AS kind, min(w.hit_at) AS at, 1 AS change
      FROM written w JOIN (SELECT DISTINCT workspace_id, id, contact_id FROM hit) h ON h.workspace_id = w.workspace_id AND h.id = w.delivery_id
      WHERE NOT EXISTS (
        SELECT FROM machine_hits m
        WHERE m.workspace_id = w.workspace_id AND m.delivery_id = w.delivery_id AND (m.position < 0) = (w.position < 0))
      GROUP BY 1, 2, 3, 4, 5
    )
    ${countMail('change')}`);
}

/**
 * Takes back what counted as a person's: in the report, and in the timeline, which rules and flows read. `last_activity_at` stays, and so
 * do events that subscribers already have.
 */
async function correct(tx: Tx, hits: readonly Judged[]): Promise<void> {
  await writeMachines(tx, hits);
  await tx.query(sql`
    WITH mistaken AS MATERIALIZED (
      SELECT * FROM unnest(${hits.map(({ workspaceId }) => workspaceId)}::uuid[], ${hits.map(({ deliveryId }) => deliveryId)}::uuid[],
        ${hits.map(({ deliveryId }) => toUlid(deliveryId))}::text[], ${hits.map(({ messageId }) => messageId)}::uuid[],
        ${hits.map(({ memberId }) => memberId)}::uuid[], ${hits.map(({ contactId }) => contactId)}::uuid[],
        ${hits.map(({ position }) => position)}::int[], ${hits.map(({ at }) => at)}::timestamptz[])
        AS hit (workspace_id, id, shown_id, message_id, member_id, contact_id, position, at)
    ), unclicked AS (
      DELETE FROM delivery_clicks k USING mistaken m
      WHERE k.workspace_id = m.workspace_id AND k.delivery_id = m.id AND k.position = m.position
    ), corrected AS MATERIALIZED (
      SELECT n.*, d.message_id, d.contact_id, d.opened_at, d.clicked_at, next.clicked_at AS next_at, next.url AS next_url
      FROM (
        SELECT m.workspace_id, m.id, bool_or(m.position IS NULL) AS opened, coalesce(bool_or(m.position IS NOT NULL AND m.at = d.clicked_at), false) AS clicked
        FROM mistaken m JOIN deliveries d ON d.workspace_id = m.workspace_id AND d.id = m.id GROUP BY 1, 2
      ) n JOIN deliveries d ON d.workspace_id = n.workspace_id AND d.id = n.id
      LEFT JOIN LATERAL (
        SELECT k.clicked_at, l.url FROM delivery_clicks k
        LEFT JOIN message_links l ON l.workspace_id = k.workspace_id AND l.message_id = d.message_id AND l.position = k.position
        WHERE k.workspace_id = n.workspace_id AND k.delivery_id = n.id
          AND NOT EXISTS (SELECT FROM mistaken m WHERE m.workspace_id = k.workspace_id AND m.id = k.delivery_id AND m.position = k.position)
        ORDER BY k.clicked_at, k.position LIMIT 1
      ) next ON true
    ), change AS (
      SELECT c.workspace_id, c.message_id, c.id, c.contact_id, k.kind, k.at, k.change
      FROM corrected c CROSS JOIN LATERAL ${countRows([
        ['opened', sql`CASE WHEN c.opened THEN c.opened_at END`, -1],
        ['clicked', sql`CASE WHEN c.clicked THEN c.clicked_at END`, -1],
        ['clicked', sql`CASE WHEN c.clicked THEN c.next_at END`],
      ])}
      WHERE k.at IS NOT NULL
    ), counted AS (
      ${countMail('change')}
    ), noted AS (
      UPDATE deliveries d
      SET opened_at = CASE WHEN c.opened THEN NULL ELSE d.opened_at END,
          clicked_at = CASE WHEN c.clicked THEN c.next_at ELSE d.clicked_at END,
          clicked_url = CASE WHEN c.clicked THEN c.next_url ELSE d.clicked_url END
      FROM corrected c WHERE d.workspace_id = c.workspace_id AND d.id = c.id
    )
    DELETE FROM contact_activities a USING (
      SELECT workspace_id, contact_id, at, CASE WHEN position IS NULL THEN 'email_opened' ELSE 'email_clicked' END AS type,
             ${aboutMail('m')} AS about
      FROM mistaken m
    ) AS entry
    WHERE a.workspace_id = entry.workspace_id AND a.contact_id = entry.contact_id AND a.type = entry.type
      AND a.occurred_at >= entry.at AND a.metadata - 'url' = entry.about`);
}

/** Entries of one contact follow one another, after the existing ones. */
async function write(tx: Tx, hits: readonly Judged[]): Promise<void> {
  await tx.query(sql`
    WITH hit AS MATERIALIZED (
      SELECT *, row_number() OVER (PARTITION BY workspace_id, contact_id ORDER BY at, place) AS turn
      FROM unnest(${hits.map(({ workspaceId }) => workspaceId)}::uuid[], ${hits.map(({ deliveryId }) => deliveryId)}::uuid[],
        ${hits.map(({ deliveryId }) => toUlid(deliveryId))}::text[], ${hits.map(({ messageId }) => messageId)}::uuid[],
        ${hits.map(({ memberId }) => memberId)}::uuid[], ${hits.map(({ contactId }) => contactId)}::uuid[], ${hits.map(({ email }) => email)}::text[], ${hits.map(({ latest }) => latest)}::timestamptz[],
        ${hits.map(({ at }) => at)}::timestamptz[], ${hits.map(({ position }) => position)}::int[], ${hits.map(({ url }) => url)}::text[])
        WITH ORDINALITY AS hit (workspace_id, id, shown_id, message_id, member_id, contact_id, email, latest, at, position, url, place)
    ), clicked AS (
      INSERT INTO delivery_clicks (workspace_id, delivery_id, position, clicked_at)
      SELECT workspace_id, id, position, at FROM hit WHERE position IS NOT NULL
      ON CONFLICT DO NOTHING
      RETURNING workspace_id, delivery_id, position
    ), first AS MATERIALIZED (
      SELECT hit.* FROM hit
      LEFT JOIN clicked k ON k.workspace_id = hit.workspace_id AND k.delivery_id = hit.id AND k.position = hit.position
      WHERE hit.position IS NULL OR k.position IS NOT NULL
    ), hit_delivery AS MATERIALIZED (
      SELECT workspace_id, id, message_id, contact_id, min(at) FILTER (WHERE position IS NULL) AS opened_at, min(at) FILTER (WHERE position IS NOT NULL) AS clicked_at,
             (array_agg(url ORDER BY turn) FILTER (WHERE position IS NOT NULL))[1] AS url
      FROM first GROUP BY 1, 2, 3, 4
    ), change AS (
      SELECT n.workspace_id, n.message_id, n.id, n.contact_id, k.kind, k.at, k.change
      FROM hit_delivery n JOIN deliveries d ON d.workspace_id = n.workspace_id AND d.id = n.id
      CROSS JOIN LATERAL ${countRows([
        ['opened', sql`CASE WHEN d.opened_at IS NULL THEN n.opened_at END`],
        ['clicked', sql`CASE WHEN d.clicked_at IS NULL THEN n.clicked_at END`],
      ])}
      WHERE k.at IS NOT NULL
    ), counted AS (
      ${countMail('change')}
    ), noted AS (
      UPDATE deliveries d
      SET opened_at = coalesce(d.opened_at, n.opened_at), clicked_at = coalesce(d.clicked_at, n.clicked_at),
          clicked_url = CASE WHEN d.clicked_at IS NULL THEN n.url ELSE d.clicked_url END
      FROM hit_delivery n
      WHERE d.workspace_id = n.workspace_id AND d.id = n.id AND (n.opened_at IS NOT NULL OR d.clicked_at IS NULL)
    ), logged_opened AS (
      ${logMail('opened', { source: 'first', where: sql`e.position IS NULL`, at: sql`e.at` })}
    ), logged_clicked AS (
      ${logMail('clicked', { source: 'first', where: sql`e.position IS NOT NULL`, at: sql`e.at`, more: sql`jsonb_build_object('url', e.url)` })}
    ), entry AS MATERIALIZED (
      SELECT workspace_id, contact_id,
             greatest(latest, max(at - turn * interval '1 millisecond') OVER (PARTITION BY workspace_id, contact_id ORDER BY turn))
               + turn * interval '1 millisecond' AS occurred_at,
             CASE WHEN position IS NULL THEN 'email_opened' ELSE 'email_clicked' END AS type,
             ${aboutMail('first')}
               || CASE WHEN position IS NULL THEN '{}' ELSE jsonb_build_object('url', url) END AS metadata
      FROM first WHERE latest IS NOT NULL ORDER BY turn
    ), active AS (
      UPDATE contact_moments t SET last_activity_at = n.occurred_at
      FROM (SELECT workspace_id, contact_id, max(occurred_at) AS occurred_at FROM entry GROUP BY 1, 2) n
      WHERE t.workspace_id = n.workspace_id AND t.contact_id = n.contact_id
    )
    ${insertEntries()}`);
}
