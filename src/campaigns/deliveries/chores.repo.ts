import { type Db, type Sql, sql, type Tx } from '../../platform/db.ts';
import { campaignValues } from '../messages/merge-values.ts';
import type { MessageRef } from './dispatches.repo.ts';
import { ended, tellEndings } from './endings.ts';

/*
 * What is done with all deliveries of a message, a chunk in each transaction: requests only say that it is to be done.
 */

/** end: cancels those that wait. purge: deletes all of them, and then the message. */
export type ChoreKind = 'end' | 'purge';

export interface Chore extends MessageRef {
  kind: ChoreKind;
  cursor: string;
}

export async function addChore(tx: Tx, { workspaceId, messageId }: MessageRef, kind: ChoreKind): Promise<void> {
  await tx.query(sql`
    INSERT INTO message_chores (workspace_id, message_id, kind) VALUES (${workspaceId}::uuid, ${messageId}::uuid, ${kind}::text)
    ON CONFLICT DO NOTHING`);
}

export const hasChore = async (db: Db, { workspaceId, messageId }: MessageRef): Promise<boolean> =>
  (await db.prisma.messageChore.count({ where: { workspaceId, messageId } })) > 0;

const AT_ONCE = 1_000;

/** Messages with chores that are left, as jobs. */
export const dueChores = (): Sql => sql`
  SELECT message_id::text, jsonb_build_object('workspace_id', workspace_id, 'message_id', message_id)
  FROM (SELECT DISTINCT workspace_id, message_id FROM message_chores LIMIT ${AT_ONCE}::int) AS left_over`;

/** Waits for whatever adds deliveries to a message at the moment; it holds the message likewise. */
export async function awaitWriters(tx: Tx, { workspaceId, messageId }: MessageRef): Promise<void> {
  await tx.query(sql`SELECT 1 AS held FROM messages WHERE workspace_id = ${workspaceId}::uuid AND id = ${messageId}::uuid FOR UPDATE`);
}

/** Holds the next chore of a message until the transaction ends. Undefined when there is none, or others are at it. */
export async function holdChore(tx: Tx, { workspaceId, messageId }: MessageRef): Promise<Chore | undefined> {
  const [chore] = await tx.query<Chore>(sql`
    SELECT workspace_id::text AS "workspaceId", message_id::text AS "messageId", kind, cursor::text FROM message_chores
    WHERE workspace_id = ${workspaceId}::uuid AND message_id = ${messageId}::uuid
    -- What is deleted need not be ended before.
    ORDER BY kind DESC LIMIT 1 FOR UPDATE SKIP LOCKED`);
  return chore;
}

/** @param cursor up to where it is done; null: it is over */
export async function moveChore(tx: Tx, { workspaceId, messageId, kind }: Chore, cursor: string | null): Promise<void> {
  const of = sql`workspace_id = ${workspaceId}::uuid AND message_id = ${messageId}::uuid AND kind = ${kind}::text`;
  await tx.query(
    cursor === null ? sql`DELETE FROM message_chores WHERE ${of}` : sql`UPDATE message_chores SET cursor = ${cursor}::uuid WHERE ${of}`,
  );
}

/**
 * Brings those of the deliveries in `among` that wait to their end. What a run has in hand is left: the run reports it.
 * @param among a subquery of their ids
 */
async function endAmong(
  tx: Tx,
  { workspaceId, messageId }: MessageRef,
  status: 'cancelled' | 'failed',
  reason: string | null,
  among: Sql,
): Promise<void> {
  await tx.query(sql`
    WITH over AS (
      UPDATE deliveries r SET status = ${status}::text, error = coalesce(${reason}::text, r.error), next_attempt_at = NULL
      WHERE r.workspace_id = ${workspaceId}::uuid AND r.id = ANY(ARRAY(${among})) AND r.status = 'pending'
        AND NOT (r.next_attempt_at IS NULL AND r.id IN (
          SELECT unnest(c.ids) FROM claims c WHERE c.workspace_id = ${workspaceId}::uuid AND c.message_id = ${messageId}::uuid))
      RETURNING ${ended('r')}
    )
    ${tellEndings('over')}`);
}

/**
 * Ends up to `limit` of those that wait, found by the indexes of those that are due at a time and of those that follow the cursor of the
 * dispatch, which the transaction holds.
 * @returns whether there may be more
 */
export async function endSome(
  tx: Tx,
  message: MessageRef,
  status: 'cancelled' | 'failed',
  reason: string | null,
  limit: number,
): Promise<boolean> {
  const of = sql`workspace_id = ${message.workspaceId}::uuid AND message_id = ${message.messageId}::uuid`;
  const found = await tx.query<{ id: string }>(sql`
    SELECT id FROM (
      (SELECT id::text FROM deliveries WHERE ${of} AND next_attempt_at IS NOT NULL ORDER BY next_attempt_at LIMIT ${limit}::int)
      UNION ALL
      (SELECT id::text FROM deliveries WHERE ${of} AND status = 'pending' AND next_attempt_at IS NULL
         AND id > (SELECT cursor FROM dispatches WHERE ${of})
       ORDER BY deliveries.id LIMIT ${limit}::int)
    ) AS waiting LIMIT ${limit}::int`);
  if (found.length === 0) return false;
  const ids = found.map(({ id }) => id);
  await endAmong(tx, message, status, reason, sql`SELECT unnest(${ids}::uuid[])`);
  return found.length === limit;
}

/** Cancels those that wait among the next `limit` deliveries. @returns the last of them; null: there are no more */
export async function endNext(tx: Tx, { cursor, ...message }: Chore, limit: number): Promise<string | null> {
  const of = sql`workspace_id = ${message.workspaceId}::uuid AND message_id = ${message.messageId}::uuid AND id > ${cursor}::uuid`;
  const [next] = await tx.query<{ last: string }>(sql`
    SELECT id::text AS last FROM (SELECT id FROM deliveries WHERE ${of} ORDER BY id LIMIT ${limit}::int) AS chunk ORDER BY id DESC LIMIT 1`);
  if (!next) return null;
  await endAmong(
    tx,
    message,
    'cancelled',
    null,
    sql`SELECT id FROM deliveries WHERE ${of} AND id <= ${next.last}::uuid AND status = 'pending'`,
  );
  return next.last;
}

/**
 * Deletes the next `limit` deliveries of a message. Of those that were sent with links that have merge tags it keeps whom they speak of.
 * @returns the last of them; null: there are no more
 */
export async function purgeNext(tx: Tx, { workspaceId, messageId, cursor }: Omit<Chore, 'kind'>, limit: number): Promise<string | null> {
  const [purged] = await tx.query<{ last: string | null }>(sql`
    WITH away AS MATERIALIZED (
      SELECT id FROM deliveries
      WHERE workspace_id = ${workspaceId}::uuid AND message_id = ${messageId}::uuid AND id > ${cursor}::uuid ORDER BY id LIMIT ${limit}::int
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
