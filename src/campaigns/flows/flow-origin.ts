import { sql } from '../../platform/db.ts';
import { failDeliveries } from '../deliveries/claims.repo.ts';
import { setState, settle } from '../deliveries/dispatches.repo.ts';
import type { Origin } from '../deliveries/origin.ts';

/**
 * A step of a flow as the run that sends sees it. Its mail is wanted while the member is still at the visit that it is of. Members are told
 * of each delivery, so that the end of all of them means nothing: when more come, it goes on.
 */
export const flowOrigin: Origin = {
  name: 'flow',
  stillWanted: sql`EXISTS (
    SELECT FROM flow_positions p
    WHERE p.workspace_id = d.workspace_id AND p.contact_id = d.contact_id AND p.member_id = d.member_id AND p.visit = d.visit)`,
  hold: async () => {},
  stopped: async () => {},
  ended: async () => {},
  /** Whoever waits goes on without the mail. Nobody would take it up again, and for those who come later it is tried anew. */
  async failed(tx, message, reason, now) {
    await failDeliveries(tx, message, reason);
    const isLeft = await settle(tx, message, { sent: 0, rest: null }, now);
    await setState(tx, message, isLeft ? 'open' : 'ended', now);
  },
};
