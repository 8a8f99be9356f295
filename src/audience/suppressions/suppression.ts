import { empty, type Sql, sql } from '../../platform/db.ts';
import type { WorkspaceId } from '../../platform/ids.ts';
import { erasedAddress } from './erased.ts';
import { BLOCKS } from './test-source.ts';

export { TEST_SOURCE } from './test-source.ts';

/*
 * Only this file decides to which addresses a workspace sends no mail: those that bounced, complained or unsubscribed, or were entered by
 * hand. `consent/mail-policy.ts` adds what contacts said. Operational mail also goes to those that unsubscribed. Whether a contact has an address at all is another question.
 */

const ORDER = sql`array_position(ARRAY['unsubscribed', 'bounced', 'complained', 'manual', 'erased'], s.reason)`;

const ofContact = (operational: boolean): Sql => sql`
  FROM suppressions s WHERE s.workspace_id = c.workspace_id AND s.address = c.email AND ${BLOCKS} ${operational ? sql`AND s.reason <> 'unsubscribed'` : empty}`;

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
    ORDER BY ${ORDER} LIMIT 1
  ) END`;

/** For rules, which ask it of many contacts: the workspace is a value, so that PostgreSQL may hash all suppressions. */
export const isSuppressedIn = (workspaceId: WorkspaceId): Sql => sql`EXISTS (
  SELECT 1 FROM suppressions s WHERE s.workspace_id = ${workspaceId}::uuid AND s.address = c.email AND ${BLOCKS})`;

/** Why mail does not go to an address that is no contact's, or NULL when it may. @param workspaceId, address expressions */
export const addressSuppression = (workspaceId: Sql, address: Sql, operational: boolean): Sql => sql`(
  SELECT s.reason FROM suppressions s
  WHERE s.workspace_id = ${workspaceId} AND s.address IN (${address}, ${erasedAddress(workspaceId, address)}) AND ${BLOCKS} ${operational ? sql`AND s.reason <> 'unsubscribed'` : empty}
  ORDER BY ${ORDER} LIMIT 1)`;
