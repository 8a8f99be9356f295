import { FIRST_ID } from '../../platform/chunks.ts';
import { join, raw, type Sql, sql } from '../../platform/db.ts';

/** What is counted of mail; the names are columns of `mail_counts`. */
export const MAIL_COUNTS = [
  'sent',
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'unsubscribed',
  'machine_opened',
  'machine_clicked',
  'anonymous_opened',
  'anonymous_clicked',
] as const;

export type MailCount = (typeof MAIL_COUNTS)[number];

/** Every time zone's hours consist of such parts. */
const PART = sql`date_bin('15 minutes', c.at, TIMESTAMPTZ '2000-01-01 00:00:00+00')`;
const columns = raw(MAIL_COUNTS.join(', '));

/** A row for each count that applies. @param counts the columns of `kind`, `at` (null where it does not apply) and `change` */
export const countRows = (counts: readonly (readonly [kind: MailCount, at: Sql, change?: 1 | -1])[]): Sql =>
  sql`(VALUES ${join(counts.map(([kind, at, change = 1]) => sql`(${raw(`'${kind}'`)}, ${at}, ${raw(String(change))})`))}) AS k (kind, at, change)`;

/**
 * Part of every statement that writes what happened to deliveries: adds to the counts of the workspace, and of the blast, the flow, the
 * email and the topic. Tests count nowhere, nor do copies of a message to one person.
 * @param changes a CTE with `workspace_id, message_id, id, contact_id` of deliveries, `kind`, `at` and `change`
 */
export const countMail = (changes: string): Sql => sql`
  INSERT INTO mail_counts (workspace_id, subject_id, at, ${columns})
  SELECT c.workspace_id, s.subject_id, c.at,
    ${join(MAIL_COUNTS.map((kind) => sql`coalesce(sum(c.change) FILTER (WHERE c.kind = ${raw(`'${kind}'`)}), 0)`))}
  FROM (
    SELECT c.workspace_id, c.message_id, c.kind, ${PART} AS at, sum(c.change) AS change
    FROM ${raw(changes)} c WHERE c.contact_id IS NOT NULL OR c.id = c.message_id
    GROUP BY 1, 2, 3, 4
  ) c
  JOIN messages m ON m.workspace_id = c.workspace_id AND m.id = c.message_id AND m.origin <> 'test' AND NOT m.test
  LEFT JOIN flow_messages f ON f.workspace_id = c.workspace_id AND f.message_id = c.message_id
  LEFT JOIN transactional_messages t ON t.workspace_id = c.workspace_id AND t.id = c.message_id
  CROSS JOIN LATERAL unnest(ARRAY[${FIRST_ID}::uuid, m.blast_id, f.flow_id, coalesce(m.email_id, t.email_id), m.topic_id]) AS s (subject_id)
  WHERE s.subject_id IS NOT NULL
  GROUP BY c.workspace_id, s.subject_id, c.at`;
