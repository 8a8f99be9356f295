/** The connections together: how many there are, who gets them, and what is made of those that end. */

import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Ending, type Mailer, openMailer } from '../../../src/platform/mail/mailer.ts';
import { TestClock } from '../../support/clock.ts';
import { endIdleServices } from '../../support/idle.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { type Relay, type RelayTrouble, startRelay } from '../../support/relay.ts';
import { smtpError, startSmtp } from '../../support/smtp.ts';
import { cut, farewell, PIPELINING, type Script, silent, startScripted } from '../../support/smtp-script.ts';

beforeAll(endIdleServices);

const closing: (() => unknown)[] = [];
let clock: TestClock;
beforeEach(() => {
  clock = new TestClock();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closing.splice(0).reverse()) await close();
});

function mailerFor(url: string, query = ''): Mailer {
  const mailer = openMailer(`${url}?${query}`);
  closing.push(() => mailer.close());
  return mailer;
}
async function givenRelay(trouble: RelayTrouble = {}, query = ''): Promise<{ relay: Relay; mailer: Mailer }> {
  const relay = await startRelay(clock, trouble);
  closing.push(() => relay.close());
  return { relay, mailer: mailerFor(relay.url, query) };
}
async function givenScripted(script: Script, query = '') {
  const server = await startScripted(script);
  closing.push(() => server.close());
  return { server, mailer: mailerFor(server.url, query) };
}

const message = (to = 'ada@example.net', lane?: 'interactive' | 'bulk') => ({
  from: 'hello@example.com',
  to,
  raw: `Message-ID: <${to}>\r\n\r\nHello\r\n`,
  ...(lane && { lane }),
});
const people = (count: number) => Array.from({ length: count }, (_value, i) => `person${i}@example.net`);
const sendAll = (mailer: Mailer, to: string[]): Promise<Ending[]> => Promise.all(to.map((address) => mailer.send(message(address))));
const refusals = (endings: Ending[]) => endings.filter(({ accepted }) => !accepted);
const received = (relay: { messages: { to: string }[] }) => relay.messages.map(({ to }) => to).sort();

