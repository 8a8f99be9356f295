import { raw, type Sql, sql } from '../../platform/db.ts';

/**
 * Part of whatever statement may bring deliveries to their end: tells of those that a member of a flow waits for. It reads the rows that
 * the statement has written.
 * @param written a CTE with their `ENDED` columns
 */
export const tellEndings = (written: string): Sql => sql`
  INSERT INTO delivery_endings (workspace_id, message_id, delivery_id)
  SELECT workspace_id, message_id, id FROM ${raw(written)} WHERE member_id IS NOT NULL AND status <> 'pending'`;

/** What has to be known of a delivery to tell of its end, of the table by that name. */
export const ended = (table: string): Sql =>
  raw(['workspace_id', 'message_id', 'id', 'member_id', 'status'].map((column) => `${table}.${column}`).join(', '));
