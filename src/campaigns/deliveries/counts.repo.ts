import { type AppendedCounts, addUp } from '../../platform/appended-counts.ts';
import { type Db, raw, type Scope, type Sql, sql } from '../../platform/db.ts';
import type { MessageId } from '../../platform/ids.ts';
import type { DeliveryCounts } from './deliveries.repo.ts';

/*
 * How many deliveries of a blast wait, were held back or failed, so that no request reads millions of rows for it. What happens to mail
 * afterwards is in `mail_counts`. Only blasts whose preparation is `counted` have such rows.
 */

const COUNTS = ['recipients', 'pending', 'blocked', 'unqualified', 'failed'] as const;
const into = raw(`INSERT INTO delivery_counts (workspace_id, message_id, ${COUNTS.join(', ')})`);
const counted = (of: string): Sql =>
  raw(`JOIN blast_preparations p ON p.workspace_id = ${of}.workspace_id AND p.blast_id = ${of}.message_id AND p.counted`);
const howMany = (of: string, condition: string): Sql => raw(`(count(*) FILTER (WHERE ${of}.${condition}))`);

/** Part of the statement that writes them. @param written a CTE with `workspace_id, message_id, status` */
export const countWritten = (written: string): Sql => sql`
  ${into}
  SELECT w.workspace_id, w.message_id, count(*), ${howMany('w', "status = 'pending'")}, ${howMany('w', "status = 'blocked'")},
    ${howMany('w', "status = 'unqualified'")}, 0
  FROM ${raw(written)} w ${counted('w')}
  GROUP BY w.workspace_id, w.message_id`;

/**
 * Part of every statement that may end deliveries that wait.
 * @param ended a CTE with the `ended` columns
 */
export const countEnded = (ended: string): Sql => sql`
  ${into}
  SELECT w.workspace_id, w.message_id, 0, -count(*), ${howMany('w', "status = 'blocked'")}, ${howMany('w', "status = 'unqualified'")},
    ${howMany('w', "status = 'failed'")}
  FROM ${raw(ended)} w ${counted('w')}
  WHERE w.status <> 'pending'
  GROUP BY w.workspace_id, w.message_id`;

/**
 * Part of the statement that writes what came back of mail.
 * @param changed a CTE with the `ended` columns, and the status `before`
 */
export const countReported = (changed: string): Sql => sql`
  ${into}
  SELECT w.workspace_id, w.message_id, 0, ${howMany('w', "status = 'pending'")} - ${howMany('w', "before = 'pending'")}, 0, 0,
    ${howMany('w', "status = 'failed'")} - ${howMany('w', "before = 'failed'")}
  FROM ${raw(changed)} w ${counted('w')}
  WHERE w.status <> w.before
  GROUP BY w.workspace_id, w.message_id`;

export type BlastCounts = DeliveryCounts & { pending: number; qualified: number };

/** Of blasts, where they are counted. Tests are not: their mail is in no figures. */
export async function countsOf({ db, workspaceId }: Scope, messageIds: readonly MessageId[]): Promise<Map<string, BlastCounts>> {
  if (messageIds.length === 0) return new Map();
  const rows = await db.query<BlastCounts & { messageId: MessageId }>(sql`
    SELECT p.blast_id::text AS "messageId", c.recipients, c.pending, c.blocked, c.failed, c.recipients - c.blocked - c.unqualified AS qualified,
      m.sent, m.delivered, m.opened, m.clicked, m.bounced, m.complained, m.unsubscribed
    FROM blast_preparations p
    JOIN blasts b ON b.workspace_id = p.workspace_id AND b.id = p.blast_id AND NOT b.test
    CROSS JOIN LATERAL (
      SELECT ${raw(COUNTS.map((name) => `coalesce(sum(${name}), 0)::int AS ${name}`).join(', '))}
      FROM delivery_counts WHERE workspace_id = p.workspace_id AND message_id = p.blast_id
    ) c
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(sent), 0)::int AS sent, coalesce(sum(delivered), 0)::int AS delivered, coalesce(sum(opened), 0)::int AS opened,
        coalesce(sum(clicked), 0)::int AS clicked, coalesce(sum(bounced), 0)::int AS bounced,
        coalesce(sum(complained), 0)::int AS complained, coalesce(sum(unsubscribed), 0)::int AS unsubscribed
      FROM mail_counts WHERE workspace_id = p.workspace_id AND subject_id = p.blast_id
    ) m
    WHERE p.workspace_id = ${workspaceId}::uuid AND p.blast_id = ANY(${messageIds}::uuid[]) AND p.counted
      -- A blast that has been sent has nothing that waits: otherwise a process of an earlier version took part, and the rows are counted.
      AND (c.pending = 0 OR b.status <> 'sent') AND c.pending >= 0`);
  return new Map(rows.map(({ messageId, ...counts }) => [messageId, counts]));
}

/** With its deliveries. */
export async function deleteDeliveryCounts({ db, workspaceId }: Scope, messageId: MessageId): Promise<void> {
  await db.query(sql`DELETE FROM delivery_counts WHERE workspace_id = ${workspaceId}::uuid AND message_id = ${messageId}::uuid`);
}

const COUNT_ROWS: AppendedCounts = { table: 'delivery_counts', key: ['workspace_id', 'message_id'], counts: COUNTS };

export const addUpDeliveryCounts = (db: Db): Promise<void> => addUp(db, COUNT_ROWS);