describe('the mailer', { timeout: PATIENCE_MS }, () => {
  it('sends everything once, over a few kept connections', async () => {
    const { relay, mailer } = await givenRelay({}, 'maxConnections=3');
    expect(refusals(await sendAll(mailer, people(300)))).toEqual([]);
    expect(received(relay)).toEqual(people(300).sort());
    expect([relay.mostConnections, mailer.capacity]).toEqual([3, 6]);
  });

  it('begins a message behind another one, where the server can be spoken to so', async () => {
    let exchanges = 0;
    const { server, mailer } = await givenScripted(PIPELINING, 'maxConnections=1');
    await mailer.send(message());
    for (const { socket } of server.connections) socket.on('data', () => (exchanges += 1));
    expect(refusals(await sendAll(mailer, people(20)))).toEqual([]);
    // Two for the first one, and one for each of the others.
    expect(exchanges).toBe(21);
    expect(server.contents.slice(1)).toEqual(people(20).map((to) => `Message-ID: <${to}>\r\n\r\nHello\r\n`));
  });

  it.each([
    ['does not say that it can', {}, 0],
    ['is slow to take one', PIPELINING, 260],
  ] as const)('lets no message stand behind another one where the server %s', async (_what, polite, ms) => {
    const { server, mailer } = await givenScripted(polite, 'maxConnections=1');
    const begun: number[] = [];
    server.script = {
      ...polite,
      '.': ({ say }) =>
        void setTimeout(() => {
          begun.push(server.heard.filter((line) => line.startsWith('MAIL')).length);
          say('250 taken');
        }, ms),
    };
    expect(refusals(await sendAll(mailer, people(3)))).toEqual([]);
    expect(begun).toEqual([1, 2, 3]);
  });

  it('tells apart what became of messages that stand behind each other', async () => {
    const refuse = (to: string) => /person(3|4|9)@/.test(to);
    const { relay, mailer } = await givenRelay({ refuse: { at: 'rcpt', reply: '550 5.1.1 Unknown', whom: refuse } }, 'maxConnections=1');
    const at = async (trouble: RelayTrouble) => {
      relay.trouble = trouble;
      const endings = await sendAll(mailer, people(20));
      return people(20).filter((_to, i) => !endings[i]?.accepted);
    };
    for (const when of ['rcpt', 'content', 'data', 'rcpt'] as const) {
      relay.messages.length = 0;
      expect(await at({ refuse: { at: when, reply: '550 5.1.1 Unknown', whom: refuse } })).toEqual(people(20).filter(refuse));
      expect(received(relay)).toEqual(
        people(20)
          .filter((to) => !refuse(to))
          .sort(),
      );
    }
    expect(relay.mostConnections).toBe(1);
  });

  it('gives back nothing that may have arrived: of each cut connection one message is in doubt, and the others go out', async () => {
    const { relay, mailer } = await givenRelay({ cut: { when: 'taken', every: 5 } }, 'maxConnections=2');
    const endings = await sendAll(mailer, people(100));
    const lost = refusals(endings);
    expect(lost).toHaveLength(relay.said.cut as number);
    expect(lost.every(({ begun, reply }) => begun && reply.code === null && reply.phase === 'content')).toBe(true);
    // Every recipient got it exactly once.
    expect(received(relay)).toEqual(people(100).sort());
  });

  it('makes do with the connections that a server takes, however it says so', async () => {
    for (const greeting of ['421 4.7.0 Too many connections', '554 5.7.1 Too many connections', '451 Busy']) {
      const { relay, mailer } = await givenRelay({ connections: { most: 2, greeting } });
      expect(refusals(await sendAll(mailer, people(100)))).toEqual([]);
      expect(relay.mostConnections).toBe(2);
      expect(Object.values(relay.said)[0]).toBeLessThanOrEqual(8);
    }
  });

  it('asks such a server for one more after a while, and takes what it gives', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { relay, mailer } = await givenRelay({ connections: { most: 1 } }, 'maxConnections=4');
    await sendAll(mailer, people(40));
    const { '421': refused = 0 } = relay.said;
    expect(refused).toBeGreaterThan(0);
    await sendAll(mailer, people(40));
    expect(relay.said['421']).toBe(refused);
    vi.advanceTimersByTime(10_000);
    await sendAll(mailer, people(40));
    expect(relay.said['421']).toBe(refused + 1);
    relay.trouble = {};
    vi.advanceTimersByTime(10_000);
    await sendAll(mailer, people(400));
    expect([relay.mostConnections, relay.said['421']]).toEqual([4, refused + 1]);
  });

  it('finds a server out of reach when there is no connection at all, and says why', async () => {
    const { relay, mailer } = await givenRelay({ down: '554 5.7.1 We do not know you' });
    const endings = await sendAll(mailer, people(20));
    for (const ending of endings) {
      expect(ending).toEqual({
        accepted: false,
        begun: false,
        reply: { phase: 'greeting', code: 554, enhanced: '5.7.1', text: 'We do not know you' },
      });
    }
    await relay.close();
    expect(await mailer.send(message())).toMatchObject({ begun: false, reply: { phase: 'connect', code: null } });
    const again = await startRelay(clock, {}, { port: relay.port });
    closing.push(() => again.close());
    expect(refusals(await sendAll(mailer, people(20)))).toEqual([]);
  });

  it('takes the next connection when the one that rested ends, at once or at the first word', async () => {
    const farewells = [cut, farewell('421 4.4.2 You were idle for too long')];
    for (const [polite, end] of [PIPELINING, {}].flatMap((polite) => farewells.map((end) => [polite, end] as const))) {
      const { server, mailer } = await givenScripted(polite, 'maxConnections=3');
      await sendAll(mailer, people(3));
      const old = new Set(server.connections);
      server.script = {
        ...PIPELINING,
        MAIL: (connection, line) => (old.has(connection) ? end(connection, line) : connection.say('250 fine')),
      };
      expect(await mailer.send(message())).toMatchObject({ accepted: true });
      expect(server.contents).toHaveLength(4);
    }
  });

  it('tries another connection when a new one ends before the message, while others stand', async () => {
    const { server, mailer } = await givenScripted({ ...PIPELINING, '.': silent }, 'maxConnections=3');
    const stuck = mailer.send(message());
    await expect.poll(() => server.contents.length).toBe(1);
    let cuts = 0;
    const cutOnce: Script['MAIL'] = (connection, line) => {
      cuts += 1;
      server.script = PIPELINING;
      cut(connection, line);
    };
    server.script = { ...PIPELINING, MAIL: cutOnce };
    expect(await mailer.send(message())).toMatchObject({ accepted: true });
    server.script = { ...PIPELINING, MAIL: cut };
    for (const { socket } of [...server.connections].slice(1)) socket.destroy();
    expect(await mailer.send(message())).toMatchObject({ accepted: false, begun: false, reply: { code: null } });
    expect(cuts).toBe(1);
    await server.close();
    await stuck;
  });

  it('takes the next connection when one ends that has only rested', async () => {
    let greetSecond: () => void = () => {};
    const { server, mailer } = await givenScripted(
      {
        ...PIPELINING,
        greeting: ({ number, say }) => {
          if (number === 1) say('220 here');
          else greetSecond = () => say('220 here');
        },
      },
      'maxConnections=2',
    );
    expect(refusals(await sendAll(mailer, people(2)))).toEqual([]);
    greetSecond();
    await expect.poll(() => server.heard.filter((line) => line.startsWith('EHLO')).length).toBe(2);
    await new Promise(setImmediate);
    server.script = {
      ...PIPELINING,
      MAIL: (connection) => (connection.number === 2 ? connection.hangUp('421 Idle') : connection.say('250 fine')),
    };
    expect(await mailer.send(message())).toMatchObject({ accepted: true });
    expect(server.contents).toHaveLength(3);
  });

  it('goes on with a server that takes few messages over one connection', async () => {
    const { server, mailer } = await givenScripted(PIPELINING, 'maxConnections=2');
    server.script = {
      ...PIPELINING,
      MAIL: (connection) => {
        connection.state.count = (connection.state.count ?? 0) + 1;
        if (connection.state.count > 3) connection.hangUp('421 4.7.0 Too many messages over this connection');
        else connection.say('250 fine');
      },
    };
    expect(refusals(await sendAll(mailer, people(40)))).toEqual([]);
    expect(new Set(server.contents).size).toBe(40);
    expect(server.contents).toHaveLength(40);
  });

  it('ends its own connections after so many messages, and when they rest for long', async () => {
    const { server, mailer } = await givenScripted(PIPELINING, 'maxConnections=1&maxMessages=3');
    expect(refusals(await sendAll(mailer, people(7)))).toEqual([]);
    expect(server.heard.filter((line) => line.startsWith('EHLO'))).toHaveLength(3);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await mailer.send(message());
    await mailer.send(message());
    expect(server.heard.filter((line) => line === 'QUIT')).toHaveLength(2);
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    await expect.poll(() => server.heard.filter((line) => line === 'QUIT').length).toBe(3);
    await mailer.send(message());
    expect(server.heard.filter((line) => line.startsWith('EHLO'))).toHaveLength(4);
  });

  it('takes no connection for one that rests while it works', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let answer: (() => void) | undefined;
    const { server, mailer } = await givenScripted(PIPELINING, 'maxConnections=1');
    await mailer.send(message());
    server.script = {
      ...PIPELINING,
      '.': ({ say }) => {
        answer = () => say('250 taken');
      },
    };
    const sending = mailer.send(message());
    while (!answer) await new Promise(setImmediate);
    vi.advanceTimersByTime(20_000);
    answer();
    expect(await sending).toMatchObject({ accepted: true });
  });

  it('takes whoever waits for their mail before what goes to many', async () => {
    const { relay, mailer } = await givenRelay({}, 'maxConnections=1');
    await mailer.send(message('first@example.net'));
    const many = sendAll(mailer, people(50));
    await mailer.send(message('urgent@example.net', 'interactive'));
    const before = relay.messages.findIndex(({ to }) => to === 'urgent@example.net');
    // Behind the one that was under way, and one that stood behind it at most.
    expect(before).toBeLessThanOrEqual(3);
    expect(refusals(await many)).toEqual([]);
  });

  it('lets nobody who waits stand behind a message whose end does not come', async () => {
    const { server, mailer } = await givenScripted(PIPELINING, 'maxConnections=2');
    await sendAll(mailer, people(4));
    server.script = { ...PIPELINING, '.': silent };
    const stuck = mailer.send(message());
    await expect.poll(() => server.contents.length).toBe(5);
    server.script = PIPELINING;
    expect(await mailer.send(message('urgent@example.net', 'interactive'))).toMatchObject({ accepted: true });
    await server.close();
    expect(await stuck).toMatchObject({ accepted: false, begun: true, reply: { code: null } });
  });

  it('lets what is under way end when it is closed, and begins nothing more', async () => {
    let taken: () => void = () => {};
    const content = new Promise<void>((resolve) => {
      taken = resolve;
    });
    let answer: () => void = () => {};
    const { mailer } = await givenScripted(
      {
        ...PIPELINING,
        '.': ({ say }) => {
          answer = () => say('250 taken');
          taken();
        },
      },
      'maxConnections=1',
    );
    const underWay = mailer.send(message());
    await content;
    const waiting = mailer.send(message());
    await mailer.close();
    expect(await waiting).toMatchObject({ begun: false, reply: { phase: 'connect', code: null, text: 'the service is stopping' } });
    expect(await mailer.send(message())).toMatchObject({ begun: false });
    answer();
    expect(await underWay).toMatchObject({ accepted: true });
  });

  it('has an end for a message that stood behind another one when it was closed', async () => {
    const { server, mailer } = await givenScripted(PIPELINING, 'maxConnections=1');
    await mailer.send(message());
    server.script = { ...PIPELINING, '.': silent };
    const sending = sendAll(mailer, people(2));
    await expect.poll(() => server.heard.filter((line) => line === 'DATA').length).toBe(3);
    await mailer.close();
    for (const { socket } of server.connections) socket.destroy();
    expect(await sending).toMatchObject([{ begun: true }, { begun: false, reply: { text: 'the service is stopping' } }]);
  });

  it('gives up a connection that is only coming about when it is closed', async () => {
    const { server, mailer } = await givenScripted({ greeting: silent });
    const sending = mailer.send(message());
    await expect.poll(() => server.connections.size).toBe(1);
    await mailer.close();
    expect(await sending).toMatchObject({ accepted: false, begun: false });
    await expect.poll(() => server.connections.size).toBe(0);
  });

  it('sends nothing without a server', async () => {
    const mailer = openMailer(undefined);
    expect(await mailer.send(message())).toMatchObject({ accepted: false, begun: false, reply: { phase: 'connect', code: null } });
    await mailer.close();
  });
});

