import { type Scope, type Sql, sql, type Tx } from '../../platform/db.ts';
import type { MessageId } from '../../platform/ids.ts';
import { campaignValues } from '../messages/merge-values.ts';
import { countEnded } from './counts.repo.ts';
import { ofMessage } from './dispatches.repo.ts';
import { ended, noteEndings } from './endings.ts';

/* Work on all deliveries of a message, a chunk in each transaction: requests only note that it is to be done. */

/** `end` cancels waiting deliveries. `purge` deletes all of them, and then the message. */
type ChoreKind = 'end' | 'purge';

export interface Chore {
  kind: ChoreKind;
  cursor: string;
}

export async function addChore({ db, workspaceId }: Scope<Tx>, messageId: MessageId, kind: ChoreKind): Promise<void> {
  await db.query(sql`
    INSERT INTO message_chores (workspace_id, message_id, kind) VALUES (${workspaceId}::uuid, ${messageId}::uuid, ${kind}::text)
    ON CONFLICT DO NOTHING`);
}

export const hasChore = async ({ db, workspaceId }: Scope, messageId: MessageId): Promise<boolean> =>
  (await db.prisma.messageChore.count({ where: { workspaceId, messageId } })) > 0;

export const choreRows = (now: Date): Sql => sql`
  SELECT DISTINCT workspace_id, message_id, 'waiting', ${now}::timestamptz, 0, NULL::text FROM message_chores`;

const AT_ONCE = 1_000;

export const dueChores = (): Sql => sql`
  SELECT message_id::text, jsonb_build_object('workspace_id', workspace_id, 'message_id', message_id)
  FROM (SELECT DISTINCT workspace_id, message_id FROM message_chores LIMIT ${AT_ONCE}::int) AS left_over`;

/** Waits for transactions that are adding deliveries to a message; they hold it in the same way. */
export async function awaitWriters({ db, workspaceId }: Scope<Tx>, messageId: MessageId): Promise<void> {
  await db.query(sql`SELECT 1 AS held FROM messages WHERE workspace_id = ${workspaceId}::uuid AND id = ${messageId}::uuid FOR UPDATE`);
}

/** Undefined when there is none, or another run holds it. */
export async function holdChore(tx: Scope<Tx>, messageId: MessageId): Promise<Chore | undefined> {
  const [chore] = await tx.db.query<Chore>(sql`
    SELECT kind, cursor::text FROM message_chores WHERE ${ofMessage(tx, messageId)}
    -- What is deleted need not be ended before.
    ORDER BY kind DESC LIMIT 1 FOR UPDATE SKIP LOCKED`);
  return chore;
}

/** @param cursor up to where it is done; null: it is over */
export async function moveChore(
  tx: Scope<Tx>,
  messageId: MessageId,
  { kind, cursor }: { kind: ChoreKind; cursor: string | null },
): Promise<void> {
  const of = sql`${ofMessage(tx, messageId)} AND kind = ${kind}::text`;
  await tx.db.query(
    cursor === null ? sql`DELETE FROM message_chores WHERE ${of}` : sql`UPDATE message_chores SET cursor = ${cursor}::uuid WHERE ${of}`,
  );
}

interface Ending {
  status: 'cancelled' | 'failed';
  reason?: string;
}

/** `among` is a subquery of ids. A delivery in a claim is left: its run reports it. */
async function endAmong(tx: Scope<Tx>, messageId: MessageId, { status, reason, among }: Ending & { among: Sql }): Promise<void> {
  await tx.db.query(sql`
    WITH over AS (
      UPDATE deliveries r SET status = ${status}::text, error = coalesce(${reason ?? null}::text, r.error), next_attempt_at = NULL
      WHERE r.workspace_id = ${tx.workspaceId}::uuid AND r.id = ANY(ARRAY(${among})) AND r.status = 'pending'
        AND NOT (r.next_attempt_at IS NULL AND r.id IN (
          SELECT unnest(c.ids) FROM claims c WHERE c.workspace_id = ${tx.workspaceId}::uuid AND c.message_id = ${messageId}::uuid))
      RETURNING ${ended('r')}
    ), counted AS (
      ${countEnded('over')}
    )
    ${noteEndings('over')}`);
}

/**
 * Ends up to `limit` waiting deliveries, found by the indexes on the due time and on the ids past the cursor of the dispatch, which the
 * transaction holds.
 * @returns whether there may be more
 */
