import { raw, type Sql } from '../../platform/db.ts';

/**
 * The email of a timeline entry: the blast and its recipient, or the step of a flow and the membership.
 * @param row has the delivery's `workspace_id`, `message_id`, `member_id`, and its `shown_id`
 */
export const aboutMail = (row: string): Sql =>
  raw(`CASE WHEN ${row}.member_id IS NULL THEN jsonb_build_object('blast_id', ${row}.message_id, 'recipient_id', ${row}.shown_id)
    ELSE (
      SELECT jsonb_build_object('flow_id', f.flow_id, 'membership_id', shown_id(${row}.member_id), 'step_id', f.step_id)
      FROM flow_messages f WHERE f.workspace_id = ${row}.workspace_id AND f.message_id = ${row}.message_id) END`);
