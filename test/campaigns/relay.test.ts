/** A relay with every kind of fault that recovers after hours: every recipient is mailed once, and no delivery fails. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { people, prepareBlast, readBlast, sendNow } from '../support/blast.ts';
import { type Relay, type RelayTrouble, startRelay } from '../support/relay.ts';
import { startTestService, type TestService } from '../support/service.ts';

let relay: Relay;
let service: TestService;
beforeAll(async () => {
  let clock: TestService['clock'] | undefined;
  relay = await startRelay({ now: () => clock?.now() ?? new Date() });
  service = await startTestService({ SMTP_URL: relay.url });
  ({ clock } = service);
});
beforeEach(async () => {
  // Nothing that was on its way, nothing that was found out about the relay, and nothing that it counts still.
  for (const table of ['blasts', 'transports', 'suppressions']) await service.db.query({ text: `DELETE FROM ${table}`, values: [] });
  service.clock.advance({ hours: 1 });
  relay.trouble = {};
  relay.messages.length = 0;
});
afterAll(async () => {
  await service.stop();
  await relay.close();
});

/** Works until the blast has ended or so many are sent, for so many hours at most, in steps that a service would wake by. */
async function until(blastId: string, hours: number, sent = Number.POSITIVE_INFINITY): Promise<number> {
  const began = service.clock.now().getTime();
  for (;;) {
    await service.drain();
    const { status, details } = await readBlast(service.api, blastId);
    const passed = (service.clock.now().getTime() - began) / 3_600_000;
    if (status !== 'sending' || details.blast_sent_count >= sent || passed >= hours) return passed;
    const [open] = await service.db.query<{ next: Date | null }>(sql`SELECT min(wake_at) AS next FROM dispatches WHERE state = 'open'`);
    const wait = Math.max(1_000, (open?.next?.getTime() ?? 0) - service.clock.now().getTime());
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

/** More than there are connections, and more than a minute takes. */
const PEOPLE = rounds(40, 150);
const A_MINUTE = rounds(25, 100);
/** How long it is in trouble, where that ends by itself. */
const MINUTES = rounds(15, 60);
const soon = (now: Date) => new Date(now.getTime() + MINUTES * 60_000);

/** Its trouble, as it begins at a moment, and within how many hours everybody is mailed. */
type Case = [name: string, trouble: (now: Date) => RelayTrouble, hours: number];
const CASES: Case[] = [
  [`that takes ${A_MINUTE} a minute and hangs up`, () => ({ rate: { perMinute: A_MINUTE, reply: '421 4.7.0 Too many messages' } }), 1],
  ['that lists everybody grey', () => ({ greylist: { minutes: 5 } }), 1],
  ['that takes two connections and is rude about it', () => ({ connections: { most: 2, greeting: '554 Too many connections' } }), 0.1],
  [`that is down for ${MINUTES} minutes`, (now) => ({ down: true, until: soon(now) }), 2],
  [
    `that wants to relay for nobody, for ${MINUTES} minutes`,
    (now) => ({ refuse: { at: 'rcpt', reply: '554 5.7.1 Relay access denied' }, until: soon(now) }),
    2,
  ],
  ['that cuts every seventh connection before it takes the message', () => ({ cut: { when: 'dot', every: 7 } }), 24],
];
/** The same troubles in other words, or at another command. */
const MORE_CASES: Case[] = [
  [`that takes ${A_MINUTE} a minute`, () => ({ rate: { perMinute: A_MINUTE } }), 1],
  [
    `that takes ${A_MINUTE} a minute and says so at RCPT`,
    () => ({ rate: { perMinute: A_MINUTE, reply: '452 4.3.1 slow down', at: 'rcpt' } }),
    1,
  ],
  ['that takes two connections', () => ({ connections: { most: 2 } }), 0.1],
  [`that answers 554 when it is called, for ${MINUTES} minutes`, (now) => ({ down: '554 No service', until: soon(now) }), 2],
  [
    `whose quota is used up for ${MINUTES} minutes`,
    (now) => ({ refuse: { at: 'mail', reply: '421 4.7.0 Daily quota exceeded' }, until: soon(now) }),
    2,
  ],
];

describe('a relay', () => {
  it.runIf(isAtLength).each([...CASES, ...MORE_CASES].slice(0, rounds(1, CASES.length + MORE_CASES.length)))(
    '%s: everybody is mailed, and nobody is used up',
    async (_what, trouble, hours) => {
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
    },
  );

  it.runIf(isAtLength)('that takes messages and is cut off before it can say so gets them again under the same Message-ID', async () => {
    relay.trouble = { cut: { when: 'taken', every: 9 }, until: soon(service.clock.now()) };
    const blastId = await release(PEOPLE);
    await until(blastId, 24);
    expect(await readBlast(service.api, blastId)).toMatchObject({ status: 'sent', details: { blast_sent_count: PEOPLE } });
    everybodyOnce(PEOPLE);
  });

  it.runIf(isAtLength)('that refuses some by policy fails those alone, with its words', async () => {
    const isRefused = (to: string) => /^person(7|17|27)@/.test(to);
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

  it.runIf(isAtLength)('that hangs up on one person, whenever they come, keeps nobody else from their mail', async () => {
    relay.trouble = { refuse: { at: 'rcpt', reply: '421 4.7.0 Try again later', whom: (to) => to === 'person3@example.net' } };
    const blastId = await release(PEOPLE);
    await until(blastId, 1, rounds(PEOPLE - 1, PEOPLE));
    expect((await readBlast(service.api, blastId)).details).toMatchObject({ blast_sent_count: PEOPLE - 1, blast_failed_count: 0 });
  });
});
