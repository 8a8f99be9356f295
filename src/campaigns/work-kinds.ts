import { sql } from '../platform/db.ts';
import { leaseIsOver } from '../queue/lease.ts';
import { dayBefore, type Kind, ledgerKind } from '../queue/standing.ts';
import { isScheduledDue } from './blasts/blasts.repo.ts';
import { isUnprepared } from './blasts/preparation.repo.ts';
import { contactJobQueue } from './contact-jobs/contact-job.work.ts';
import { contactJobLedger } from './contact-jobs/contact-jobs.repo.ts';
import { choreRows } from './deliveries/chores.repo.ts';
import { LANES, type Lane, laneRows } from './deliveries/dispatches.repo.ts';
import { erasureLedger } from './erasures/erasures.repo.ts';
import { erasureQueue } from './erasures/erasures.service.ts';
import { isRunDue } from './flows/engine/turns.repo.ts';

const preparation = (lane: Lane): Kind => ({
  name: lane === 'interactive' ? 'prepare-blast-interactive' : 'prepare-blast',
  rows: (now) => sql`
    SELECT b.workspace_id, b.id, CASE WHEN p.error IS NULL THEN 'waiting' ELSE 'failed' END, coalesce(p.started_at, b.updated_at),
      coalesce(p.attempts, 0), p.error
    FROM blasts b LEFT JOIN blast_preparations p ON p.workspace_id = b.workspace_id AND p.blast_id = b.id
    WHERE ${isUnprepared(lane)}
    UNION ALL
    SELECT workspace_id, id, 'failed', updated_at, 0, error FROM blasts
    WHERE status = 'failed' AND updated_at > ${dayBefore(now)}::timestamptz AND operational = ${lane === 'interactive'}::boolean`,
});

export const CAMPAIGN_KINDS: readonly Kind[] = [
  {
    name: 'release-blast',
    rows: (now) => sql`SELECT workspace_id, id, 'waiting', scheduled_at, 0, NULL::text FROM blasts b WHERE ${isScheduledDue(now)}`,
  },
  ...LANES.map(preparation),
  ...LANES.map((lane): Kind => ({ name: `deliver-${lane}`, rows: (now) => laneRows(lane, now) })),
  { name: 'message-chores', rows: choreRows },
  ledgerKind(erasureQueue.name, erasureLedger, { canRepeat: true }),
  ledgerKind(contactJobQueue.name, contactJobLedger, { canRepeat: true }),
  {
    name: 'move-flows',
    rows: (now) => sql`
      SELECT workspace_id, flow_id, CASE WHEN fault_count > 0 THEN 'failed' ELSE 'waiting' END, wake_at, fault_count,
        CASE WHEN fault_count > 0 THEN 'A step met an error of the service; its log has more.' END
      FROM flow_runs r WHERE ${isRunDue(now)}`,
  },
  {
    name: 'flow-segments',
    rows: (now) =>
      sql`SELECT workspace_id, list_id, 'waiting', due_at, 0, NULL::text FROM flow_segments WHERE due_at <= ${now}::timestamptz`,
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
