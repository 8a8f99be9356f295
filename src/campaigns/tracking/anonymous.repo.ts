import { type AppendedCounts, addUp } from '../../platform/appended-counts.ts';
import { type Db, type Scope, sql, type Tx } from '../../platform/db.ts';
import type { MessageId } from '../../platform/ids.ts';
import { countMail } from '../messages/mail-counts.ts';
import type { DeliveryRef } from './tokens.ts';

/** The position of an open. */
const OPEN = -1;

export interface AnonymousHit extends DeliveryRef {
  at: Date;
  /** Null for an open. */
  position: number | null;
}

/**
 * Adds hits to figures, each time that a message is opened or a link is followed, and writes nothing that leads to a person. It locks
 * nothing. A person who wishes for no record by now, or whose kept contact does, is left out.
 */
export async function countAnonymous(tx: Tx, hits: readonly AnonymousHit[]): Promise<void> {
  if (hits.length === 0) return;
  await tx.query(sql`
    WITH hit AS MATERIALIZED (
      SELECT * FROM unnest(${hits.map(({ workspaceId }) => workspaceId)}::uuid[], ${hits.map(({ deliveryId }) => deliveryId)}::uuid[],
        ${hits.map(({ position }) => position)}::int[], ${hits.map(({ at }) => at)}::timestamptz[]) AS hit (workspace_id, id, position, at)
    ), change AS MATERIALIZED (
      SELECT d.workspace_id, d.message_id, d.id, d.contact_id, h.position, h.at, 1 AS change,
        CASE WHEN h.position IS NULL THEN 'anonymous_opened' ELSE 'anonymous_clicked' END AS kind
      FROM hit h JOIN deliveries d ON d.workspace_id = h.workspace_id AND d.id = h.id
      LEFT JOIN contact_merges g ON g.workspace_id = d.workspace_id AND g.contact_id = d.contact_id
      LEFT JOIN contacts c ON c.workspace_id = d.workspace_id AND c.id = coalesce(g.kept_id, d.contact_id)
      WHERE c.tracking IS DISTINCT FROM 'off'
    ), counted AS (
      ${countMail('change')}
    )
    INSERT INTO anonymous_hits (workspace_id, message_id, position, count)
    SELECT c.workspace_id, c.message_id, coalesce(c.position, ${OPEN}::int), count(*)
    FROM change c JOIN messages m ON m.workspace_id = c.workspace_id AND m.id = c.message_id AND m.blast_id IS NOT NULL
    GROUP BY 1, 2, 3`);
}

export interface AnonymousCounts {
  opens: number;
  clicks: number;
}

export const NONE_ANONYMOUS: AnonymousCounts = { opens: 0, clicks: 0 };

/** By message, where there are any. */
export async function anonymousOf({ db, workspaceId }: Scope, messageIds: MessageId[]): Promise<Map<string, AnonymousCounts>> {
  if (messageIds.length === 0) return new Map();
  const rows = await db.query<AnonymousCounts & { messageId: string }>(sql`
    SELECT message_id::text AS "messageId", coalesce(sum(count) FILTER (WHERE position < 0), 0)::int AS opens,
      coalesce(sum(count) FILTER (WHERE position >= 0), 0)::int AS clicks
    FROM anonymous_hits WHERE workspace_id = ${workspaceId}::uuid AND message_id = ANY(${messageIds}::uuid[]) GROUP BY message_id`);
  return new Map(rows.map(({ messageId, ...counts }) => [messageId, counts]));
}

export async function deleteAnonymous({ db, workspaceId }: Scope<Tx>, messageId: MessageId): Promise<void> {
  await db.query(sql`DELETE FROM anonymous_hits WHERE workspace_id = ${workspaceId}::uuid AND message_id = ${messageId}::uuid`);
}

const HIT_ROWS: AppendedCounts = { table: 'anonymous_hits', key: ['workspace_id', 'message_id', 'position'], counts: ['count'] };

export const addUpAnonymous = (db: Db): Promise<void> => addUp(db, HIT_ROWS);
