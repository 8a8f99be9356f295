import { empty, type Sql, sql } from '../../platform/db.ts';

/*
 * The one place that knows to whom a workspace sends no mail: to addresses that bounced, complained or unsubscribed, or that somebody
 * wrote down by hand. Operational mail also goes to those who unsubscribed. Whether a contact has an address at all is another question.
 */

const ORDER = sql`array_position(ARRAY['unsubscribed', 'bounced', 'complained', 'manual'], s.reason)`;

/** The suppressions of the address of the contact `c`. */
const ofContact = (operational: boolean): Sql => sql`
  FROM suppressions s WHERE s.workspace_id = c.workspace_id AND s.address = c.email ${operational ? sql`AND s.reason <> 'unsubscribed'` : empty}`;

/**
 * Whether the contact `c` must not be mailed. As a condition of its own in a WHERE, or denied there, it is a join, which begins
 * with the suppressions where they are few: for whatever counts.
 */
export const isSuppressed = (operational: boolean): Sql => sql`EXISTS (SELECT ${ofContact(operational)})`;

/**
 * Says of the contact `c` why it must not be mailed, or NULL when it may be: for whatever fixes or claims recipients. Whether there
 * is a reason is asked first, since PostgreSQL answers that for many contacts from one hash, and for few by the key; the reason itself
 * is looked up contact by contact.
 */
export const suppressionReason = (operational: boolean): Sql => sql`
  CASE WHEN ${isSuppressed(operational)} THEN (
    SELECT s.reason ${ofContact(operational)}
    ORDER BY ${ORDER} LIMIT 1
  ) END`;

/** Why mail does not go to an address that is no contact's, or NULL when it may. @param workspaceId, address expressions */
export const addressSuppression = (workspaceId: Sql, address: Sql, operational: boolean): Sql => sql`(
  SELECT s.reason FROM suppressions s
  WHERE s.workspace_id = ${workspaceId} AND s.address = ${address} ${operational ? sql`AND s.reason <> 'unsubscribed'` : empty}
  ORDER BY ${ORDER} LIMIT 1)`;
