/** Sending one message to servers with any replies. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Mailer, openMailer } from '../../../src/platform/mail/mailer.ts';
import { isAtLength } from '../../support/at-length.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import {
  type Answer,
  cut,
  farewell,
  PIPELINING,
  type Script,
  type ScriptedServer,
  silent,
  startScripted,
} from '../../support/smtp-script.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function given(script: Script = {}, query = '', user = ''): Promise<{ server: ScriptedServer; mailer: Mailer }> {
  const server = await startScripted(script);
  const mailer = openMailer(`${server.url.replace('//', `//${user}`)}?maxConnections=1${query}`);
  closing.push(
    () => server.close(),
    () => mailer.close(),
  );
  return { server, mailer };
}

const RAW = 'Message-ID: <1@example.com>\r\n\r\nHello\r\n';
const message = (to = 'ada@example.net', raw: string | Buffer = RAW) => ({ from: 'hello@example.com', to, raw });
const accepted = { accepted: true, begun: true };

describe.each([
  ['with pipelining', PIPELINING],
  ['without pipelining', {}],
] as const)('a message %s', (name, polite: Script) => {
  const isPipelined = name === 'with pipelining';

  it('goes out, and its end has the words of the server', async () => {
    const { server, mailer } = await given(polite);
    expect(await mailer.send(message())).toEqual({
      ...accepted,
      reply: { phase: 'content', code: 250, enhanced: '2.0.0', text: 'taken as 17' },
    });
    expect(server.heard.slice(1)).toEqual(['MAIL FROM:<hello@example.com>', 'RCPT TO:<ada@example.net>', 'DATA']);
    expect(server.contents).toEqual([RAW]);
  });

  it.each([
    ['mail', 'MAIL'],
    ['rcpt', 'RCPT'],
    ['data', 'DATA'],
    ['content', '.'],
  ] as const)('that is refused at %s has the words of the refusal, and the next one goes out', async (phase, verb) => {
    const { server, mailer } = await given({ ...polite, [verb]: '550-5.1.1 The account does\r\n550-5.1.1 not\r\n550 5.1.1 exist' });
    expect(await mailer.send(message())).toEqual({
      accepted: false,
      begun: phase === 'content',
      reply: { phase, code: 550, enhanced: '5.1.1', text: 'The account does not exist' },
    });
    delete server.script[verb];
    server.contents.length = 0;
    expect(await mailer.send(message('bo@example.net'))).toMatchObject(accepted);
    expect(server.contents).toEqual([RAW]);
    expect(server.heard.filter((line) => line.startsWith('EHLO'))).toHaveLength(1);
    // The rest of the first one is discarded before the second.
    if (phase !== 'content') expect(server.heard.slice(server.heard.indexOf('RSET'))).toHaveLength(4);
  });

  it.each([
    ['mail', 'MAIL'],
    ['rcpt', 'RCPT'],
    ['data', 'DATA'],
    ['content', '.'],
  ] as const)('that meets a farewell at %s keeps its words, and the next one finds another connection', async (phase, verb) => {
    const { server, mailer } = await given({ ...polite, [verb]: farewell('421 4.7.0 Too many messages, come back later') });
    expect(await mailer.send(message())).toEqual({
      accepted: false,
      begun: phase === 'content',
      reply: { phase, code: 421, enhanced: '4.7.0', text: 'Too many messages, come back later' },
    });
    delete server.script[verb];
    expect(await mailer.send(message())).toMatchObject(accepted);
  });

  it.each([
    ['mail', 'MAIL', 'mailTimeout'],
    ['rcpt', 'RCPT', 'rcptTimeout'],
    ['data', 'DATA', 'dataTimeout'],
    ['content', '.', 'dotTimeout'],
  ] as const)('is given up when nothing is said at %s within its own time', async (phase, verb, option) => {
    // Only this time is short: were another one asked, the test would lose its patience.
    const { mailer } = await given({ ...polite, [verb]: silent }, `&${option}=40`);
    const began = performance.now();
    expect(await mailer.send(message())).toEqual({
      accepted: false,
      begun: phase === 'content',
      reply: { phase, code: null, enhanced: null, text: 'The mail server did not answer in time.' },
    });
    expect(performance.now() - began).toBeGreaterThanOrEqual(40);
  });

  it.each([
    ['mail', 'MAIL'],
    ['rcpt', 'RCPT'],
    ['data', 'DATA'],
    ['content', '.'],
  ] as const)('is over when the connection is cut at %s, and is not repeated', async (phase, verb) => {
    const { server, mailer } = await given({ ...polite, [verb]: cut });
    const { accepted, begun, reply } = await mailer.send(message());
    expect([accepted, begun, reply.code]).toEqual([false, phase === 'content', null]);
    // In one write with the others, replies on their way may be lost with the connection.
    if (!isPipelined) expect(reply.phase).toBe(phase);
    expect(server.heard.filter((line) => line.startsWith('MAIL'))).toHaveLength(1);
  });

  it('that may not begin any more when its turn comes is never heard of, and the next one goes out', async () => {
    const { server, mailer } = await given(PIPELINING);
    const endings = await Promise.all([
      mailer.send(message()),
      mailer.send({ ...message('late@example.net'), mayBegin: () => false }),
      mailer.send({ ...message('bo@example.net'), mayBegin: () => true }),
    ]);
    expect(endings).toMatchObject([accepted, { accepted: false, begun: false, isLate: true }, accepted]);
    expect(server.heard.filter((line) => line.includes('late'))).toEqual([]);
  });

  it('is refused without asking where its addresses would say more than an address', async () => {
    const { server, mailer } = await given(polite);
    for (const to of ['a@b.c>\r\nRCPT TO:<evil@example.net', 'a@b.c> NOTIFY=NEVER', 'a\n@b.c', 'a b@c.d', 'a\u0085@b.c', '']) {
      expect(await mailer.send(message(to))).toMatchObject({
        accepted: false,
        begun: false,
        reply: { phase: 'rcpt', code: 553, enhanced: '5.1.3' },
      });
    }
    expect(await mailer.send({ ...message(), from: 'a@b.c>\r\nDATA' })).toMatchObject({
      reply: { phase: 'mail', code: 553, enhanced: '5.1.7' },
    });
    expect(server.heard.filter((line) => !line.startsWith('EHLO'))).toEqual([]);
    expect(await mailer.send(message())).toMatchObject(accepted);
  });

  it('is refused by a server that cannot write the name, while foreign domains are spelled out', async () => {
    const { server, mailer } = await given(polite);
    expect(await mailer.send(message('åsa@example.net'))).toMatchObject({
      begun: false,
      reply: { phase: 'rcpt', code: 553, enhanced: '5.6.7' },
    });
    expect(await mailer.send(message('ada@bücher.example'))).toMatchObject(accepted);
    expect(server.heard.at(-2)).toBe('RCPT TO:<ada@xn--bcher-kva.example>');
  });

  it.each([
    ['nothing', '', '\r\n'],
    ['a dot at the beginning', '.x\r\n', '.x\r\n'],
    ['lines of dots', 'a\r\n.\r\n..\r\n...b\r\n', 'a\r\n.\r\n..\r\n...b\r\n'],
    ['no line end', 'a\r\n.', 'a\r\n.\r\n'],
    ['foreign letters', 'ä\r\n.ö\r\n', 'ä\r\n.ö\r\n'],
  ])('arrives as it is: %s', async (_what, raw, expected) => {
    const { server, mailer } = await given(polite);
    for (const form of [raw, Buffer.from(raw)]) expect(await mailer.send(message('ada@example.net', form))).toMatchObject(accepted);
    expect(server.contents.map((content) => Buffer.from(content, 'latin1').toString())).toEqual([expected, expected]);
  });

  it.runIf(isAtLength)('arrives as it is when it is large', async () => {
    const { server, mailer } = await given(polite);
    const raw = '.line of a large message\r\n'.repeat(60_000);
    for (const form of [raw, Buffer.from(raw)]) expect(await mailer.send(message('ada@example.net', form))).toMatchObject(accepted);
    expect(server.contents.map((content) => content === raw)).toEqual([true, true]);
  });
});

describe('a server that has refused the recipient and wants the content', () => {
  it('gets none: a lone dot, and then the next message', async () => {
    const { server, mailer } = await given({
      ...PIPELINING,
      RCPT: '550 5.1.1 Unknown',
      DATA: '354 go on',
      '.': '554 5.5.1 No valid recipients',
    });
    expect(await mailer.send(message())).toMatchObject({ accepted: false, begun: false, reply: { phase: 'rcpt', code: 550 } });
    expect(server.contents).toEqual(['']);
    server.script = PIPELINING;
    expect(await mailer.send(message('bo@example.net'))).toMatchObject(accepted);
    expect(server.contents).toEqual(['', RAW]);
  });

  it('gets not even that when it took the recipient of a sender whom it refused', async () => {
    const { server, mailer } = await given({ ...PIPELINING, MAIL: '550 5.7.1 No', RCPT: '250 fine', DATA: '354 go on' });
    expect(await mailer.send(message())).toMatchObject({ accepted: false, begun: false, reply: { phase: 'mail', code: 550 } });
    expect(server.contents).toEqual([]);
    server.script = PIPELINING;
    expect(await mailer.send(message())).toMatchObject(accepted);
  });
});

describe('what the server can', () => {
  it('is made use of', async () => {
    const { server, mailer } = await given({ EHLO: '250-here\r\n250-SIZE 1000\r\n250-8BITMIME\r\n250-smtputf8\r\n250 PIPELINING' });
    expect(await mailer.send(message('åsa@example.net', 'ä\r\n'))).toMatchObject(accepted);
    expect(server.heard.slice(1, 3).map((line) => Buffer.from(line, 'latin1').toString())).toEqual([
      'MAIL FROM:<hello@example.com> SIZE=4 BODY=8BITMIME SMTPUTF8',
      'RCPT TO:<åsa@example.net>',
    ]);
    expect(await mailer.send(message('ada@example.net', 'x'.repeat(1_001)))).toMatchObject({
      begun: false,
      reply: { phase: 'mail', code: 552, enhanced: '5.3.4' },
    });
    expect(server.contents).toHaveLength(1);
  });

  it('is nothing where it knows no EHLO', async () => {
    const { server, mailer } = await given({ EHLO: '502 what?' });
    expect(await mailer.send(message())).toMatchObject(accepted);
    expect(server.heard.slice(1)).toEqual([
      expect.stringMatching(/^HELO \S+$/),
      'MAIL FROM:<hello@example.com>',
      expect.any(String),
      'DATA',
    ]);
  });
});

describe('replies', () => {
  it('may come byte by byte, or several at once with what belongs to others', async () => {
    const trickle = async (socket: Socket, text: string) => {
      for (const byte of text) {
        socket.write(byte);
        await new Promise(setImmediate);
      }
    };
    const { mailer } = await given({
      ...PIPELINING,
      MAIL: ({ say }) => say('250 fine\r\n250 fine\r\n354 go on'),
      RCPT: () => {},
      DATA: ({ takeContent }) => takeContent(),
      '.': ({ socket }) => void trickle(socket, '250-2.6.0 first\r\n250 2.6.0 Tack så mycket\r\n'),
    });
    const { reply } = await mailer.send(message());
    expect(reply).toMatchObject({ code: 250, enhanced: '2.6.0', text: expect.stringContaining('first Tack s') });
  });

  it.each([
    ['no reply', 'hello there', /what is no reply: hello there/],
    ['two codes in one reply', '250-one\r\n550 two', /what is no reply/],
    ['a line without an end', ({ socket }) => void socket.write(`250 ${'x'.repeat(70_000)}`), /too much/],
    ['a reply without an end', '250-on and on\r\n'.repeat(6_000), /too much/],
  ] as [string, Answer, RegExp][])('that are %s end the connection', async (_what, said, text) => {
    const { mailer } = await given({ MAIL: said });
    expect(await mailer.send(message())).toEqual({
      accepted: false,
      begun: false,
      reply: { phase: 'mail', code: null, enhanced: null, text: expect.stringMatching(text) },
    });
  });

  it('are told in one line of 500 characters', async () => {
    const { mailer } = await given({ RCPT: `550-5.7.1 a\tb\u0007\r\n550 5.7.1 ${'long '.repeat(200)}` });
    const { reply } = await mailer.send(message());
    expect(reply.text).toMatch(/^a b long long /);
    expect(reply.text.length).toBe(500);
  });

  it.runIf(isAtLength)('that come before the content is over count, and the rest of it stays here', async () => {
    const { server, mailer } = await given({
      DATA: ({ say, socket }) => {
        socket.pause();
        say('354 go on\r\n552 5.3.4 Too much');
      },
    });
    expect(await mailer.send(message('ada@example.net', 'x'.repeat(20_000_000)))).toMatchObject({
      accepted: false,
      begun: true,
      reply: { phase: 'content', code: 552, enhanced: '5.3.4' },
    });
    expect(server.contents).toEqual([]);
    delete server.script.DATA;
    expect(await mailer.send(message())).toMatchObject(accepted);
    expect(server.contents).toEqual([RAW]);
  });

  it('that refuse RSET leave nothing to be done over this connection', async () => {
    const { server, mailer } = await given({ ...PIPELINING, RCPT: '550 5.1.1 Unknown', RSET: '502 5.5.1 What?' });
    expect(await mailer.send(message())).toMatchObject({ accepted: false });
    delete server.script.RCPT;
    expect(await mailer.send(message())).toMatchObject(accepted);
    expect(server.heard.filter((line) => line.startsWith('EHLO'))).toHaveLength(2);
    expect(server.contents).toEqual([RAW]);
  });

  it('that nobody asked for end the connection that rests', async () => {
    const { server, mailer } = await given(PIPELINING);
    expect(await mailer.send(message())).toMatchObject(accepted);
    const [first] = server.connections;
    const gone = once((first as { socket: Socket }).socket, 'close');
    first?.say('421 4.4.2 Idle for too long');
    await gone;
    expect(await mailer.send(message())).toMatchObject(accepted);
    expect(server.heard.filter((line) => line.startsWith('EHLO'))).toHaveLength(2);
  });
});

it.runIf(isAtLength)('a content that does not get on its way is given up', async () => {
  const { mailer } = await given(
    {
      DATA: ({ say, socket }) => {
        socket.pause();
        say('354 go on');
      },
    },
    '&blockTimeout=50',
  );
  expect(await mailer.send(message('ada@example.net', 'x'.repeat(20_000_000)))).toMatchObject({
    accepted: false,
    begun: true,
    reply: { phase: 'content', code: null },
  });
});

describe('a password for another machine', () => {
  /** Not this machine by its name, and yet it leads here. */
  async function elsewhere(script: Script, query = ''): Promise<{ server: ScriptedServer; mailer: Mailer }> {
    const server = await startScripted(script);
    const mailer = openMailer(`smtp://user:secret@0.0.0.0:${server.port}?maxConnections=1${query}`);
    closing.push(
      () => server.close(),
      () => mailer.close(),
    );
    return { server, mailer };
  }

  it.each([
    ['offers no STARTTLS', { EHLO: '250-here\r\n250 AUTH PLAIN CRAM-MD5' }],
    ['knows no EHLO', { EHLO: '502 What?' }],
  ])('does not go to a server that %s, and neither does mail', async (_what, script) => {
    const { server, mailer } = await elsewhere(script);
    expect(await mailer.send(message())).toMatchObject({
      accepted: false,
      begun: false,
      reply: { phase: 'tls', code: null, text: expect.stringMatching(/not offer STARTTLS.*password in SMTP_URL.*requireTLS=false/) },
    });
    expect(server.heard.join()).not.toMatch(/AUTH|MAIL/);
    expect(server.contents).toEqual([]);
  });

  it('goes there in the clear when the address says so', async () => {
    const { server, mailer } = await elsewhere({ EHLO: '250-here\r\n250 AUTH PLAIN' }, '&requireTLS=false');
    expect(await mailer.send(message())).toMatchObject(accepted);
    expect(server.heard.join()).toContain('AUTH PLAIN');
  });
});

