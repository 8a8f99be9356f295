import { type Scope, sql } from '../../platform/db.ts';
import type { MessageId } from '../../platform/ids.ts';
import type { MachineReason } from './machines.ts';

/** Recipients of a message. */
export interface MachineCounts {
  opens: number;
  clicks: number;
  /** The most frequent first. */
  reasons: { reason: MachineReason; opens: number; clicks: number }[];
}

export const NO_MACHINES: MachineCounts = { opens: 0, clicks: 0, reasons: [] };

/** By message, where machines opened it or followed its links. */
export async function countMachines({ db, workspaceId }: Scope, messageIds: MessageId[]): Promise<Map<string, MachineCounts>> {
  if (messageIds.length === 0) return new Map();
  const rows = await db.query<{ messageId: string; reason: MachineReason | null; opens: number; clicks: number }>(sql`
    SELECT of."messageId", of.reason, sum(of.opens)::int AS opens, sum(of.clicks)::int AS clicks FROM (
      SELECT h.message_id::text AS "messageId", reason, count(*) AS hits,
        count(DISTINCT h.delivery_id) FILTER (WHERE h.position < 0) AS opens,
        count(DISTINCT h.delivery_id) FILTER (WHERE h.position >= 0) AS clicks
      FROM machine_hits h CROSS JOIN LATERAL unnest(h.reasons) AS reason
      WHERE h.workspace_id = ${workspaceId}::uuid AND h.message_id = ANY(${messageIds}::uuid[])
      GROUP BY GROUPING SETS ((h.message_id), (h.message_id, reason))
      UNION ALL
      -- Of deliveries that are deleted.
      SELECT k.message_id::text, nullif(k.subject, ''), k.count,
        CASE WHEN k.kind = 'machine_opens' THEN k.count ELSE 0 END, CASE WHEN k.kind = 'machine_clicks' THEN k.count ELSE 0 END
      FROM kept_figures k
      WHERE k.workspace_id = ${workspaceId}::uuid AND k.message_id = ANY(${messageIds}::uuid[]) AND k.kind IN ('machine_opens', 'machine_clicks')
    ) of
    GROUP BY of."messageId", of.reason
    ORDER BY sum(of.hits) DESC, of.reason`);
  const counts = new Map<string, MachineCounts>();
  for (const { messageId, reason, ...of } of rows) {
    const message = counts.get(messageId) ?? { ...NO_MACHINES, reasons: [] };
    counts.set(messageId, reason === null ? { ...message, ...of } : { ...message, reasons: [...message.reasons, { reason, ...of }] });
  }
  return counts;
}
