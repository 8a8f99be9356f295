import { sql } from '../platform/db.ts';
import { leaseIsOver } from '../queue/lease.ts';
import type { Kind } from '../queue/standing.ts';
import type { Lane } from './deliveries/dispatches.repo.ts';

/** How long a blast that failed is shown to operators. */
const SHOWN_MS = 24 * 60 * 60_000;

const deliveries = (lane: Lane): Kind => ({
  name: `deliver-${lane}`,
  rows: (now) => sql`
    SELECT d.workspace_id, d.message_id,
      CASE WHEN c.any THEN 'running' WHEN d.trouble IS NOT NULL THEN 'failed' ELSE 'waiting' END,
      CASE WHEN d.trouble IS NOT NULL THEN d.trouble_since ELSE d.wake_at END, d.outage_count + d.dead_runs, d.trouble
    FROM dispatches d
    CROSS JOIN LATERAL (SELECT EXISTS (
      SELECT FROM claims c WHERE c.workspace_id = d.workspace_id AND c.message_id = d.message_id) AS any) AS c
    WHERE d.state = 'open' AND d.lane = ${lane}::text AND (c.any OR d.trouble IS NOT NULL OR d.wake_at <= ${now}::timestamptz)`,
});

const preparation = (name: string, operational: boolean): Kind => ({
  name,
  rows: (now) => sql`
    SELECT b.workspace_id, b.id, CASE WHEN p.error IS NULL THEN 'waiting' ELSE 'failed' END, coalesce(p.started_at, b.updated_at),
      coalesce(p.attempts, 0), p.error
    FROM blasts b LEFT JOIN blast_preparations p ON p.workspace_id = b.workspace_id AND p.blast_id = b.id
    WHERE b.status = 'sending' AND b.prepared_at IS NULL AND b.operational = ${operational}::boolean
    UNION ALL
    SELECT workspace_id, id, 'failed', updated_at, 0, error FROM blasts
    WHERE status = 'failed' AND updated_at > ${new Date(now.getTime() - SHOWN_MS)}::timestamptz AND operational = ${operational}::boolean`,
});

/** The work of this wing, by the names of its queues. */
export const CAMPAIGN_KINDS: readonly Kind[] = [
  {
    name: 'release-blast',
    rows: (now) => sql`
      SELECT workspace_id, id, 'waiting', scheduled_at, 0, NULL::text
      FROM blasts WHERE status = 'scheduled' AND scheduled_at <= ${now}::timestamptz`,
  },
  preparation('prepare-blast-interactive', true),
  preparation('prepare-blast', false),
  deliveries('interactive'),
  deliveries('bulk'),
  {
    name: 'message-chores',
    rows: (now) => sql`
      SELECT DISTINCT workspace_id, message_id, 'waiting', ${now}::timestamptz, 0, NULL::text FROM message_chores`,
  },
  {
    name: 'move-flows',
    rows: (now) => sql`
      SELECT workspace_id, flow_id, CASE WHEN fault_count > 0 THEN 'failed' ELSE 'waiting' END, wake_at, fault_count,
        CASE WHEN fault_count > 0 THEN 'A step met an error of the service; its log has more.' END
      FROM flow_runs WHERE wake_at <= ${now}::timestamptz`,
  },
  {
    name: 'send-webhooks',
    rows: (now) => sql`
      SELECT w.workspace_id, w.member_id,
        CASE WHEN NOT ${leaseIsOver(sql`w.lease_until`, now)} THEN 'running' WHEN w.next_attempt_at > ${now}::timestamptz THEN 'failed' ELSE 'waiting' END,
        w.next_attempt_at, w.attempts, w.response ->> 'error'
      FROM flow_webhooks w JOIN flow_runs r ON r.workspace_id = w.workspace_id AND r.flow_id = w.flow_id AND r.state = 'open'
      WHERE w.next_attempt_at IS NOT NULL`,
  },
];
