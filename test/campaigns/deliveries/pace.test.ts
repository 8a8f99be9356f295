/** The shared rate of messages a second, and how a transport finds its limit. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Lane } from '../../../src/campaigns/deliveries/dispatches.repo.ts';
import { slowDown, speedUp, takeShare } from '../../../src/campaigns/deliveries/pace.repo.ts';
import { isAtLength, rounds } from '../../support/at-length.ts';
import { at, type Ledger, NOW, openLedger } from '../../support/ledger.ts';
import { PATIENCE_MS } from '../../support/patience.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger();
});
beforeEach(() => ledger.clear());
afterEach(() => ledger.expectNoCircle());
afterAll(() => ledger.close());

interface Asking {
  workspaceId?: string;
  most?: number | null;
  lane?: Lane;
}
const share = ({ workspaceId = ledger.here.workspaceId, most = null, lane = 'bulk' }: Asking, wanted: number, now = NOW) =>
  takeShare({ db: ledger.db, workspaceId, now }, { transport: { name: 'smtp', most }, lane }, wanted);
const own = (rate: number | null, workspaceId = ledger.here.workspaceId) =>
  ledger.db.pool.query('UPDATE workspaces SET emails_per_second = $2 WHERE id = $1', [workspaceId, rate]);
const transport = async () => (await ledger.db.pool.query('SELECT * FROM transports')).rows[0];
const setRate = (rate: number | null, raisedAt = NOW, cutAt: Date | null = null) =>
  ledger.db.pool.query(
    `INSERT INTO transports (name, rate, raised_at, cut_at) VALUES ('smtp', $1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET rate = excluded.rate, raised_at = excluded.raised_at, cut_at = excluded.cut_at`,
    [rate, raisedAt, cutAt],
  );

describe('a share', () => {
  it('is all that is wanted where nothing is limited, and costs no write', async () => {
    expect(await ledger.changes(async () => expect(await share({}, 500)).toEqual({ granted: 500, wait: null }))).toEqual({});
  });

  it.each([
    ['of the workspace', 'workspace_rate', () => own(10), {}],
    ['that the operator allows', 'transport_rate', async () => {}, { most: 10 }],
    ['that the transport has found out', 'transport_rate', () => setRate(10), { most: 11 }],
    ['that the operator allows, where it is less', 'transport_rate', () => setRate(11), { most: 10 }],
  ] as const)('is limited by the rate %s, a second’s worth at a time', async (_which, waitingFor, given, values) => {
    await given();
    expect(await share(values, 500)).toEqual({ granted: 10, wait: null });
    // It is all that goes until its second is over.
    expect(await share(values, 500, at(0.999))).toEqual({ granted: 0, wait: { until: at(1), waitingFor } });
    expect(await share(values, 3, at(1))).toEqual({ granted: 3, wait: null });
    expect(await share(values, 500, at(1.299))).toEqual({ granted: 0, wait: { until: at(1.3), waitingFor } });
    // Nothing is saved up.
    expect(await share(values, 500, at(3600))).toEqual({ granted: 10, wait: null });
  });

  it('is one at least, however slow the rate', async () => {
    expect(await share({ most: 0.1 }, 500)).toEqual({ granted: 1, wait: null });
    expect(await share({ most: 0.1 }, 500, at(9.9))).toMatchObject({ granted: 0, wait: { until: at(10) } });
  });

  it('is limited by both rates, and takes from both what it was granted', async () => {
    await own(4);
    expect(await share({ most: 10 }, 500)).toEqual({ granted: 4, wait: null });
    const { rows } = await ledger.db.pool.query('SELECT (SELECT free_at FROM senders) AS own, (SELECT free_at FROM transports) AS shared');
    expect(rows).toEqual([{ own: at(1), shared: at(0.4) }]);
    await own(100);
    expect(await share({ most: 10 }, 500, at(1))).toEqual({ granted: 10, wait: null });
  });

  it('of a workspace leaves the others theirs, and what was refused to it is nobody’s', async () => {
    await own(1);
    await share({ most: 100 }, 500);
    expect(await share({ most: 100 }, 500, at(0.5))).toMatchObject({ granted: 0, wait: { waitingFor: 'workspace_rate' } });
    expect(await share({ most: 100, workspaceId: ledger.twin.workspaceId }, 500, at(0.5))).toMatchObject({ granted: 100 });
    expect(await share({ most: 100, workspaceId: ledger.twin.workspaceId }, 500, at(0.5))).toMatchObject({
      granted: 0,
      wait: { waitingFor: 'transport_rate' },
    });
  });

  it('goes five seconds ahead for mail that somebody waits for, and no more', async () => {
    const quick = { most: 10, lane: 'interactive' as const };
    const granted = [];
    for (let i = 0; i < 8; i++) granted.push((await share(quick, 500)).granted);
    // At once, and five times ahead.
    expect(granted).toEqual([10, 10, 10, 10, 10, 10, 0, 0]);
    expect(await share({ most: 10 }, 500, at(5.9))).toMatchObject({ granted: 0, wait: { until: at(6) } });
    expect(await share(quick, 500, at(1))).toMatchObject({ granted: 10 });
  });

  it.runIf(isAtLength)(
    'is never more than the rates allow, whoever asks when, in whichever process',
    { timeout: 3 * PATIENCE_MS },
    async () => {
      const ask = fc.record({
        after: fc.constantFrom(0, 0, 0.01, 0.2, 0.7, 1, 3),
        wanted: fc.integer({ min: 1, max: 40 }),
        isTwin: fc.boolean(),
        together: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(ask, { maxLength: rounds(12, 25) }),
          fc.constantFrom(0.5, 3, 10),
          fc.constantFrom(4, 15),
          async (asks, rate, most) => {
            await ledger.clear();
            await own(rate);
            let seconds = 0;
            let [mine, all] = [0, 0];
            for (const { after, wanted, isTwin, together } of asks) {
              seconds += after;
              const workspaceId = (isTwin ? ledger.twin : ledger.here).workspaceId;
              // Two processes in parallel.
              const asked = Array.from({ length: together ? 2 : 1 }, () => share({ most, workspaceId }, wanted, at(seconds)));
              for (const { granted, wait } of await Promise.all(asked)) {
                all += granted;
                if (!isTwin) mine += granted;
                expect(granted).toBeLessThanOrEqual(wanted);
                expect(wait === null).toBe(granted > 0);
                if (wait) expect(wait.until.getTime()).toBeGreaterThan(at(seconds).getTime());
              }
              expect(mine).toBeLessThanOrEqual(rate * seconds + Math.max(1, rate) + 1e-6);
              expect(all).toBeLessThanOrEqual(most * seconds + Math.max(1, most) + 1e-6);
            }
          },
        ),
        { numRuns: rounds(8, 15) },
      );
    },
  );
});

describe('a transport', () => {
  it.each([
    ['of which nothing was known', null, 40, 20],
    ['whose rate is known', 10, 40, 5],
    ['that hardly takes anything', 1 / 40, 1, 1 / 60],
  ])('%s is asked for half', async (_which, rate, observed, expected) => {
    if (rate) await setRate(rate, at(-60));
    await slowDown(ledger.db, 'smtp', observed, NOW);
    expect(await transport()).toMatchObject({ rate: expected, raised_at: NOW, cut_at: NOW });
  });

  it('is cut once for the refusals of one moment', async () => {
    await setRate(16, at(-60));
    for (const [seconds, rate] of [
      [0, 8],
      [1.999, 8],
      [2, 4],
    ] as const) {
      await slowDown(ledger.db, 'smtp', 100, at(seconds));
      expect(await transport()).toMatchObject({ rate });
    }
  });

  it('is cut at once when it had no end', async () => {
    await setRate(null, at(-1), at(-1));
    await slowDown(ledger.db, 'smtp', 100, NOW);
    expect(await transport()).toMatchObject({ rate: 50 });
  });

  it.each([
    ['by a twentieth a second', 20, 3, 23],
    ['by a message a minute at least', 0.1, 3, 0.1 + 3 / 60],
    ['for ten seconds at a time at most', 20, 60, 30],
    ['until it has no end', 1_900, 3, null],
  ])('is asked for more %s', async (_how, rate, seconds, expected) => {
    await setRate(rate, at(-seconds));
    await speedUp(ledger.db, 'smtp', NOW);
    const found = await transport();
    if (expected === null) expect(found.rate).toBeNull();
    else expect(found.rate).toBeCloseTo(expected);
    expect(found.raised_at).toEqual(NOW);
    // Another process reports the same at the same moment.
    expect(await ledger.changes(() => speedUp(ledger.db, 'smtp', NOW))).toEqual({});
  });

  it('is left alone where nothing is limited, and no other is touched', async () => {
    expect(await ledger.changes(() => speedUp(ledger.db, 'smtp', NOW))).toEqual({});
    await setRate(null, at(-60));
    await ledger.db.pool.query("INSERT INTO transports (name, rate, raised_at) VALUES ('other', 8, $1)", [at(-60)]);
    expect(await ledger.changes(() => speedUp(ledger.db, 'smtp', NOW))).toEqual({});
    expect(Object.keys(await ledger.changes(() => slowDown(ledger.db, 'smtp', 10, NOW)))).toEqual(['transports here smtp']);
  });
});
