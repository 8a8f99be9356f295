/** Mail that fails again and again, without the address being bad for good. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { record } from '../../../src/campaigns/deliveries/deliveries.repo.ts';
import { forgetSoftBounces } from '../../../src/campaigns/deliveries/soft-bounces.repo.ts';
import { recordFeedback } from '../../../src/campaigns/feedback/feedback.service.ts';
import { isAtLength } from '../../support/at-length.ts';
import { at, type Ledger, NOW, openLedger, RUN } from '../../support/ledger.ts';
import { turnsUnderTest } from '../../support/turns.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger();
});
beforeEach(async () => {
  await ledger.clear();
  await ledger.givenMessages();
  await ledger.givenContacts({ anna: {}, bo: {} });
});
afterEach(() => ledger.expectNoCircle());
afterAll(() => ledger.close());

const DAY = 24 * 3600;
const day = (days: number) => at(days * DAY);
const FULL = '552 5.2.2 Mailbox full';
let number = 0;

/** A delivery of its own that ends at this time. */
async function end(
  status: 'sent' | 'failed' | 'bounced',
  when: Date,
  { name = 'anna', reason = FULL, isSoft = true } = {},
): Promise<string> {
  number += 1;
  const key = `${name} ${number}`;
  await ledger.givenDeliveries({ [key]: { contactId: null } });
  await ledger.db.prisma.claim.deleteMany();
  await ledger.givenClaim([key]);
  const id = ledger.deliveryId(key);
  const outcome = {
    id,
    run: RUN,
    email: `${name}@mail.example`,
    status,
    reason: status === 'sent' ? null : reason,
    providerId: null,
    retryAt: null,
  };
  await record({ ...ledger.in(ledger.db, when), db: ledger.db }, ledger.here.messageId, [
    { ...outcome, isSoft: status === 'failed' && isSoft },
  ]);
  return id;
}
const suppressed = async () =>
  (await ledger.db.pool.query('SELECT address, reason, source, detail, since FROM suppressions ORDER BY address')).rows;
const counts = async () =>
  (await ledger.db.pool.query('SELECT address, cardinality(bounced_at) AS count FROM soft_bounces ORDER BY address')).rows.map(
    ({ address, count }) => `${address.replace('@mail.example', '')} ${count}`,
  );

describe('an address', () => {
  it('is suppressed by the fifth soft bounce in 30 days, with the reason', async () => {
    for (const days of [0, 7, 14, 21]) await end('failed', day(days));
    await end('failed', day(28), { name: 'bo' });
    expect([await suppressed(), await counts()]).toEqual([[], ['anna 4', 'bo 1']]);
    await end('failed', day(29.9), { reason: '452 4.2.2 Over quota' });
    expect(await suppressed()).toEqual([
      {
        address: 'anna@mail.example',
        reason: 'bounced',
        source: 'smtp',
        detail: '5 soft bounces in 30 days; the last one: 452 4.2.2 Over quota',
        since: day(29.9),
      },
    ]);
  });

  it('is not by five in more than 30 days, nor by failures that are not its own', async () => {
    for (const days of [0, 7, 14, 21, 30]) await end('failed', day(days));
    for (let i = 0; i < 5; i++) await end('failed', day(31), { name: 'bo', isSoft: false });
    expect([await suppressed(), await counts()]).toEqual([[], ['anna 4']]);
  });

  it('begins anew with the first soft bounce behind an accepted message', async () => {
    for (const days of [0, 1, 2, 3]) await end('failed', day(days));
    await end('sent', day(4));
    await end('failed', day(5));
    expect([await suppressed(), await counts()]).toEqual([[], ['anna 1']]);
  });

  it('begins anew when it was released', async () => {
    for (const days of [0, 1, 2, 3, 4]) await end('failed', day(days));
    await ledger.db.pool.query('DELETE FROM suppressions');
    await end('failed', day(5));
    expect([await suppressed(), await counts()]).toEqual([[], ['anna 1']]);
  });

  it.runIf(isAtLength)('is also suppressed by bounces that come back of accepted messages', async () => {
    const feedback = (id: string, when: Date) =>
      recordFeedback(ledger.db, [{ kind: 'failed', address: null, reason: FULL, at: when, messageId: null, returnPath: id }], {
        source: 'ses',
        readReturnPath: (deliveryId) => ({ workspaceId: ledger.here.workspaceId, deliveryId }),
        now: when,
      });
    for (const days of [0, 1, 2, 3, 4]) {
      expect(await suppressed()).toEqual([]);
      const id = await end('sent', day(days));
      await feedback(id, day(days + 0.5));
      // The same news again counts once.
      await feedback(id, day(days + 0.6));
    }
    expect(await suppressed()).toMatchObject([
      { address: 'anna@mail.example', source: 'ses', detail: `5 soft bounces in 30 days; the last one: ${FULL}` },
    ]);
  });

  it('is forgotten after 30 days', async () => {
    await end('failed', NOW);
    await end('failed', day(1), { name: 'bo' });
    await forgetSoftBounces(ledger.db, day(30));
    expect(await counts()).toEqual(['bo 1']);
  });
});

it.each([
  ['failed', 'soft'],
  ['bounced', 'hard'],
] as const)('a turn counts mail that %s as a %s bounce', async (kind, which) => {
  await ledger.givenDeliveries({ anna: {} });
  for (const place of ledger.others) await ledger.setDispatch(place, { state: 'ended' });
  const turns = turnsUnderTest(ledger);
  turns.answer = () => kind;
  await turns.take();
  expect(await counts()).toEqual(which === 'soft' ? ['anna 1'] : []);
  expect(await suppressed()).toHaveLength(which === 'soft' ? 0 : 1);
});
