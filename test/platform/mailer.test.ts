import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Mailer, openMailer } from '../../src/platform/mailer.ts';
import { type SmtpBehaviour, smtpError, startSmtp } from '../support/smtp.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function mailerFor(behaviour: SmtpBehaviour, query = '') {
  const sink = await startSmtp(behaviour);
  const mailer = openMailer(`${sink.url}${query}`);
  closing.push(
    () => sink.close(),
    () => mailer.close(),
  );
  return { sink, mailer };
}

const message = (to = 'ada@example.com') => ({
  from: 'hello@example.com',
  to,
  raw: `To: ${to}\r\nMessage-ID: <1@example.com>\r\n\r\nHello\r\n.\r\n`,
});

/** A server that speaks just far enough to misbehave. */
async function rawServer(behave: (socket: Socket, command: string) => void, greeting = '220 here\r\n'): Promise<{ mailer: Mailer }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    if (greeting) socket.write(greeting);
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').filter(Boolean)) behave(socket, line);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const mailer = openMailer(`smtp://127.0.0.1:${(server.address() as { port: number }).port}?socketTimeout=300&greetingTimeout=300`);
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        for (const socket of sockets) socket.destroy();
      }),
    () => mailer.close(),
  );
  return { mailer };
}

const polite = (socket: Socket, line: string): boolean => {
  if (/^(EHLO|MAIL|RCPT|RSET)/.test(line)) socket.write('250 fine\r\n');
  return /^(EHLO|MAIL|RCPT|RSET)/.test(line);
};

describe('the mailer', () => {
  it('sends over a few kept connections', async () => {
    let connections = 0;
    const { sink, mailer } = await mailerFor(
      {
        onConnect: (_session, callback) => {
          connections += 1;
          callback();
        },
      },
      '?maxConnections=3',
    );
    const ends = await Promise.all(Array.from({ length: 60 }, (_value, i) => mailer.send(message(`person${i}@example.com`))));
    expect(ends.every(({ outcome }) => outcome === 'sent')).toBe(true);
    expect(new Set(sink.messages.map(({ to }) => to)).size).toBe(60);
    expect(sink.messages[0]?.raw).toContain('Hello\r\n.\r\n');
    expect(connections).toBeLessThanOrEqual(3);
  });

  it.each([
    ['recipient', 550, 'bounced'],
    ['recipient', 450, 'deferred'],
    ['sender', 553, 'refused'],
    ['sender', 451, 'deferred'],
    ['content', 554, 'refused'],
    ['content', 452, 'deferred'],
  ] as const)('tells a refused %s with %i as %s, and goes on with the next', async (what, code, outcome) => {
    let refusing = true;
    const refuse = (callback: (error?: Error | null) => void) => (refusing ? callback(smtpError(code, 'no thank you')) : callback());
    const { sink, mailer } = await mailerFor(
      {
        ...(what === 'recipient' && { onRcptTo: (_address, _session, callback) => refuse(callback) }),
        ...(what === 'sender' && { onMailFrom: (_address, _session, callback) => refuse(callback) }),
        ...(what === 'content' && {
          accept: () => {
            if (refusing) throw smtpError(code, 'no thank you');
          },
        }),
      },
      '?maxConnections=1',
    );
    expect(await mailer.send(message())).toEqual({ outcome, reason: expect.stringContaining(`${code} no thank you`) });
    refusing = false;
    expect((await mailer.send(message())).outcome).toBe('sent');
    expect(sink.messages).toHaveLength(1);
  });

  it('takes a server that is not there for unreachable', async () => {
    const { sink, mailer } = await mailerFor({});
    await sink.close();
    expect((await mailer.send(message())).outcome).toBe('unreachable');
  });

  it('takes wrong credentials for a rejection, and says what the server said', async () => {
    const behaviour: SmtpBehaviour = {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => callback(smtpError(535, 'bad credentials')),
    };
    const sink = await startSmtp(behaviour);
    const mailer = openMailer(sink.url.replace('//', '//user:wrong@'));
    closing.push(
      () => sink.close(),
      () => mailer.close(),
    );
    expect(await mailer.send(message())).toEqual({ outcome: 'rejected', reason: expect.stringContaining('535') });
  });

  it('takes a temporary failure of authentication for unreachable', async () => {
    const behaviour: SmtpBehaviour = {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => callback(smtpError(454, 'try later')),
    };
    const sink = await startSmtp(behaviour);
    const mailer = openMailer(sink.url.replace('//', '//user:right@'));
    closing.push(
      () => sink.close(),
      () => mailer.close(),
    );
    expect((await mailer.send(message())).outcome).toBe('unreachable');
  });

  it('takes a 554 greeting for a rejection, a 421 for unreachable', async () => {
    expect((await (await rawServer(() => {}, '554 we do not know you\r\n')).mailer.send(message())).outcome).toBe('rejected');
    expect((await (await rawServer(() => {}, '421 busy\r\n')).mailer.send(message())).outcome).toBe('unreachable');
  });

  it('takes a silent server for unreachable before the message, for deferred in it', async () => {
    expect((await (await rawServer(() => {}, '')).mailer.send(message())).outcome).toBe('unreachable');
    const { mailer } = await rawServer((socket, line) => {
      if (!polite(socket, line) && line === 'DATA') socket.write('354 go on\r\n');
    });
    expect((await mailer.send(message())).outcome).toBe('deferred');
  });

  it('takes a connection cut after the content for deferred, and never repeats it by itself', async () => {
    let contents = 0;
    const { mailer } = await rawServer((socket, line) => {
      if (polite(socket, line)) return;
      if (line === 'DATA') socket.write('354 go on\r\n');
      if (line === '.') {
        contents += 1;
        socket.destroy();
      }
    });
    expect((await mailer.send(message())).outcome).toBe('deferred');
    expect(contents).toBe(1);
  });

  it('makes do with the connections that a server takes', async () => {
    const { sink, mailer } = await mailerFor({ maxClients: 2, accept: () => new Promise((resolve) => setTimeout(resolve, 5)) });
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => mailer.send(message())));
    expect(outcomes.filter(({ outcome }) => outcome !== 'sent')).toEqual([]);
    expect(sink.messages).toHaveLength(60);
    await sink.close();
    const late = await Promise.all(Array.from({ length: 20 }, () => mailer.send(message())));
    expect(new Set(late.map(({ outcome }) => outcome))).toEqual(new Set(['unreachable']));
  });

  it('takes a new connection when the server has closed the one that rested', async () => {
    const sockets: Socket[] = [];
    let contents = 0;
    const { mailer } = await rawServer((socket, line) => {
      sockets.push(socket);
      if (polite(socket, line)) return;
      if (line === 'DATA') socket.write('354 go on\r\n');
      if (line === '.') {
        contents += 1;
        socket.write('250 taken\r\n');
      }
    });
    expect((await mailer.send(message())).outcome).toBe('sent');
    // Closed at the moment of the next command, so that the mailer cannot know beforehand.
    for (const socket of new Set(sockets)) {
      socket.removeAllListeners('data');
      socket.once('data', () => socket.destroy());
    }
    expect((await mailer.send(message())).outcome).toBe('sent');
    expect(contents).toBe(2);
  });
});