describe('with a server of another make', () => {
  it('speaks the same', async () => {
    const sink = await startSmtp({
      accept: (to) => {
        if (to === 'person7@example.net') throw smtpError(554, 'no thank you');
      },
      onRcptTo: ({ address }, _session, callback) => callback(address === 'person3@example.net' ? smtpError(550, 'no such user') : null),
    });
    closing.push(() => sink.close());
    const endings = await sendAll(mailerFor(sink.url, 'maxConnections=2'), people(30));
    expect(refusals(endings).map(({ reply }) => reply)).toMatchObject([
      { phase: 'rcpt', code: 550, text: 'no such user' },
      { phase: 'content', code: 554, text: 'no thank you' },
    ]);
    expect(sink.messages).toHaveLength(28);
  });

  describe('and TLS', () => {
    it.each([
      ['STARTTLS', { disabledCommands: [] }, 'smtp:'],
      ['TLS from the start', { secure: true }, 'smtps:'],
    ])('logs in and sends over %s, and trusts no stranger', async (_what, options, protocol) => {
      const users: unknown[] = [];
      const sink = await startSmtp({
        ...options,
        authOptional: false,
        onAuth: ({ username, password, method }, session, callback) => {
          users.push([username, password, method, session.secure]);
          callback(null, { user: username });
        },
      });
      closing.push(() => sink.close());
      const url = sink.url.replace('smtp://', `${protocol}//ada:p%40ss@`);
      expect(refusals(await sendAll(mailerFor(url, 'tls.rejectUnauthorized=false&maxConnections=1'), people(5)))).toEqual([]);
      expect(users).toEqual([['ada', 'p@ss', 'PLAIN', true]]);
      expect(await mailerFor(url).send(message())).toMatchObject({ accepted: false, reply: { phase: 'tls', text: /self-signed/ } });
      expect(sink.messages).toHaveLength(5);
    });
  });
});
