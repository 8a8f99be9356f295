/** A relay in trouble of every kind, which mends itself after hours: everybody is mailed once, and nobody is used up. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { people, prepareBlast, readBlast, sendNow } from '../support/blast.ts';
import { TestClock } from '../support/clock.ts';
import { type Relay, type RelayTrouble, startRelay } from '../support/relay.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** The service's clock is the relay's. */
class Shared extends TestClock {
  service: TestService | undefined;
  override now(): Date {
    return this.service ? this.service.clock.now() : super.now();
  }
}

let clock: Shared;
let relay: Relay;
let service: TestService;
beforeEach(async () => {
  clock = new Shared();
  relay = await startRelay(clock);
  service = await startTestService({ SMTP_URL: relay.url });
  clock.service = service;
});
afterEach(async () => {
  await service.stop();
  await relay.close();
});

/** Works until the blast has ended, for so many hours at most, in steps that a service would wake by. */
async function until(blastId: string, hours: number): Promise<number> {
  const began = service.clock.now().getTime();
  for (;;) {
    await service.drain();
    const { status } = await readBlast(service.api, blastId);
    const passed = (service.clock.now().getTime() - began) / 3_600_000;
    if (status !== 'sending' || passed >= hours) return passed;
    const { rows } = await service.db.pool.query("SELECT min(wake_at) AS next FROM dispatches WHERE state = 'open'");
    const wait = Math.max(1_000, (rows[0].next?.getTime() ?? 0) - service.clock.now().getTime());
    service.clock.advance({ seconds: wait / 1_000 });
  }
}

async function release(count: number): Promise<string> {
  const { blastId } = await prepareBlast(service.api, people(count));
  await sendNow(service.api, blastId);
  return blastId;
}
const everybodyOnce = (count: number) => {
  const ids = new Map<string, Set<string>>();
  for (const { to, messageId } of relay.messages) ids.set(to, (ids.get(to) ?? new Set()).add(messageId));
  expect(ids.size).toBe(count);
  for (const [to, of] of ids) expect(of.size, to).toBe(1);
};

const PEOPLE = 150;
const HOUR = 60 * 60_000;

describe('a relay', () => {
  it.each<[string, (now: Date) => RelayTrouble, number]>([
    ['that takes 100 a minute', () => ({ rate: { perMinute: 100 } }), 1],
    ['that takes 100 a minute and says so at RCPT', () => ({ rate: { perMinute: 100, reply: '452 4.3.1 slow down', at: 'rcpt' } }), 1],
    ['that takes 100 a minute and hangs up', () => ({ rate: { perMinute: 100, reply: '421 4.7.0 Too many messages' } }), 1],
    ['that lists everybody grey', () => ({ greylist: { minutes: 5 } }), 1],
    ['that takes two connections', () => ({ connections: { most: 2 } }), 0.1],
    ['that takes two connections and is rude about it', () => ({ connections: { most: 2, greeting: '554 Too many connections' } }), 0.1],
    ['that is down for an hour', (now) => ({ down: true, until: new Date(now.getTime() + HOUR) }), 2],
    ['that answers 554 when it is called, for an hour', (now) => ({ down: '554 No service', until: new Date(now.getTime() + HOUR) }), 2],
    [
      'that wants to relay for nobody, for an hour',
      (now) => ({ refuse: { at: 'rcpt', reply: '554 5.7.1 Relay access denied' }, until: new Date(now.getTime() + HOUR) }),
      2,
    ],
    [
      'whose quota is used up for an hour',
      (now) => ({ refuse: { at: 'mail', reply: '421 4.7.0 Daily quota exceeded' }, until: new Date(now.getTime() + HOUR) }),
      2,
    ],
    ['that cuts every seventh connection before it takes the message', () => ({ cut: { when: 'dot', every: 7 } }), 24],
  ])('%s: everybody is mailed, and nobody is used up', async (_what, trouble, hours) => {
    relay.trouble = trouble(service.clock.now());
    const blastId = await release(PEOPLE);
    const passed = await until(blastId, hours);
    const { status, details } = await readBlast(service.api, blastId);
    expect({ status, ...details, passed }).toMatchObject({
      status: 'sent',
      blast_sent_count: PEOPLE,
      blast_failed_count: 0,
      blast_bounced_count: 0,
      blast_error: null,
    });
    everybodyOnce(PEOPLE);
    expect(relay.messages).toHaveLength(PEOPLE);
    const { rows } = await service.db.pool.query('SELECT address FROM suppressions');
    expect(rows).toEqual([]);
  });

  it('that takes messages and is cut off before it can say so gets them again under the same Message-ID', async () => {
    relay.trouble = { cut: { when: 'taken', every: 9 }, until: new Date(service.clock.now().getTime() + HOUR) };
    const blastId = await release(PEOPLE);
    await until(blastId, 24);
    expect(await readBlast(service.api, blastId)).toMatchObject({ status: 'sent', details: { blast_sent_count: PEOPLE } });
    everybodyOnce(PEOPLE);
  });

  it('that refuses some by policy fails those alone, with its words', async () => {
    const isRefused = (to: string) => /^person(7|70|71)@/.test(to);
    relay.trouble = { refuse: { at: 'rcpt', reply: '550 5.7.1 Message rejected due to policy', whom: isRefused } };
    const blastId = await release(PEOPLE);
    await until(blastId, 24);
    expect(await readBlast(service.api, blastId)).toMatchObject({
      status: 'sent',
      details: { blast_sent_count: PEOPLE - 3, blast_failed_count: 3, blast_bounced_count: 0 },
    });
    const { rows } = await service.db.pool.query('SELECT address FROM suppressions');
    expect(rows).toEqual([]);
  });

  it('that hangs up on one person, whenever they come, keeps nobody else from their mail', async () => {
    relay.trouble = { refuse: { at: 'rcpt', reply: '421 4.7.0 Try again later', whom: (to) => to === 'person3@example.net' } };
    const blastId = await release(PEOPLE);
    await until(blastId, 1);
    expect((await readBlast(service.api, blastId)).details).toMatchObject({ blast_sent_count: PEOPLE - 1, blast_failed_count: 0 });
  });
});
