import { TEST_SOURCE } from '../../audience/suppressions/suppression.ts';
import type { Sweep } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { toUlid } from '../../platform/ids.ts';
import { recordFeedback } from '../feedback/feedback.service.ts';
import { dueComplaints, forgetOldTestMails, noteComplaint } from './test-mailbox.repo.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
}

const AT_ONCE = 100;
const LONGEST_MS = 60 * 60_000;

/**
 * Reports the complaints of test recipients as a provider would. A delivery whose outcome is just being written is met again by the next
 * sweep; one that is gone is given up.
 */
export const testComplaintSweep = ({ db, clock }: Dependencies): Sweep => ({
  name: 'test-complaints',
  everySeconds: 2,
  async run(stopping) {
    for (const { workspaceId, deliveryId, recipient, at } of await dueComplaints(db, clock.now(), AT_ONCE)) {
      stopping.throwIfAborted();
      const now = clock.now();
      const event = {
        kind: 'complained' as const,
        address: recipient.toLowerCase(),
        reason: 'The test recipient complains about every message.',
        at: now,
        messageId: `<${toUlid(deliveryId)}@example.test>`,
        returnPath: null,
      };
      const { busy } = await recordFeedback(db, [event], { source: TEST_SOURCE, readReturnPath: () => null, now });
      const isTooLate = now.getTime() - at.getTime() > LONGEST_MS;
      if (busy === 0 || isTooLate) await noteComplaint({ db, workspaceId }, deliveryId);
    }
  },
});

export const testMailboxSweep = ({ db, clock }: Dependencies): Sweep => ({
  name: 'test-mailbox',
  everySeconds: 600,
  run: () => forgetOldTestMails(db, clock.now()),
});
