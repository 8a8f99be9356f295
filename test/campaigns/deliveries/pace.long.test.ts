/** How a transport finds out what it may, over twenty minutes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sender, slowDown, speedUp, takeShare } from '../../../src/campaigns/deliveries/pace.repo.ts';
import { at, type Ledger, NOW, openLedger } from '../../support/ledger.ts';
import { PATIENCE_MS } from '../../support/patience.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger();
  await ledger.clear();
});
afterAll(() => ledger.close());

it('a transport of a server that takes a hundred a minute gets to most of that within minutes', { timeout: 3 * PATIENCE_MS }, async () => {
  // In each turn, the granted messages go out until the server refuses more; then the message rests for five seconds.
  const sender: Sender = { transport: { name: 'smtp', most: null }, lane: 'bulk' };
  const taken: number[] = [];
  let seconds = 0;
  let last: number | null = null;
  const takes = () => taken.filter((when) => when > seconds - 60).length < 100;
  while (seconds < 20 * 60) {
    const now = at(seconds);
    const { granted, wait } = await takeShare(ledger.in(ledger.db, now), sender, 50);
    if (wait) {
      seconds = Math.max(seconds + 0.1, (wait.until.getTime() - NOW.getTime()) / 1_000);
      continue;
    }
    let isRefused = false;
    for (let i = 0; i < granted && !isRefused; i++) {
      if (takes()) taken.push(seconds);
      else isRefused = true;
    }
    if (isRefused) {
      await slowDown(ledger.db, 'smtp', 20, now);
      seconds += 5;
    } else {
      await speedUp(ledger.db, 'smtp', now);
      seconds += 0.5;
    }
    last = (await ledger.db.pool.query('SELECT rate FROM transports')).rows[0]?.rate ?? null;
  }
  expect(last).not.toBeNull();
  // After five minutes of getting there.
  const perMinute = taken.filter((when) => when >= 5 * 60).length / 15;
  expect(perMinute).toBeGreaterThanOrEqual(60);
  expect(perMinute).toBeLessThanOrEqual(100);
});
