import { insertEntries, momentAfter } from '../../audience/activities/activities.repo.ts';
import { type Ctx, type Db, empty, type Scope, sql, type Tx } from '../../platform/db.ts';
import { type ContactId, type DeliveryId, type MessageId, type TopicId, toUlid, type WorkspaceId } from '../../platform/ids.ts';
import { aboutMail } from '../messages/about.ts';
import { countMail } from '../messages/mail-counts.ts';
import { campaignValues, mergeValues } from '../messages/merge-values.ts';
import type { LinkValues } from './targets.ts';
import type { DeliveryRef } from './tokens.ts';

export async function findLinks({ db, workspaceId }: Scope, messageId: MessageId): Promise<Map<number, string>> {
  const rows = await db.query<{ position: number; url: string }>(sql`
    SELECT position, url FROM message_links WHERE workspace_id = ${workspaceId}::uuid AND message_id = ${messageId}::uuid`);
  return new Map(rows.map(({ position, url }) => [position, url]));
}

export async function findMessageOf(db: Db, { workspaceId, deliveryId }: DeliveryRef): Promise<string | undefined> {
  const [row] = await db.query<{ messageId: MessageId }>(sql`
    SELECT message_id AS "messageId" FROM deliveries WHERE workspace_id = ${workspaceId}::uuid AND id = ${deliveryId}::uuid`);
  return row?.messageId;
}

/** The values for merge tags in links, by delivery. Of deliveries that were deleted with their report the contact is kept. */
export async function findFollowed({ db, workspaceId }: Scope, deliveryIds: readonly DeliveryId[]): Promise<Map<string, LinkValues>> {
  const rows = await db.query<LinkValues & { deliveryId: DeliveryId }>(sql`
    SELECT d.id AS "deliveryId", w.name AS "workspaceName",
           CASE WHEN c.id IS NOT NULL THEN ${mergeValues(workspaceId, sql`coalesce(d.email, c.email)`)} END AS contact,
           coalesce(d.campaign, ${campaignValues}) AS campaign, coalesce(d.data, t.data) AS data
    FROM (
      SELECT workspace_id, id, message_id, contact_id, email, member_id, visit, NULL::jsonb AS campaign, NULL::jsonb AS data FROM deliveries
      UNION ALL
      SELECT workspace_id, delivery_id, NULL, contact_id, NULL, NULL, NULL, campaign, data FROM link_recipients
    ) AS d
    JOIN workspaces w ON w.id = d.workspace_id
    LEFT JOIN transactional_messages t ON t.workspace_id = d.workspace_id AND t.id = d.message_id
    LEFT JOIN contacts c ON c.workspace_id = d.workspace_id AND c.id = coalesce(d.contact_id, t.contact_id)
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.id = ANY(${deliveryIds}::uuid[])`);
  return new Map(rows.map((row) => [row.deliveryId, row]));
}

export interface Subscription {
  workspaceName: string;
  email: string | null;
  /** Of the topic, where the mail has one. */
  unsubscribed: boolean;
  /** From all marketing mail. */
  isStopped?: boolean;
  /** The name of the topic of the mail; null for mail without one, or of one that is gone. */
  topicName?: string | null;
  /** Of the person, else of the workspace. */
  language?: string | null;
}

/** The id of a contact, or of the one that it was merged into. */
const keptOf = (workspaceId: WorkspaceId, contactId: ContactId) => sql`coalesce(
  (SELECT kept_id FROM contact_merges WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ${contactId}::uuid), ${contactId}::uuid)`;

/** Of the contact, or of the one that it was merged into. Undefined when that one has been deleted. */
export async function findSubscription(
  { db, workspaceId }: Scope,
  contactId: ContactId,
  topicId?: TopicId,
): Promise<Subscription | undefined> {
  const rows = await db.query<Subscription>(sql`
    SELECT w.name AS "workspaceName", c.email, c.unsubscribed OR (t.id IS NOT NULL AND s.state IS NOT DISTINCT FROM 'unsubscribed') AS unsubscribed,
      c.unsubscribed AS "isStopped", t.name AS "topicName", coalesce(c.language, w.default_language) AS language
    FROM contacts c JOIN workspaces w ON w.id = c.workspace_id
    LEFT JOIN topics t ON t.workspace_id = c.workspace_id AND t.id = ${topicId ?? null}::uuid AND t.deleted_at IS NULL
    LEFT JOIN contact_topics s ON s.workspace_id = c.workspace_id AND s.contact_id = c.id AND s.topic_id = t.id
    WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = ${keptOf(workspaceId, contactId)}`);
  return rows[0];
}

/** A person who follows the link to their preferences, or to a confirmation. */
export interface Recipient {
  /** The contact, or the one that it was merged into. */
  contactId: ContactId;
  workspaceName: string;
  workspaceLanguage: string | null;
}

/** Undefined when the contact has been deleted. */
export async function findRecipient({ db, workspaceId }: Scope, contactId: ContactId): Promise<Recipient | undefined> {
  const [recipient] = await db.query<Recipient>(sql`
    SELECT c.id::text AS "contactId", w.name AS "workspaceName", w.default_language AS "workspaceLanguage"
    FROM contacts c JOIN workspaces w ON w.id = c.workspace_id
    WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = ${keptOf(workspaceId, contactId)}`);
  return recipient;
}

