/** Closing a listener, seen from bare connections: every accepted request gets a whole answer, and no connection waits unaccepted. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createListener, type Listener } from '../../src/http/listener.ts';
import { isAtLength } from '../support/at-length.ts';
import { type Line, notingLog } from '../support/log.ts';

let door: Listener;
let server: Server;
let logged: Line[];
/** Requests that the application has been given, by their paths, and what lets it answer. */
let asked: Map<string, () => void>;

const app: RequestListener = (request, response) => {
  const path = request.url as string;
  asked.set(path, () => response.end(`answer ${path}\n`));
  if (path.startsWith('/quick')) response.end(`answer ${path}\n`);
  if (path === '/begun') response.write('the beginning');
};

beforeEach(() => open());
async function open(quietMs?: number): Promise<void> {
  asked = new Map();
  const noting = notingLog();
  logged = noting.logged;
  door = createListener(noting.log, quietMs);
  server = createServer(door.handle);
  door.watch(server);
  door.lead(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}
const UNLIMITED = new AbortController().signal;
async function shut(): Promise<void> {
  if (server.listening) await door.close({ drainMs: 0, limit: AbortSignal.abort() });
}
afterEach(shut);

const knock = () => connect((server.address() as AddressInfo).port, '127.0.0.1');
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`;
/** Everything that comes until the connection ends, in order or not. */
const whole = (socket: Socket) => text(socket).catch((error: { code?: string }) => `${error.code}`);
const answers = (received: string) => received.match(/answer \/\w+|Connection: [\w-]+/g);

test('an answer under way is given whole, and is the last one of its connection', async () => {
  const socket = knock();
  socket.write(get('/slow'));
  await expect.poll(() => asked.has('/slow')).toBe(true);
  const closed = door.close({ drainMs: 0, limit: UNLIMITED });
  await expect.poll(() => server.listening).toBe(false);
  asked.get('/slow')?.();
  expect(answers(await whole(socket))).toEqual(['Connection: close', 'answer /slow']);
  expect(await closed).toBe(true);
});

test('a connection that rests may still ask once, after the listener is gone', async () => {
  await shut();
  // However long the machine takes for the second question.
  await open(60_000);
  const socket = knock();
  socket.write(get('/quick'));
  const received = whole(socket);
  await expect.poll(() => asked.has('/quick')).toBe(true);
  const closed = door.close({ drainMs: 0, limit: UNLIMITED });
  await expect.poll(() => server.listening, { interval: 1 }).toBe(false);
  socket.write(get('/quick2'));
  expect(answers(await received)).toEqual(['Connection: keep-alive', 'answer /quick', 'Connection: close', 'answer /quick2']);
  expect(await closed).toBe(true);
});

test('connections that say nothing keep nobody waiting', async () => {
  const silent = [knock(), knock()];
  await Promise.all(silent.map((socket) => once(socket, 'connect')));
  const ended = Promise.all(silent.map(whole));
  expect(await door.close({ drainMs: 0, limit: UNLIMITED })).toBe(true);
  expect(await ended).toEqual(['', '']);
});

test('whoever has connected before the listener goes away is answered', async () => {
  const sockets = Array.from({ length: 60 }, knock);
  for (const socket of sockets) socket.write(get('/quick'));
  // The system has taken these connections; the process has not seen one of them yet.
  const closed = door.close({ drainMs: 0, limit: UNLIMITED });
  const received = await Promise.all(sockets.map(whole));
  expect(new Set(received.map((each) => answers(each)?.join()))).toEqual(new Set(['Connection: close,answer /quick']));
  expect(await closed).toBe(true);
});

test('for the time of the drain everybody is let in, and asked to leave', async () => {
  const drained = new AbortController();
  const closed = door.close({ drainMs: 60_000, limit: drained.signal });
  expect(door.isClosing()).toBe(true);
  for (let i = 0; i < 3; i++) {
    const socket = knock();
    socket.write(get('/quick'));
    expect(answers(await whole(socket))).toEqual(['Connection: close', 'answer /quick']);
  }
  expect(server.listening).toBe(true);
  drained.abort();
  expect(await closed).toBe(true);
  expect(server.listening).toBe(false);
});

test('of requests that are sent one upon the other all that were begun are answered', async () => {
  const socket = knock();
  socket.write(get('/first') + get('/second'));
  const received = whole(socket);
  await expect.poll(() => asked.size).toBe(2);
  const closed = door.close({ drainMs: 0, limit: UNLIMITED });
  asked.get('/first')?.();
  asked.get('/second')?.();
  expect(answers(await received)).toEqual(['answer /first', 'Connection: close', 'answer /second']);
  expect(await closed).toBe(true);
});

test.runIf(isAtLength)('what has no answer when the time is up gets one; what is half said is cut off; both are logged', async () => {
  const [waiting, begun] = [knock(), knock()];
  waiting.write(get('/slow'));
  begun.write(get('/begun'));
  await expect.poll(() => asked.size).toBe(2);
  const received = Promise.all([whole(waiting), whole(begun)]);
  expect(await door.close({ drainMs: 0, limit: AbortSignal.timeout(100) })).toBe(false);
  const [refused, cut] = await received;
  expect(refused).toMatch(/^HTTP\/1.1 503 .*"error_code":"unavailable"\}$/s);
  for (const header of [/^Connection: close\r$/m, /^Retry-After: \d+\r$/m, /^X-Request-Id: \S+\r$/m]) expect(refused).toMatch(header);
  expect(cut).toMatch(/the beginning\r\n$/);
  const line = { level: 'warn', message: 'a request was cut off', operation: 'GET request' };
  expect(logged).toEqual([
    { ...line, answered: true },
    { ...line, answered: false },
  ]);
});