export async function endSome(tx: Scope<Tx>, messageId: MessageId, { limit, ...ending }: Ending & { limit: number }): Promise<boolean> {
  const of = ofMessage(tx, messageId);
  const found = await tx.db.query<{ id: string }>(sql`
    SELECT id FROM (
      (SELECT id::text FROM deliveries WHERE ${of} AND next_attempt_at IS NOT NULL ORDER BY next_attempt_at LIMIT ${limit}::int)
      UNION ALL
      (SELECT id::text FROM deliveries WHERE ${of} AND status = 'pending' AND next_attempt_at IS NULL
         AND id > (SELECT cursor FROM dispatches WHERE ${of})
       ORDER BY deliveries.id LIMIT ${limit}::int)
    ) AS waiting LIMIT ${limit}::int`);
  if (found.length === 0) return false;
  await endAmong(tx, messageId, { ...ending, among: sql`SELECT unnest(${found.map(({ id }) => id)}::uuid[])` });
  return found.length === limit;
}

interface Chunk {
  cursor: string;
  limit: number;
}

/** Cancels those that wait among the next `limit` deliveries. @returns the last of them; null: there are no more */
export async function endNext(tx: Scope<Tx>, messageId: MessageId, { cursor, limit }: Chunk): Promise<string | null> {
  const of = sql`${ofMessage(tx, messageId)} AND id > ${cursor}::uuid`;
  const [next] = await tx.db.query<{ last: string }>(sql`
    SELECT id::text AS last FROM (SELECT id FROM deliveries WHERE ${of} ORDER BY id LIMIT ${limit}::int) AS chunk ORDER BY id DESC LIMIT 1`);
  if (!next) return null;
  const among = sql`SELECT id FROM deliveries WHERE ${of} AND id <= ${next.last}::uuid AND status = 'pending'`;
  await endAmong(tx, messageId, { status: 'cancelled', among });
  return next.last;
}

/**
 * Deletes the next `limit` deliveries. Links with merge tags still work afterwards: for them the contact is kept.
 * @returns the last id; null: there are no more
 */
export async function purgeNext(tx: Scope<Tx>, messageId: MessageId, { cursor, limit }: Chunk): Promise<string | null> {
  const { db, workspaceId } = tx;
  const [purged] = await db.query<{ last: string | null }>(sql`
    WITH away AS MATERIALIZED (
      SELECT id FROM deliveries
      WHERE ${ofMessage(tx, messageId)} AND id > ${cursor}::uuid ORDER BY id LIMIT ${limit}::int
    ), kept AS (
      INSERT INTO link_recipients (workspace_id, delivery_id, contact_id, campaign)
      SELECT d.workspace_id, d.id, d.contact_id, ${campaignValues}
      FROM deliveries d
      WHERE d.workspace_id = ${workspaceId}::uuid AND d.id IN (SELECT id FROM away)
        AND d.contact_id IS NOT NULL AND (d.sent_at IS NOT NULL OR d.status = 'unknown')
        AND EXISTS (
          SELECT FROM message_links l
          WHERE l.workspace_id = ${workspaceId}::uuid AND l.message_id = ${messageId}::uuid AND position('{{' IN l.url) > 0)
      ON CONFLICT DO NOTHING
    ), gone AS (
      DELETE FROM deliveries d WHERE d.workspace_id = ${workspaceId}::uuid AND d.id IN (SELECT id FROM away)
    )
    SELECT (SELECT id::text FROM away ORDER BY id DESC LIMIT 1) AS last`);
  return purged?.last ?? null;
}

/**
 * Keeps what links with merge tags need of deliveries that are about to be deleted: the contact, and the values of its flow or message.
 * @param deliveryIds a subquery
 */
export async function keepRecipients({ db, workspaceId }: Scope<Tx>, deliveryIds: Sql): Promise<void> {
  await db.query(sql`
    INSERT INTO link_recipients (workspace_id, delivery_id, contact_id, campaign, data)
    SELECT d.workspace_id, d.id, of.contact_id, ${campaignValues}, CASE WHEN of.contact_id IS NOT NULL THEN t.data END
    FROM deliveries d
    LEFT JOIN transactional_messages t ON t.workspace_id = d.workspace_id AND t.id = d.message_id
    CROSS JOIN LATERAL (SELECT coalesce(d.contact_id, t.contact_id) AS contact_id) of
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.id IN (${deliveryIds})
      AND (of.contact_id IS NOT NULL OR t.id IS NOT NULL) AND (d.sent_at IS NOT NULL OR d.status = 'unknown')
      AND EXISTS (
        SELECT FROM message_links l
        WHERE l.workspace_id = d.workspace_id AND l.message_id = d.message_id AND position('{{' IN l.url) > 0)
    ON CONFLICT DO NOTHING`);
}