/** Notes in the report that a recipient has left the topic. The caller holds the contact. */
export async function noteUnsubscribed({ db, workspaceId, now }: Ctx<Tx>, { deliveryId }: DeliveryRef): Promise<void> {
  await db.query(sql`
    WITH noted AS (
      UPDATE deliveries SET unsubscribed_at = ${now}::timestamptz
      WHERE workspace_id = ${workspaceId}::uuid AND id = ${deliveryId}::uuid AND unsubscribed_at IS NULL
      RETURNING workspace_id, message_id, id, contact_id, 'unsubscribed' AS kind, unsubscribed_at AS at, 1 AS change
    )
    ${countMail('noted')}`);
}

/** Undefined once it is deleted. */
export async function findTested(
  db: Db,
  { workspaceId, deliveryId }: DeliveryRef,
): Promise<(Subscription & { email: string }) | undefined> {
  const [tested] = await db.query<Subscription & { email: string }>(sql`
    SELECT w.name AS "workspaceName", w.default_language AS language, d.email, EXISTS (
      SELECT FROM suppressions s WHERE s.workspace_id = d.workspace_id AND s.address = d.email AND s.reason = 'unsubscribed'
    ) AS unsubscribed
    FROM deliveries d JOIN workspaces w ON w.id = d.workspace_id
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.id = ${deliveryId}::uuid AND d.email IS NOT NULL`);
  return tested;
}

export interface Unsubscription extends DeliveryRef {
  contactId: ContactId;
  /** The contact that it was merged into, where the mail names one that was. */
  keptId?: string | undefined;
  /** Of the mail: then only the topic is left. */
  topicId?: TopicId | null | undefined;
  visitor?: Visitor;
}

/** Of a person who uses a link in mail, for the ledger of consent. */
export interface Visitor {
  ip: string | null;
  userAgent: string | null;
}

export interface Unsubscribed {
  changed: boolean;
  /** Whether the contact is there. */
  found: boolean;
  /** When it is gone, and where it is another's now, the address that the delivery went to. */
  orphan: string | null;
}

/**
 * Locks contacts first, then deliveries, then moments, as everywhere. Safe to repeat; works when the message is gone.
 */
export async function unsubscribe(
  db: Db,
  { workspaceId, deliveryId, contactId: namedId, keptId, visitor }: Unsubscription,
  now: Date,
): Promise<Unsubscribed> {
  const contactId = keptId ?? namedId;
  // Of a message that went to several of those that were merged, one delivery is the kept contact's.
  const ofMerged = keptId
    ? sql`OR contact_id IN (SELECT m.contact_id FROM contact_merges m WHERE m.workspace_id = ${workspaceId}::uuid AND m.kept_id = ${keptId}::uuid)`
    : empty;
  const ofDelivery = sql`workspace_id = ${workspaceId}::uuid AND id = ${deliveryId}::uuid
    AND (contact_id = ANY(${[namedId, contactId]}::uuid[]) ${ofMerged})`;
  const ofContact = sql`workspace_id = ${workspaceId}::uuid AND id = ${contactId}::uuid`;
  const [outcome] = await db.query<Unsubscribed>(sql`
    WITH stopped AS (
      UPDATE contacts SET unsubscribed = true WHERE ${ofContact} AND NOT unsubscribed RETURNING id
    ), entered AS (
      INSERT INTO consent_entries (workspace_id, contact_id, id, state, source, at, ip, user_agent)
      SELECT ${workspaceId}::uuid, id, uuid_v7(${now}::timestamptz), 'unsubscribed', 'unsubscribe_link', ${now}::timestamptz,
        ${visitor?.ip ?? null}::text, ${visitor?.userAgent ?? null}::text
      FROM stopped
    ), noted AS (
      UPDATE deliveries SET unsubscribed_at = ${now}::timestamptz
      WHERE ${ofDelivery} AND unsubscribed_at IS NULL AND (SELECT count(*) FROM stopped) >= 0
      RETURNING workspace_id, id, message_id, member_id, contact_id, ${toUlid(deliveryId)}::text AS shown_id, 'unsubscribed' AS kind,
        unsubscribed_at AS at, 1 AS change
    ), counted AS (
      ${countMail('noted')}
    ), active AS (
      UPDATE contact_moments t
      SET last_activity_at = ${momentAfter(now)},
          updated_at = CASE WHEN EXISTS (SELECT FROM stopped) THEN ${momentAfter(now)} ELSE t.updated_at END
      WHERE t.workspace_id = ${workspaceId}::uuid AND t.contact_id = ${contactId}::uuid
        AND (SELECT count(*) FROM noted) + (SELECT count(*) FROM stopped) > 0
      RETURNING t.contact_id, t.last_activity_at
    ), entry AS (
      SELECT active.contact_id, active.last_activity_at AS occurred_at, 'email_unsubscribed' AS type, ${aboutMail('noted')} AS metadata
      FROM noted CROSS JOIN active
    ), recorded AS (
      ${insertEntries(workspaceId)}
    )
    SELECT EXISTS (SELECT FROM stopped) AS changed, EXISTS (SELECT FROM contacts WHERE ${ofContact}) AS found,
           CASE WHEN ${keptId !== undefined}::boolean OR NOT EXISTS (SELECT FROM contacts WHERE ${ofContact})
             THEN (SELECT email FROM deliveries WHERE ${ofDelivery}) END AS orphan`);
  return outcome ?? { changed: false, found: false, orphan: null };
}
