import { empty, type Sql, sql } from '../../platform/db.ts';

/*
 * Only this file decides to whom a workspace sends no mail: to addresses that bounced, complained or unsubscribed, or that were entered by
 * hand. Operational mail also goes to those that unsubscribed. Whether a contact has an address at all is another question.
 */

const ofContact = (operational: boolean): Sql => sql`
  FROM suppressions s WHERE s.workspace_id = c.workspace_id AND s.address = c.email ${operational ? sql`AND s.reason <> 'unsubscribed'` : empty}`;

/**
 * Whether the contact `c` must not be mailed. In a WHERE, or denied there, it is a join, which begins with the suppressions where they are
 * few: use it for counts.
 */
export const isSuppressed = (operational: boolean): Sql => sql`EXISTS (SELECT ${ofContact(operational)})`;

/**
 * Why the contact `c` must not be mailed, or NULL: use it to select or claim recipients. PostgreSQL answers whether there is a reason for
 * many contacts from one hash, and for few by the key; the reason itself is looked up contact by contact.
 */
export const suppressionReason = (operational: boolean): Sql => sql`
  CASE WHEN ${isSuppressed(operational)} THEN (
    SELECT s.reason ${ofContact(operational)}
    ORDER BY array_position(ARRAY['unsubscribed', 'bounced', 'complained', 'manual'], s.reason) LIMIT 1
  ) END`;
