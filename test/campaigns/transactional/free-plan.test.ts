import { describe, expect, test } from 'vitest';
import { sql } from '../../../src/platform/db.ts';
import { isAtLength } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { smtpError } from '../../support/smtp.ts';
import { openMessaging, TEXT } from '../../support/transactional.ts';

const messaging = openMessaging({ plan: 'free' });
const to = (email: string) => ({ to: { email }, ...TEXT });
/** Leaves room for so many emails on the day of today. */
const leave = (emails: number) =>
  messaging.service.db.query(sql`
    INSERT INTO daily_email_allotments (workspace_id, day, used)
    VALUES (${messaging.workspace.id}::uuid, ${messaging.service.clock.now()}::timestamptz::date, ${100 - emails}::int)`);

describe('on the free plan', () => {
  test.runIf(isAtLength)('each recipient counts, blocked ones do not, and what does not arrive goes back', async () => {
    messaging.service.clock.advanceToNoon();
    await messaging.service.db.query(sql`
      INSERT INTO suppressions (workspace_id, address, reason, source, since)
      VALUES (${messaging.workspace.id}::uuid, 'gone@elsewhere.example', 'bounced', 'smtp', now())`);
    await messaging.sent({ ...to('a@elsewhere.example'), cc: [{ email: 'b@elsewhere.example' }, { email: 'gone@elsewhere.example' }] });
    expect(await messaging.used()).toEqual([2]);
    messaging.refused = (address) => (address.startsWith('b') ? smtpError(550, '5.1.1 No such user') : undefined);
    await messaging.service.drain();
    expect(await messaging.used()).toEqual([1]);
  });

  test('a full day refuses, as a whole or item by item, and a cancelled message gives its room back', async () => {
    messaging.service.clock.advanceToNoon();
    await leave(2);
    const { error, response } = await messaging.send({
      ...to('a@elsewhere.example'),
      bcc: [{ email: 'b@x.example' }, { email: 'c@x.example' }],
    });
    expect([response.status, error?.error_code, error?.details]).toMatchObject([403, 'free_plan_email_limit', { limit: 100, current: 98 }]);
    const { data } = await messaging.workspace.api.POST('/v1/messages/batch', {
      body: {
        items: [
          to('a@elsewhere.example'),
          { ...to('b@elsewhere.example'), cc: [{ email: 'c@x.example' }] },
          to('d@elsewhere.example'),
          to('e@elsewhere.example'),
        ],
      },
    });
    expect(data?.items.map((item) => ('error_code' in item ? item.error_code : item.status))).toEqual([
      'queued',
      'free_plan_email_limit',
      'queued',
      'free_plan_email_limit',
    ]);
    const first = data?.items[0] as { message_id: string };
    await must(messaging.cancel(first.message_id));
    expect(await messaging.used()).toEqual([99]);
    await messaging.sent(to('f@elsewhere.example'));
    expect(await messaging.used()).toEqual([100]);
  });

  test('a scheduled message counts towards its own day', async () => {
    messaging.service.clock.advanceToNoon();
    await leave(0);
    expect((await messaging.send(to('a@elsewhere.example'))).response.status).toBe(403);
    const scheduled_at = new Date(messaging.service.clock.now().getTime() + 24 * 3_600_000).toISOString();
    const id = await messaging.sent({ ...to('a@elsewhere.example'), scheduled_at });
    expect(await messaging.used()).toEqual([100, 1]);
    await must(messaging.cancel(id));
    expect(await messaging.used()).toEqual([100, 0]);
  });
});
