import { FIRST_ID } from '../../platform/chunks.ts';
import { type Scope, type Sql, sql, type Tx } from '../../platform/db.ts';
import { type DeliveryId, lowestId, type MessageId } from '../../platform/ids.ts';
import type { Part, Retained } from '../../workspaces/retention.ts';
import { keepRecipients } from '../deliveries/chores.repo.ts';
import { keepFigures } from './figures.repo.ts';

/** Deliveries locked, counted and deleted by one transaction: their ids travel. */
const MOST = 10_000;

/**
 * Deliveries of blasts that are over and of flows, by message. The message and its links stay, and so do its figures: old mail leads to
 * where it did, and reports are as they were.
 */
export const keptDeliveries: Retained = {
  name: 'delivery-retention',
  days: 'delivery_days',
  async purge(tx, { before, cursor, most }) {
    const [messageId = FIRST_ID, after = FIRST_ID] = cursor?.split(' ') ?? [];
    const limit = Math.min(most, MOST);
    const origin = await holdMessage(tx, messageId);
    if (!origin) return nextMessage(tx, messageId, before);
    const part = await hold(tx, messageId, { after, before, limit, origin });
    if (part.ids.length > 0) {
      await keepFigures(tx, messageId, part.ids);
      await keepRecipients(tx, sql`SELECT unnest(${part.ids}::uuid[])`);
      await tx.db.query(sql`
        DELETE FROM deliveries WHERE workspace_id = ${tx.workspaceId}::uuid AND id = ANY(${part.ids}::uuid[])`);
    }
    return part.last ? `${messageId} ${part.last}` : nextMessage(tx, messageId, before);
  },
};

/** Blasts and flows have few messages, and indexes on them: messages to one person, which may be millions, are not read. */
async function nextMessage({ db, workspaceId }: Scope<Tx>, after: MessageId, before: Date): Promise<string | null> {
  const isOld = (messageId: Sql): Sql => sql`EXISTS (
    SELECT FROM deliveries d
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.message_id = ${messageId} AND d.id < ${lowestId(before.getTime())}::uuid)`;
  const [next] = await db.query<{ id: MessageId }>(sql`
    SELECT id::text FROM (
      (SELECT m.blast_id AS id FROM messages m
       WHERE m.workspace_id = ${workspaceId}::uuid AND m.blast_id > ${after}::uuid AND ${isOld(sql`m.blast_id`)}
       ORDER BY m.blast_id LIMIT 1)
      UNION ALL
      (SELECT f.message_id FROM flow_messages f
       WHERE f.workspace_id = ${workspaceId}::uuid AND f.message_id > ${after}::uuid AND ${isOld(sql`f.message_id`)}
       ORDER BY f.message_id LIMIT 1)
    ) AS next ORDER BY next.id LIMIT 1`);
  return next?.id ?? null;
}

/**
 * Undefined where the deliveries of a message are needed: its blast may go on, a run has some of them in hand, or a chore is at them. A
 * blast that is over never goes on.
 */
async function holdMessage({ db, workspaceId }: Scope<Tx>, messageId: MessageId): Promise<'blast' | 'flow' | undefined> {
  const [held] = await db.query<{ origin: 'blast' | 'flow' }>(sql`
    SELECT m.origin FROM messages m
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.id = ${messageId}::uuid
      AND (m.origin = 'flow' OR EXISTS (
        SELECT FROM blasts b
        WHERE b.workspace_id = m.workspace_id AND b.id = m.blast_id AND b.status IN ('sent', 'cancelled', 'archived')))
      AND NOT EXISTS (SELECT FROM claims c WHERE c.workspace_id = m.workspace_id AND c.message_id = m.id)
      AND NOT EXISTS (SELECT FROM message_chores c WHERE c.workspace_id = m.workspace_id AND c.message_id = m.id)
    FOR KEY SHARE OF m`);
  return held?.origin;
}

interface Chunk extends Pick<Part, 'before'> {
  after: DeliveryId;
  limit: number;
  origin: 'blast' | 'flow';
}

