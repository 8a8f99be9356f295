import { insertEntries, momentAfter } from '../../audience/activities/activities.repo.ts';
import { type Db, sql } from '../../platform/db.ts';
import { toUlid } from '../../platform/ids.ts';
import { mergeValues } from '../messages/merge-values.ts';
import type { RecipientRef } from './tokens.ts';

/** Notes the first time a recipient's message was opened, with its timeline entry. Later times change nothing. */
export async function recordOpen(db: Db, { workspaceId, recipientId }: RecipientRef, now: Date): Promise<void> {
  await db.query(sql`
    WITH opened AS (
      UPDATE deliveries SET opened_at = ${now}::timestamptz
      WHERE workspace_id = ${workspaceId}::uuid AND id = ${recipientId}::uuid AND opened_at IS NULL
      RETURNING id, message_id AS blast_id, contact_id
    ), entry AS (
      UPDATE contact_moments t SET last_activity_at = ${momentAfter(now)}
      FROM opened o WHERE t.workspace_id = ${workspaceId}::uuid AND t.contact_id = o.contact_id
      RETURNING t.contact_id, t.last_activity_at AS occurred_at, 'email_opened' AS type,
                jsonb_build_object('blast_id', o.blast_id, 'recipient_id', ${toUlid(recipientId)}::text) AS metadata
    )
    ${insertEntries(workspaceId)}`);
}

export interface ClickedLink {
  url: string;
  /** Values for merge tags in the address; null when the contact has been deleted. */
  contact: Record<string, unknown> | null;
  workspaceName: string;
}

/** The link at a position of the blast that a recipient belongs to. */
export async function findLink(db: Db, { workspaceId, recipientId }: RecipientRef, position: number): Promise<ClickedLink | undefined> {
  const rows = await db.query<ClickedLink>(sql`
    SELECT l.url, w.name AS "workspaceName",
           CASE WHEN c.id IS NOT NULL THEN ${mergeValues(workspaceId, sql`r.email`)} END AS contact
    FROM deliveries r
    JOIN workspaces w ON w.id = r.workspace_id
    JOIN message_links l ON l.workspace_id = r.workspace_id AND l.message_id = r.message_id AND l.position = ${position}::int
    LEFT JOIN contacts c ON c.workspace_id = r.workspace_id AND c.id = r.contact_id
    WHERE r.workspace_id = ${workspaceId}::uuid AND r.id = ${recipientId}::uuid`);
  return rows[0];
}

/** Notes a click: the recipient's first one for the report, and one timeline entry for each link that was followed. */
export async function recordClick(
  db: Db,
  { workspaceId, recipientId }: RecipientRef,
  position: number,
  url: string,
  now: Date,
): Promise<void> {
  await db.query(sql`
    WITH clicked AS (
      INSERT INTO delivery_clicks (workspace_id, delivery_id, position, clicked_at)
      VALUES (${workspaceId}::uuid, ${recipientId}::uuid, ${position}::int, ${now}::timestamptz)
      ON CONFLICT DO NOTHING
      RETURNING delivery_id
    ), noted AS (
      UPDATE deliveries r SET clicked_at = coalesce(r.clicked_at, ${now}::timestamptz), clicked_url = coalesce(r.clicked_url, ${url})
      FROM clicked WHERE r.workspace_id = ${workspaceId}::uuid AND r.id = clicked.delivery_id
      RETURNING r.id, r.message_id AS blast_id, r.contact_id
    ), entry AS (
      UPDATE contact_moments t SET last_activity_at = ${momentAfter(now)}
      FROM noted n WHERE t.workspace_id = ${workspaceId}::uuid AND t.contact_id = n.contact_id
      RETURNING t.contact_id, t.last_activity_at AS occurred_at, 'email_clicked' AS type,
                jsonb_build_object('blast_id', n.blast_id, 'recipient_id', ${toUlid(recipientId)}::text, 'url', ${url}::text) AS metadata
    )
    ${insertEntries(workspaceId)}`);
}

export interface Subscription {
  workspaceName: string;
  email: string | null;
  unsubscribed: boolean;
}

/** What the unsubscribe page shows; undefined when the contact has been deleted. */
export async function findSubscription(db: Db, workspaceId: string, contactId: string): Promise<Subscription | undefined> {
  const rows = await db.query<Subscription>(sql`
    SELECT w.name AS "workspaceName", c.email, c.unsubscribed
    FROM contacts c JOIN workspaces w ON w.id = c.workspace_id
    WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = ${contactId}::uuid`);
  return rows[0];
}

/**
 * Unsubscribes the contact and notes it at the recipient. Safe to repeat; works when the blast is gone.
 * @returns whether the contact was subscribed before
 */
export async function unsubscribe(
  db: Db,
  { workspaceId, recipientId, contactId }: RecipientRef & { contactId: string },
  now: Date,
): Promise<boolean> {
  const [contact] = await db.query<{ changed: boolean }>(sql`
    WITH noted AS (
      UPDATE deliveries SET unsubscribed_at = ${now}::timestamptz
      WHERE workspace_id = ${workspaceId}::uuid AND id = ${recipientId}::uuid AND contact_id = ${contactId}::uuid AND unsubscribed_at IS NULL
      RETURNING message_id AS blast_id
    ), stopped AS (
      UPDATE contacts c SET unsubscribed = true
      WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = ${contactId}::uuid AND NOT c.unsubscribed
      RETURNING c.id
    ), active AS (
      UPDATE contact_moments t
      SET last_activity_at = ${momentAfter(now)},
          updated_at = CASE WHEN EXISTS (SELECT FROM stopped) THEN ${momentAfter(now)} ELSE t.updated_at END
      WHERE t.workspace_id = ${workspaceId}::uuid AND t.contact_id = ${contactId}::uuid
        AND (EXISTS (SELECT FROM stopped) OR EXISTS (SELECT FROM noted))
      RETURNING t.contact_id, t.last_activity_at
    ), entry AS (
      SELECT active.contact_id, active.last_activity_at AS occurred_at, 'email_unsubscribed' AS type,
             jsonb_build_object('blast_id', noted.blast_id, 'recipient_id', ${toUlid(recipientId)}::text) AS metadata
      FROM noted CROSS JOIN active
    ), recorded AS (
      ${insertEntries(workspaceId)}
    )
    SELECT EXISTS (SELECT FROM stopped) AS changed`);
  return contact?.changed ?? false;
}
