import { raw } from '../../../platform/db.ts';

/** The columns of a `Position`, of `flow_positions p`. */
export const positionColumns = raw(`
  p.member_id::text AS "memberId", p.contact_id::text AS "contactId", p.step_id AS "stepId", p.visit, p.status,
  p.started_at AS "startedAt", p.wait_until AS "waitUntil"`);