describe('before the first message', { timeout: PATIENCE_MS }, () => {
  it.each([
    ['a greeting of 554', { greeting: farewell('554 5.7.1 We do not know you') }, 'greeting', 554],
    ['a greeting of 421', { greeting: farewell('421 Too busy') }, 'greeting', 421],
    ['no greeting but the end', { greeting: cut }, 'greeting', null],
    ['no greeting at all', { greeting: silent }, 'greeting', null],
    ['no answer to EHLO', { EHLO: silent }, 'hello', null],
    ['a refusal of EHLO for now', { EHLO: '421 Not now' }, 'hello', 421],
    ['a refusal of EHLO and HELO', { EHLO: '550 No', HELO: '550 Never' }, 'hello', 550],
    ['no STARTTLS where it must be', {}, 'tls', null, '&requireTLS=true'],
    ['a refusal of STARTTLS', { EHLO: '250-here\r\n250 STARTTLS', STARTTLS: '454 4.7.0 Not available' }, 'tls', 454],
  ] as [string, Script, string, number | null, string?][])('%s is told as what it is', async (_what, script, phase, code, query = '') => {
    const { mailer } = await given(script, `&greetingTimeout=60&helloTimeout=60${query}`);
    expect(await mailer.send(message())).toMatchObject({ accepted: false, begun: false, reply: { phase, code } });
  });

  it('STARTTLS is not used where it must not be', async () => {
    const { server, mailer } = await given({ EHLO: '250-here\r\n250 STARTTLS' }, '&ignoreTLS=true');
    expect(await mailer.send(message())).toMatchObject(accepted);
    expect(server.heard).not.toContain('STARTTLS');
  });

  it.each(['220 go on\r\n250 injected\r\n', '220 go on\r\n25'])(
    'something said in the clear after the word for TLS is no way to begin: %j',
    async (said) => {
      const { mailer } = await given({ EHLO: '250-here\r\n250 STARTTLS', STARTTLS: ({ socket }) => void socket.write(said) });
      expect(await mailer.send(message())).toMatchObject({
        begun: false,
        reply: { phase: 'tls', code: null, text: 'The mail server said something in the clear after its word for TLS.' },
      });
    },
  );

  it('TLS that does not come about is told, and nothing is said in the clear', async () => {
    const { server, mailer } = await given({ EHLO: '250-here\r\n250 STARTTLS' }, '', 'user:secret@');
    server.script.STARTTLS = ({ say, socket }) => {
      say('220 go on');
      socket.once('data', () => socket.destroy());
    };
    expect(await mailer.send(message())).toMatchObject({ begun: false, reply: { phase: 'tls', code: null } });
    expect(server.heard.join()).not.toMatch(/AUTH|MAIL/);
  });

  it.each([
    ['PLAIN LOGIN CRAM-MD5', '', ['AUTH CRAM-MD5', 'dXNlciBiN2ZlZTMwNzRhYmM4MDYxMGU2ZmViMGE4MmMyZWQ0OQ==']],
    ['LOGIN PLAIN', '', ['AUTH PLAIN AHVzZXIAcMOkc3M=']],
    ['LOGIN', '', ['AUTH LOGIN', 'dXNlcg==', 'cMOkc3M=']],
    ['PLAIN LOGIN', '&authMethod=login', ['AUTH LOGIN', 'dXNlcg==', 'cMOkc3M=']],
    ['PLAIN XOAUTH2', '&authMethod=XOAUTH2', ['AUTH XOAUTH2 dXNlcj11c2VyAWF1dGg9QmVhcmVyIHDDpHNzAQE=']],
  ])('logs in with what both know of %s%s', async (offered, query, expected) => {
    const answers = [...expected.slice(1).map(() => '334 PDE3QGhlcmU+'), '235 2.7.0 welcome'];
    const next: Script[keyof Script] = ({ say, state }) => {
      state.step = (state.step ?? -1) + 1;
      say(answers[state.step] as string);
    };
    let isIn = false;
    const { server, mailer } = await given({ EHLO: `250-here\r\n250 AUTH ${offered}`, AUTH: next }, query, 'user:p%C3%A4ss@');
    // Lines that are no command belong to the login.
    server.script.MAIL = (connection, line) => {
      isIn ||= line.startsWith('MAIL');
      if (isIn) connection.say('250 fine');
      else next(connection, line);
    };
    expect(await mailer.send(message())).toMatchObject(accepted);
    expect(server.heard.slice(1, 1 + expected.length)).toEqual(expected);
  });

  it.each([
    ['a refusal', 'PLAIN', '535 5.7.8 Bad credentials', 535],
    ['a refusal for now', 'PLAIN', '454 4.7.0 Later', 454],
    ['nothing that both know', 'GSSAPI NTLM', '235 welcome', 504],
  ])('says that a login ended with %s', async (_what, offered, said, code) => {
    const { mailer } = await given({ EHLO: `250-here\r\n250 AUTH ${offered}`, AUTH: said }, '', 'user:pass@');
    expect(await mailer.send(message())).toMatchObject({ accepted: false, begun: false, reply: { phase: 'auth', code } });
  });

  it('hears why an access token is refused', async () => {
    const { server, mailer } = await given(
      { EHLO: '250-here\r\n250 AUTH XOAUTH2', AUTH: '334 eyJzdGF0dXMiOiI0MDEifQ==', MAIL: '535 5.7.8 Token expired' },
      '&authMethod=XOAUTH2',
      'user:token@',
    );
    expect(await mailer.send(message())).toMatchObject({ reply: { phase: 'auth', code: 535, text: 'Token expired' } });
    expect(server.heard).toContain('');
  });
});
