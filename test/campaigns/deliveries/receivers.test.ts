/** The pace of each receiver beside that of the mail server: one that wants less mail slows no other. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createReceiverLookup } from '../../../src/campaigns/deliveries/receivers/lookup.ts';
import {
  slowReceiver,
  slowReceivers,
  speedUpReceivers,
  takeReceiverShares,
} from '../../../src/campaigns/deliveries/receivers/receivers.repo.ts';
import { sql } from '../../../src/platform/db.ts';
import { isAtLength } from '../../support/at-length.ts';
import { people, prepareBlast, readBlast, sendNow } from '../../support/blast.ts';
import { at, NOW } from '../../support/ledger.ts';
import { type Receivers, startReceivers, WORDS } from '../../support/receivers.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let receivers: Receivers;
let service: TestService;
beforeAll(async () => {
  let clock: TestService['clock'] | undefined;
  receivers = await startReceivers({ now: () => clock?.now() ?? new Date() }, {});
  service = await startTestService({ SMTP_URL: receivers.url });
  ({ clock } = service);
});
beforeEach(async () => {
  for (const table of ['blasts', 'transports', 'receiver_paces']) await service.db.query({ text: `DELETE FROM ${table}`, values: [] });
  receivers.messages.length = 0;
  receivers.refusals = {};
  receivers.byName = {};
});
afterAll(async () => {
  await service.stop();
  await receivers.close();
});

const takenBy = (receiver: string) => receivers.messages.filter((message) => message.receiver === receiver);

async function finish(blastId: string, hours: number): Promise<void> {
  const until = service.clock.now().getTime() + hours * 3_600_000;
  for (;;) {
    await service.drain();
    const { status, details } = await readBlast(service.api, blastId);
    if (status === 'sent') return;
    expect(status, JSON.stringify(details)).toBe('sending');
    const [open] = await service.db.query<{ next: Date | null }>(sql`SELECT min(wake_at) AS next FROM dispatches WHERE state = 'open'`);
    service.clock.advance({ seconds: Math.max(5, ((open?.next?.getTime() ?? 0) - service.clock.now().getTime()) / 1_000) });
    expect(service.clock.now().getTime(), JSON.stringify(details)).toBeLessThan(until);
  }
}

describe('a blast to receivers of which some want less', () => {
  it.runIf(isAtLength)('reaches everybody once, each receiver at its pace, and others at once', async () => {
    receivers.byName = {
      google: { domains: ['gmail.com'], limit: { perMinute: 30, reply: WORDS.google, at: 'content' } },
      microsoft: { domains: ['outlook.com', 'hotmail.com'], limit: { perMinute: 20, reply: WORDS.microsoft, at: 'rcpt' } },
      yahoo: { domains: ['yahoo.com'], limit: { perMinute: 20, reply: WORDS.yahoo, at: 'rcpt' } },
      grey: { domains: ['grey.example'], greylist: { minutes: 5, reply: WORDS.greylist } },
    };
    const everybody = [
      ...people(80, 'gmail.com'),
      ...people(30, 'outlook.com'),
      ...people(20, 'hotmail.com'),
      ...people(40, 'yahoo.com'),
      ...people(20, 'grey.example'),
      ...people(60, 'quick.example'),
    ];
    const { blastId } = await prepareBlast(service.api, everybody);
    await sendNow(service.api, blastId);
    await service.drain();
    expect(takenBy('quick.example')).toHaveLength(60);
    expect(takenBy('google')).toHaveLength(30);
    expect((await readBlast(service.api, blastId)).details).toMatchObject({ blast_waiting_for: 'retries', blast_error: null });
    expect(await service.db.query(sql`SELECT rate FROM transports WHERE rate IS NOT NULL`)).toEqual([]);
    // What is refused besides the first is what was under way.
    for (const refusals of Object.values(receivers.refusals)) expect(refusals).toBeLessThanOrEqual(40);

    // Another sender's mail to other receivers does not wait.
    const other = await service.workspace();
    const { blastId: second } = await prepareBlast(other.api, [...people(10, 'gmail.com'), ...people(30, 'fjord.example')]);
    const { google: refused } = receivers.refusals;
    await sendNow(other.api, second);
    await service.drain();
    expect(takenBy('fjord.example')).toHaveLength(30);
    // Nor is its mail to the slow one tried while that pauses.
    expect(receivers.refusals.google).toBe(refused);

    await finish(blastId, 3);
    const ours = receivers.messages.filter(({ to }) => everybody.includes(to) && !to.endsWith('fjord.example'));
    expect(new Set(ours.map(({ messageId }) => messageId)).size).toBe(ours.length);
    expect((await readBlast(service.api, blastId)).details).toMatchObject({ blast_sent_count: everybody.length, blast_failed_count: 0 });
  });

  it.runIf(isAtLength)('waits as a whole where the words come from the mail server itself', async () => {
    receivers.byName = { own: { domains: ['own.example'], limit: { perMinute: 5, reply: '421 4.7.0 Too many messages', at: 'content' } } };
    const { blastId } = await prepareBlast(service.api, people(10, 'own.example'));
    await sendNow(service.api, blastId);
    await service.drain();
    expect((await readBlast(service.api, blastId)).details).toMatchObject({ blast_waiting_for: 'mail_server' });
    expect(await service.db.query(sql`SELECT receiver FROM receiver_paces`)).toEqual([]);
    await service.db.query(sql`DELETE FROM blasts`);
  });
});

describe('the receiver of a domain', () => {
  const lookup = (zone: Record<string, string[] | 'SERVFAIL' | 'silence'>) => {
    const asked: string[] = [];
    const found = createReceiverLookup({
      close: () => {},
      async mx(name) {
        asked.push(name);
        const hosts = zone[name];
        if (hosts === 'silence') return new Promise(() => {});
        if (hosts === 'SERVFAIL') throw Object.assign(new Error('failed'), { code: 'ESERVFAIL' });
        if (!hosts) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
        return hosts.map((exchange, priority) => ({ exchange, priority }));
      },
    });
    return { ...found, asked };
  };

  it.each([
    ['gmail.com', [], 'google'],
    ['hotmail.co.uk', [], 'microsoft'],
    ['me.com', [], 'apple'],
    ['kettle-works.com', ['aspmx.l.google.com', 'alt1.aspmx.l.google.com'], 'google'],
    ['kettle-works.com', ['kettleworks-com.mail.protection.outlook.com'], 'microsoft'],
    ['kettle-works.com', ['kettleworks-com.a-v1.mx.microsoft'], 'microsoft'],
    ['kettle-works.com', ['mta5.am0.yahoodns.net'], 'yahoo'],
    ['kettle-works.com', ['mx01.mail.icloud.com'], 'apple'],
    ['kettle-works.com', ['mx.kettle-works.com'], 'kettle-works.com'],
    ['kettle-works.com', ['eu.mx1.filter.co.uk', 'aspmx.l.google.com'], 'filter.co.uk'],
    ['kettle-works.com', undefined, 'kettle-works.com'],
  ])('%s with %j is %s', async (domain, hosts, name) => {
    const { lookUp, settled, receiverOf, asked } = lookup({ [domain]: hosts as string[] });
    lookUp([domain]);
    await settled();
    expect(receiverOf(domain)).toEqual({ name, isGuess: false });
    lookUp([domain]);
    expect(asked).toEqual(hosts?.length === 0 ? [] : [domain]);
  });

  it('is the domain itself while the DNS does not answer, and mail waits only a moment', async () => {
    const { lookUp, settled, receiverOf, asked } = lookup({ 'slow.net': 'silence', 'broken.net': 'SERVFAIL' });
    lookUp(['slow.net', 'broken.net', 'reserved.example', 'example.com']);
    const began = performance.now();
    await settled();
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(['slow.net', 'broken.net'].map(receiverOf)).toEqual([
      { name: 'slow.net', isGuess: true },
      { name: 'broken.net', isGuess: true },
    ]);
    expect(asked).toEqual(['slow.net', 'broken.net']);
  });

  it('is looked up a few at a time, and no more than some thousand wait', async () => {
    const { lookUp, asked } = lookup(Object.fromEntries(Array.from({ length: 3_000 }, (_value, i) => [`d${i}.net`, 'silence' as const])));
    lookUp(Array.from({ length: 3_000 }, (_value, i) => `d${i}.net`));
    expect(asked).toHaveLength(20);
  });
});

describe('the pace of a receiver', () => {
  const share = (wanted: Record<string, number>, now = NOW, lane: 'bulk' | 'interactive' = 'bulk') =>
    takeReceiverShares(service.db, { transport: 'smtp', lane }, { wanted: new Map(Object.entries(wanted)), now });
  const slow = (observed: number, now = NOW, receiver = 'google') =>
    slowReceiver(service.db, { transport: 'smtp', receiver }, { observed, now });
  const up = (now: Date, receivers = ['google']) => speedUpReceivers(service.db, 'smtp', { receivers, now });

  it('is half of what was sent, after a pause, and half again only after the pause', async () => {
    expect(await slow(20)).toEqual({ rate: 10, from: at(60) });
    expect(await slow(20, at(30))).toEqual({ rate: 10, from: at(60) });
    expect(await slow(20, at(60))).toEqual({ rate: 5, from: at(120) });
    expect(await slow(0, NOW, 'yahoo')).toEqual({ rate: 1 / 60, from: at(60) });
  });

  it('grants a second’s worth, and gives times to the rest', async () => {
    await slow(20);
    expect(await share({ google: 30, yahoo: 5 })).toEqual([{ receiver: 'google', granted: 0, rate: 10, from: at(60) }]);
    // Those that came have times for three seconds.
    expect(await share({ google: 30 }, at(60))).toEqual([{ receiver: 'google', granted: 10, rate: 10, from: at(63) }]);
    expect(await share({ google: 30 }, at(60))).toEqual([{ receiver: 'google', granted: 0, rate: 10, from: at(65) }]);
    // Mail that a person waits for goes before, and up to five seconds ahead.
    expect(await share({ google: 3 }, at(60), 'interactive')).toEqual([{ receiver: 'google', granted: 3, rate: 10, from: at(61.3) }]);
    expect(await share({ google: 1 }, at(61))).toMatchObject([{ granted: 0 }]);
    // Times reach five minutes ahead.
    await share({ google: 9_000 }, at(62));
    expect(await share({ google: 1 }, at(62))).toMatchObject([{ granted: 0, from: at(362) }]);
  });

  it('rises by a hundredth a second while mail is taken, and is forgotten after a day without a refusal or any mail', async () => {
    await slow(200);
    await up(at(60));
    expect(await slow(200, at(61))).toMatchObject({ rate: 50 });
    await service.db.query(sql`DELETE FROM receiver_paces`);
    await slow(200);
    await up(at(65));
    expect(await slow(0, at(59))).toMatchObject({ rate: 105 });
    await up(at(66), ['yahoo']);
    expect([...(await slowReceivers(service.db, 'smtp', at(24 * 3600)))]).toEqual(['google']);
    expect([...(await slowReceivers(service.db, 'smtp', at(25 * 3600)))]).toEqual([]);
    await up(at(25 * 3600), []);
    expect(await service.db.query(sql`SELECT receiver FROM receiver_paces`)).toEqual([]);
  });
});
