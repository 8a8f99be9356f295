import { raw, type Sql, sql } from '../../platform/db.ts';

/**
 * Part of every statement that may end deliveries: notes those that a member of a flow waits for, in the outbox of its flow.
 * @param written a CTE with the `ended` columns
 */
export const noteEndings = (written: string): Sql => sql`
  INSERT INTO delivery_endings (workspace_id, message_id, delivery_id)
  SELECT workspace_id, message_id, id FROM ${raw(written)} WHERE member_id IS NOT NULL AND status <> 'pending'`;

/** The columns of a delivery that `noteEndings` needs. */
export const ended = (table: string): Sql =>
  raw(['workspace_id', 'message_id', 'id', 'member_id', 'status'].map((column) => `${table}.${column}`).join(', '));