/** Locks the next deliveries that nothing needs, in their order. Opens and clicks of this moment are in the figures, or come too late. */
async function hold(
  { db, workspaceId }: Scope<Tx>,
  messageId: MessageId,
  { after, before, limit, origin }: Chunk,
): Promise<{ ids: DeliveryId[]; last: DeliveryId | null }> {
  const next = sql`
    SELECT d.id FROM deliveries d
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.message_id = ${messageId}::uuid
      AND d.id > ${after}::uuid AND d.id < ${lowestId(before.getTime())}::uuid
    ORDER BY d.id LIMIT ${limit}::int`;
  const [part] = await db.query<{ ids: DeliveryId[]; last: DeliveryId | null }>(sql`
    WITH next AS MATERIALIZED (${next}), held AS MATERIALIZED (
      SELECT d.id FROM deliveries d
      WHERE d.workspace_id = ${workspaceId}::uuid AND d.id = ANY(ARRAY(SELECT id FROM next)) AND d.status <> 'pending'
        ${origin === 'flow' ? isFinished : sql``}
      ORDER BY d.id FOR UPDATE
    )
    SELECT ARRAY(SELECT id::text FROM held) AS ids,
      CASE WHEN (SELECT count(*) FROM next) = ${limit}::int THEN (SELECT id::text FROM next ORDER BY id DESC LIMIT 1) END AS last`);
  return part ?? { ids: [], last: null };
}

/** A member under way may wait for its mail, and later mail may name what came before. */
const isFinished: Sql = sql`
  AND NOT EXISTS (SELECT FROM delivery_endings e WHERE e.workspace_id = d.workspace_id AND e.message_id = d.message_id AND e.delivery_id = d.id)
  AND NOT EXISTS (SELECT FROM flow_memberships m WHERE m.workspace_id = d.workspace_id AND m.id = d.member_id AND m.ended_at IS NULL)`;

/** Messages to one person, with their copies, once they have ended. Their links stay. */
export const keptMessages: Retained = {
  name: 'message-retention',
  days: 'delivery_days',
  async purge(tx, { before, cursor, most }) {
    const { db, workspaceId } = tx;
    const limit = Math.min(most, MOST);
    const after = cursor ?? FIRST_ID;
    const [part] = await db.query<{ ids: MessageId[]; last: MessageId | null }>(sql`
      WITH next AS MATERIALIZED (
        SELECT t.id FROM transactional_messages t
        WHERE t.workspace_id = ${workspaceId}::uuid AND t.id > ${after}::uuid AND t.id < ${lowestId(before.getTime())}::uuid
        ORDER BY t.id LIMIT ${limit}::int
      ), held AS MATERIALIZED (
        SELECT t.id FROM transactional_messages t
        WHERE t.workspace_id = ${workspaceId}::uuid AND t.id = ANY(ARRAY(SELECT id FROM next)) AND t.ended_at < ${before}::timestamptz
          AND t.files_key IS NULL
          AND NOT EXISTS (SELECT FROM claims c WHERE c.workspace_id = t.workspace_id AND c.message_id = t.id)
          AND NOT EXISTS (
            SELECT FROM deliveries d WHERE d.workspace_id = t.workspace_id AND d.message_id = t.id AND d.status = 'pending')
        ORDER BY t.id FOR UPDATE
      )
      SELECT ARRAY(SELECT id::text FROM held) AS ids,
        CASE WHEN (SELECT count(*) FROM next) = ${limit}::int THEN (SELECT id::text FROM next ORDER BY id DESC LIMIT 1) END AS last`);
    const { ids = [], last = null } = part ?? {};
    if (ids.length > 0) {
      await keepRecipients(
        tx,
        sql`
        SELECT d.id FROM deliveries d WHERE d.workspace_id = ${workspaceId}::uuid AND d.message_id = ANY(${ids}::uuid[])`,
      );
      await db.query(sql`DELETE FROM messages WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${ids}::uuid[])`);
    }
    return last;
  },
};
