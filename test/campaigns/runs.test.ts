/** One run of the sender: what it begins, what it makes of a mail server's answers, and when it stops. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSending } from '../../src/campaigns/sending/sending.service.ts';
import { createTokens, type Tokens } from '../../src/campaigns/tracking/tokens.ts';
import type { Ending, OutgoingMessage } from '../../src/platform/mail/mailer.ts';
import { openMetrics } from '../../src/platform/metrics.ts';
import { givenContacts, givenList, givenRecipients } from '../support/given.ts';
import { at, type Ledger, NOW, openLedger } from '../support/ledger.ts';
import { notingLog } from '../support/log.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { behind } from '../support/race.ts';

/** Whoever goes on for ever is stopped. */
const ENOUGH = 200;

type Outcome = 'sent' | 'bounced' | 'refused' | 'deferred' | 'unreachable' | 'rejected';

/** What a mail server says when it means that. */
const REPLIES: Record<Outcome, Omit<Ending['reply'], 'text'>> = {
  sent: { phase: 'content', code: 250, enhanced: '2.0.0' },
  bounced: { phase: 'rcpt', code: 550, enhanced: '5.1.1' },
  refused: { phase: 'rcpt', code: 550, enhanced: '5.3.4' },
  deferred: { phase: 'rcpt', code: 450, enhanced: '4.2.0' },
  unreachable: { phase: 'connect', code: null, enhanced: null },
  rejected: { phase: 'auth', code: 535, enhanced: '5.7.8' },
};

let ledger: Ledger;
let now: Date;
let stopping: AbortController;
let capacity: number;
/** Whom messages went out to, in order. */
let sent: string[];
/** What the mail server says to a message, the first being number 1. */
let answer: (to: string, number: number) => Outcome | Promise<Outcome>;
let tokens: Tokens;
let noting: ReturnType<typeof notingLog>;
const logged = () => noting.logged.map(({ message }) => message);
let metrics: ReturnType<typeof openMetrics>;

beforeAll(async () => {
  ledger = await openLedger();
});
afterAll(() => ledger.close());
beforeEach(async () => {
  now = NOW;
  stopping = new AbortController();
  capacity = 1;
  sent = [];
  answer = () => 'sent';
  tokens = createTokens('a secret for the tests');
  noting = notingLog();
  metrics = openMetrics();
  await ledger.clear();
  await ledger.givenBlasts();
  for (const { workspaceId, blastId } of ledger.all) {
    const html = '<a href="https://shop.example">{{contact.first_name}}</a>';
    const values = [workspaceId, blastId, html];
    await ledger.db.pool.query(
      "INSERT INTO blast_messages VALUES ($1, $2, 's', 'n', 'hello@example.com', 'r@example.com', $3, 't')",
      values,
    );
  }
});
afterEach(() => {
  vi.useRealTimers();
});

function run(): Promise<'done' | 'more'> {
  const send = async ({ to }: OutgoingMessage): Promise<Ending> => {
    sent.push(to.replace('@mail.example', ''));
    if (sent.length > ENOUGH) throw new Error('enough');
    const outcome = await answer(sent.at(-1) as string, sent.length);
    const reply = { ...REPLIES[outcome], text: `it was ${outcome}` };
    return { accepted: outcome === 'sent', begun: reply.phase === 'content', reply };
  };
  const mailer = { capacity, send, close: async () => {} };
  const parts = { db: ledger.db, clock: { now: () => now }, log: noting.log, metrics, mailer, tokens, baseUrl: 'https://api.example' };
  return createSending(parts)(ledger.here, stopping.signal);
}
async function given(recipients: Parameters<Ledger['givenRecipients']>[0]): Promise<void> {
  await ledger.givenContacts(Object.fromEntries(Object.keys(recipients).map((name) => [name, {}])));
  await ledger.givenRecipients(recipients);
}
const statuses = async () =>
  Object.fromEntries(
    (await ledger.db.prisma.delivery.findMany({ where: ledger.here })).map(({ displayName, status, attempts }) => [
      displayName,
      `${status} ${attempts}`,
    ]),
  );
const tally = async () => Object.values(await statuses()).sort();

