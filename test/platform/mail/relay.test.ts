/** The relay of other tests has exactly its scripted faults. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { TestClock } from '../../support/clock.ts';
import { type Relay, type RelayTrouble, startRelay } from '../../support/relay.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

const clock = new TestClock();
async function given(trouble: RelayTrouble): Promise<Relay> {
  const relay = await startRelay(clock, trouble);
  open.push(() => relay.close());
  return relay;
}

/** Sends all commands together, and returns the codes of the replies until either side closes. */
async function talk(relay: Relay, ...lines: string[]): Promise<string> {
  const socket = connect(relay.port, '127.0.0.1');
  socket.on('error', () => {});
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  socket.write([...lines, 'QUIT', ''].join('\r\n'));
  await once(socket, 'close');
  return heard
    .split('\r\n')
    .filter((line) => /^\d{3} /.test(line))
    .map((line) => line.slice(0, 3))
    .join(' ');
}
const mailTo = (to: string) => ['MAIL FROM:<me@example.com>', `RCPT TO:<${to}>`, 'DATA', `Message-ID: <${to}>`, '', '..x', '.'];
const once1 = (relay: Relay, to = 'ada@example.net') => talk(relay, ...mailTo(to));

it('takes everything without trouble', async () => {
  const relay = await given({});
  expect(await talk(relay, 'EHLO me', ...mailTo('ada@example.net'), ...mailTo('bo@example.net'))).toBe(
    '220 250 250 250 354 250 250 250 354 250 221',
  );
  expect(relay.messages).toMatchObject([
    { from: 'me@example.com', to: 'ada@example.net', messageId: '<ada@example.net>', raw: 'Message-ID: <ada@example.net>\r\n\r\n.x\r\n' },
    { to: 'bo@example.net' },
  ]);
});

it('slows down who is faster than its rate, and takes the rest a minute later', async () => {
  const relay = await given({ rate: { perMinute: 2 } });
  expect(await once1(relay)).toBe('220 250 250 354 250 221');
  expect(await once1(relay)).toBe('220 250 250 354 250 221');
  expect(await talk(relay, 'MAIL FROM:<me@example.com>', 'RCPT TO:<ada@example.net>', 'DATA')).toBe('220 454 503 554 221');
  relay.trouble = { rate: { perMinute: 2, reply: '421 4.7.0 Slow down' } };
  expect(await once1(relay)).toBe('220 421');
  clock.advance({ minutes: 1 });
  expect(await once1(relay)).toBe('220 250 250 354 250 221');
  expect(relay.said).toEqual({ '454 4.7.0': 1, '421 4.7.0': 1 });
});

it('greylists', async () => {
  const relay = await given({ greylist: { minutes: 5 } });
  const ask = () => talk(relay, 'MAIL FROM:<me@example.com>', 'RCPT TO:<ada@example.net>');
  expect(await ask()).toBe('220 250 450 221');
  clock.advance({ minutes: 4 });
  expect(await ask()).toBe('220 250 450 221');
  clock.advance({ minutes: 1, seconds: 1 });
  expect(await ask()).toBe('220 250 250 221');
});

it('refuses some, and mends itself', async () => {
  const until = new Date(clock.now().getTime() + 3_600_000);
  const relay = await given({ refuse: { at: 'rcpt', reply: '554 5.7.1 Relay access denied', whom: (to) => to.startsWith('a') }, until });
  expect(await talk(relay, 'MAIL FROM:<me@example.com>', 'RCPT TO:<ada@example.net>')).toBe('220 250 554 221');
  expect(await once1(relay, 'bo@example.net')).toBe('220 250 250 354 250 221');
  clock.advance({ hours: 1, seconds: 1 });
  expect(await once1(relay)).toBe('220 250 250 354 250 221');
});

it('cuts every second connection when the message was taken, or before', async () => {
  const relay = await given({ cut: { when: 'taken', every: 2 } });
  expect(await once1(relay)).toBe('220 250 250 354 250 221');
  expect(await once1(relay)).not.toContain('221');
  expect(relay.messages).toHaveLength(2);
  relay.trouble = { cut: { when: 'dot', chance: 0.5, random: () => 0.4 } };
  expect(await once1(relay)).not.toContain('221');
  expect([relay.messages.length, relay.said]).toEqual([2, { cut: 2 }]);
});

it('takes so many connections and no more, or none', async () => {
  const relay = await given({ connections: { most: 2 } });
  const kept = await Promise.all(
    [1, 2].map(async () => {
      const socket: Socket = connect(relay.port, '127.0.0.1');
      open.push(() => socket.destroy());
      await once(socket, 'data');
      return socket;
    }),
  );
  expect(await talk(relay)).toBe('421');
  const gone = once(kept[0] as Socket, 'close');
  (kept[0] as Socket).end('QUIT\r\n');
  await gone;
  expect(await once1(relay)).toBe('220 250 250 354 250 221');
  relay.trouble = { down: '554 5.7.1 We do not know you' };
  expect(await talk(relay)).toBe('554');
  relay.trouble = { down: true };
  expect(await talk(relay)).toBe('');
  expect(relay.mostConnections).toBe(2);
});
