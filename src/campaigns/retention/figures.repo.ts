import { type Scope, sql, type Tx } from '../../platform/db.ts';
import type { DeliveryId, MessageId } from '../../platform/ids.ts';
import { type DeliveryCounts, deliveryCounts } from '../deliveries/deliveries.repo.ts';

/* The figures of deliveries that are deleted. Reports add them to those of the deliveries that are left. */

export type KeptCounts = DeliveryCounts & { qualified: number };

const COUNTS = [
  'recipients',
  'sent',
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'unsubscribed',
  'complained',
  'blocked',
  'failed',
  'qualified',
] as const satisfies readonly (keyof KeptCounts)[];

/**
 * Adds the figures of deliveries of a message to those that are kept. The caller holds the deliveries, and deletes them in the same
 * transaction. Of a link, `unique` counts deliveries: each is deleted once, so that they add up.
 */
export async function keepFigures({ db, workspaceId }: Scope<Tx>, messageId: MessageId, deliveryIds: DeliveryId[]): Promise<void> {
  const among = sql`= ANY(${deliveryIds}::uuid[])`;
  await db.query(sql`
    WITH counts AS (
      SELECT ${deliveryCounts}, (count(*) FILTER (WHERE d.status NOT IN ('blocked', 'unqualified')))::int AS qualified
      FROM deliveries d WHERE d.workspace_id = ${workspaceId}::uuid AND d.id ${among}
    ), hit AS MATERIALIZED (
      SELECT h.* FROM machine_hits h WHERE h.workspace_id = ${workspaceId}::uuid AND h.delivery_id ${among}
    ), machine AS (
      SELECT CASE WHEN h.position < 0 THEN 'machine_opens' ELSE 'machine_clicks' END AS kind, reason, h.delivery_id
      FROM hit h CROSS JOIN LATERAL unnest(h.reasons) AS reason
    ), figure AS (
      SELECT key AS kind, '' AS subject, value::int AS count FROM counts, jsonb_each_text(to_jsonb(counts))
      UNION ALL
      SELECT kind, coalesce(reason, ''), count(DISTINCT delivery_id) FROM machine GROUP BY GROUPING SETS ((kind), (kind, reason))
      UNION ALL
      SELECT 'link_people', l.url, count(*) FROM delivery_clicks k
      JOIN message_links l ON l.workspace_id = k.workspace_id AND l.message_id = ${messageId}::uuid AND l.position = k.position
      WHERE k.workspace_id = ${workspaceId}::uuid AND k.delivery_id ${among} GROUP BY l.url
      UNION ALL
      SELECT 'link_unique', l.url, count(DISTINCT k.delivery_id) FROM delivery_clicks k
      JOIN message_links l ON l.workspace_id = k.workspace_id AND l.message_id = ${messageId}::uuid AND l.position = k.position
      WHERE k.workspace_id = ${workspaceId}::uuid AND k.delivery_id ${among} GROUP BY l.url
      UNION ALL
      SELECT 'link_machines', l.url, count(*) FROM hit h
      JOIN message_links l ON l.workspace_id = h.workspace_id AND l.message_id = ${messageId}::uuid AND l.position = h.position
      GROUP BY l.url
    )
    INSERT INTO kept_figures (workspace_id, message_id, kind, subject, count)
    SELECT ${workspaceId}::uuid, ${messageId}::uuid, kind, subject, count FROM figure WHERE count > 0
    ON CONFLICT (workspace_id, message_id, kind, subject) DO UPDATE SET count = kept_figures.count + excluded.count`);
}

/** By message, where deliveries have been deleted. */
export async function keptCounts({ db, workspaceId }: Scope, messageIds: readonly MessageId[]): Promise<Map<string, KeptCounts>> {
  if (messageIds.length === 0) return new Map();
  const rows = await db.prisma.keptFigure.findMany({
    where: { workspaceId, messageId: { in: [...messageIds] }, kind: { in: [...COUNTS] } },
  });
  const kept = new Map<string, KeptCounts>();
  for (const { messageId, kind, count } of rows) {
    const counts = kept.get(messageId) ?? NO_COUNTS;
    kept.set(messageId, { ...counts, [kind]: count });
  }
  return kept;
}

export const NO_COUNTS = Object.fromEntries(COUNTS.map((kind) => [kind, 0])) as KeptCounts;

/** The sums of each field. */
export function addCounts<Counts extends Partial<KeptCounts>>(counts: Counts, kept: KeptCounts | undefined): Counts {
  if (!kept) return counts;
  const sums = COUNTS.filter((kind) => kind in counts).map((kind) => [kind, (counts[kind] ?? 0) + kept[kind]]);
  return { ...counts, ...Object.fromEntries(sums) };
}

/** Of the links of a message, by address. */
export type KeptClicks = Record<'people' | 'unique' | 'machines', number>;

export async function keptClicks({ db, workspaceId }: Scope, messageId: MessageId): Promise<Map<string, KeptClicks>> {
  const rows = await db.prisma.keptFigure.findMany({ where: { workspaceId, messageId, kind: { startsWith: 'link_' } } });
  const kept = new Map<string, KeptClicks>();
  for (const { kind, subject: url, count } of rows)
    kept.set(url, { ...(kept.get(url) ?? { people: 0, unique: 0, machines: 0 }), [kind.slice('link_'.length)]: count });
  return kept;
}