// Statements apart, nothing here waits for anything; a run that goes on for ever is noticed soon.
describe('a run', { timeout: PATIENCE_MS }, () => {
  it('fixes the recipients, sends to all of them and comes to the end', async () => {
    const { db, here } = ledger;
    await ledger.givenContacts({ carl: {}, bo: { unsubscribed: true }, anna: {} });
    const audienceListId = await givenList(db, here.workspaceId, ['carl', 'bo', 'anna'].map(ledger.contactId));
    await ledger.setBlast(here, { preparedAt: null, audienceListId });
    expect(await run()).toBe('done');
    expect(sent.sort()).toEqual(['anna', 'carl']);
    expect(await statuses()).toEqual({ anna: 'sent 1', bo: 'blocked 0', carl: 'sent 1' });
    expect(await ledger.blast()).toMatchObject({ status: 'sent', prepared_at: NOW, sent_at: NOW });
    expect((await db.pool.query('SELECT url FROM blast_links')).rows).toEqual([{ url: 'https://shop.example' }]);
    expect((await metrics.messages.get()).values).toMatchObject([{ labels: { outcome: 'sent' }, value: 2 }]);
  });

  it('leaves a blast alone that has ended', async () => {
    await given({ anna: {} });
    await ledger.setBlast(ledger.here, { status: 'failed' });
    expect(await ledger.changes(run)).toEqual({});
  });

  it('leaves a blast alone that rests, until its time has come', async () => {
    await given({ anna: {} });
    await ledger.setBlast(ledger.here, { resumeAt: at(5), outageCount: 1 });
    now = at(4.999);
    expect([await run(), sent]).toEqual(['done', []]);
    now = at(5);
    expect([await run(), sent]).toEqual(['done', ['anna']]);
    expect(await ledger.blast()).toMatchObject({ status: 'sent' });
  });

  it('goes on when all of a claim are blocked', async () => {
    const { workspaceId, blastId } = ledger.here;
    await givenRecipients(ledger.db, workspaceId, blastId, Array(500).fill({ email: 'deleted@mail.example' }));
    await given({ anna: {} });
    expect([await run(), sent]).toEqual(['done', ['anna']]);
    expect(await ledger.blast()).toMatchObject({ status: 'sent' });
  });

  it.each([
    ['sent', { status: 'sent', sent_at: NOW, error: null }],
    ['bounced', { status: 'bounced', bounced_at: NOW, error: '550 5.1.1 it was bounced' }],
    ['refused', { status: 'failed', error: '550 5.3.4 it was refused' }],
    ['deferred', { status: 'pending', next_attempt_at: at(60), error: '450 4.2.0 it was deferred' }],
  ] as const)('writes down that a message was %s', async (outcome, expected) => {
    await given({ bo: {}, anna: {} });
    answer = (to) => (to === 'anna' ? outcome : 'sent');
    expect(await run()).toBe('done');
    expect(await ledger.recipient('anna')).toMatchObject(expected);
    expect(await ledger.recipient('bo')).toMatchObject({ status: 'sent' });
    expect((await ledger.blast()).status).toBe(outcome === 'deferred' ? 'sending' : 'sent');
  });

  it.each([
    [1, 1],
    [2, 5],
    [3, 15],
    [4, 60],
  ])('tries again after attempt %i in %i minutes', async (attempt, minutes) => {
    await given({ anna: { attempts: attempt - 1 } });
    answer = () => 'deferred';
    await run();
    expect(await ledger.recipient('anna')).toMatchObject({ status: 'pending', attempts: attempt, next_attempt_at: at(minutes * 60) });
  });

  it('gives up after the fifth attempt', async () => {
    await given({ anna: { attempts: 4 } });
    answer = () => 'deferred';
    await run();
    expect(await ledger.recipient('anna')).toMatchObject({ status: 'failed', attempts: 5, error: '450 4.2.0 it was deferred' });
  });

  it('fails one whose message cannot be written, and goes on', async () => {
    await given({ bo: {}, anna: {} });
    const { open } = tokens;
    tokens.open = (of) => {
      if (of.recipientId === ledger.recipientId('anna')) throw new Error('odd');
      return open(of);
    };
    expect([await run(), sent]).toEqual(['done', ['bo']]);
    expect(await ledger.recipient('anna')).toMatchObject({ status: 'failed', error: 'The message could not be written: odd' });
    expect(await ledger.blast()).toMatchObject({ status: 'sent' });
  });

  describe('that meets no mail server', () => {
    it('gives all back, and lets the blast rest, longer each time', async () => {
      await given({ carl: {}, bo: {}, anna: {} });
      answer = () => 'unreachable';
      await ledger.setBlast(ledger.here, { outageCount: 1, resumeAt: NOW, error: 'before' });
      expect(await ledger.changes(run)).toEqual({
        'blasts here': { outage_count: 2, resume_at: at(10), error: 'it was unreachable' },
        // Claimed and given back.
        'recipients here anna': {},
        'recipients here bo': {},
        'recipients here carl': {},
      });
      expect([sent.length, logged()]).toEqual([1, ['mail server does not take messages']]);
      now = at(10);
      expect(await run()).toBe('done');
      expect(await ledger.blast()).toMatchObject({ outage_count: 3, resume_at: at(30) });
    });

    it('lets it rest for five minutes at most', async () => {
      await given({ anna: {} });
      answer = () => 'unreachable';
      await ledger.setBlast(ledger.here, { outageCount: 9 });
      await run();
      expect(await ledger.blast()).toMatchObject({ resume_at: at(300) });
    });

    it('after some messages keeps what was sent, and this outage is the first', async () => {
      await given({ carl: {}, bo: {}, anna: {} });
      answer = (_to, number) => (number < 2 ? 'sent' : 'unreachable');
      await ledger.setBlast(ledger.here, { outageCount: 7, resumeAt: NOW });
      await run();
      expect(await tally()).toEqual(['pending 0', 'pending 0', 'sent 1']);
      expect(await ledger.blast()).toMatchObject({ outage_count: 1, resume_at: at(5) });
    });
  });

  it('that the mail server wants nothing of fails the blast', async () => {
    await given({ bo: {}, anna: {} });
    answer = () => 'rejected';
    expect([await run(), sent.length]).toEqual(['done', 1]);
    expect(await ledger.blast()).toMatchObject({ status: 'failed', error: '535 5.7.8 it was rejected' });
    expect(await statuses()).toEqual({ anna: 'failed 0', bo: 'failed 0' });
    expect(logged()).toHaveLength(1);
  });

  it('hands over when its turn is over, to the moment', async () => {
    await given({ carl: {}, bo: {}, anna: {} });
    answer = (_to, number) => {
      now = number === 1 ? at(4.999) : at(5);
      return 'sent';
    };
    expect(await run()).toBe('more');
    expect(await tally()).toEqual(['pending 0', 'sent 1', 'sent 1']);
    expect(await ledger.blast()).toMatchObject({ status: 'sending' });
  });

  it('stops when the process does, and gives back what it has not begun', async () => {
    await given({ bo: {}, anna: {} });
    answer = () => {
      stopping.abort();
      return 'sent';
    };
    expect(await run()).toBe('done');
    expect(await tally()).toEqual(['pending 0', 'sent 1']);
  });

  it('begins nothing in a process that stops', async () => {
    await given({ anna: {} });
    stopping.abort();
    expect(await ledger.changes(run)).toEqual({});
  });

  it('keeps as many messages under way as the mail server may have', async () => {
    await given({ dora: {}, carl: {}, bo: {}, anna: {} });
    capacity = 2;
    let underWay = 0;
    let most = 0;
    answer = async (): Promise<Outcome> => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise(setImmediate);
      underWay -= 1;
      return 'sent';
    };
    await run();
    expect([most, sent.length]).toEqual([2, 4]);
  });

  it('has at most fifty messages that nobody has written down', async () => {
    const { db, here } = ledger;
    const contactIds = await givenContacts(db, here.workspaceId, 120);
    const rows = contactIds.map((contactId) => ({ contactId, email: 'somebody@mail.example' }));
    await givenRecipients(db, here.workspaceId, here.blastId, rows);
    await behind(
      db,
      (tx) => tx.query({ text: 'SELECT id::text FROM blasts FOR UPDATE', values: [] }),
      run,
      async () => expect(sent).toHaveLength(50),
    );
    expect(sent).toHaveLength(120);
  });

  it('keeps its claim while a message is under way, and no longer', async () => {
    await given({ bo: {}, anna: {} });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const leases: unknown[] = [];
    answer = async (to, number): Promise<Outcome> => {
      if (number > 1) return 'sent';
      const other = to === 'bo' ? 'anna' : 'bo';
      leases.push((await ledger.recipient(other)).lease_until);
      for (const seconds of [2, 4]) {
        now = at(seconds);
        vi.advanceTimersByTime(10_000);
        await expect.poll(async () => (await ledger.recipient(other)).lease_until).toEqual(at(seconds + 30));
      }
      expect(vi.getTimerCount()).toBe(1);
      return 'sent';
    };
    expect([await run(), leases]).toEqual(['done', [at(30)]]);
    expect([vi.getTimerCount(), logged()]).toEqual([0, []]);
  });

  it('says so when its claim cannot be kept, and goes on', async () => {
    await given({ anna: {} });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const broken = vi.spyOn(ledger.db, 'query');
    answer = async (): Promise<Outcome> => {
      broken.mockRejectedValueOnce(new Error('gone'));
      vi.advanceTimersByTime(10_000);
      broken.mockRestore();
      return 'sent';
    };
    expect(await run()).toBe('done');
    expect(logged()).toEqual(['lease could not be renewed']);
    expect(await statuses()).toEqual({ anna: 'sent 1' });
  });

  it('that breaks begins nothing more, and keeps its claim to itself until it runs out', async () => {
    await given({ dora: {}, carl: {}, bo: {}, anna: {} });
    capacity = 2;
    let isBroken: () => void = () => {};
    const broken = new Promise<void>((resolve) => {
      isBroken = resolve;
    });
    answer = async (_to, number): Promise<Outcome> => {
      if (number === 1) {
        setImmediate(isBroken);
        throw new Error('odd');
      }
      await broken;
      return 'sent';
    };
    await expect(run()).rejects.toThrow('odd');
    expect(sent).toHaveLength(2);
    expect(await tally()).toEqual(['sending 1', 'sending 1', 'sending 1', 'sent 1']);
  });

  it('that cannot write down what was sent breaks, too', async () => {
    await given({ anna: {} });
    const query = vi.spyOn(ledger.db, 'query');
    answer = () => {
      query.mockRejectedValueOnce(new Error('gone'));
      return 'sent';
    };
    try {
      await expect(run()).rejects.toThrow('gone');
    } finally {
      query.mockRestore();
    }
    expect(await ledger.recipient('anna')).toMatchObject({ status: 'sending' });
  });
});
