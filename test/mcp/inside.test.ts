/** Edge cases of HTTP in memory: as over a network, each side notices the end of the other. */
import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { openInside } from '../../src/mcp/inside.ts';
import { notingLog } from '../support/log.ts';

/** Asks a listener once, and tells of the answer and of the listener's end of it. */
function ask(listener: RequestListener, { body, most = 1_000_000, signal = new AbortController().signal }: Asked = {}) {
  const answering = Promise.withResolvers<ServerResponse>();
  const inside = openInside((request, response) => {
    answering.resolve(response);
    listener(request, response);
  }, notingLog().log);
  const headers: Record<string, string> = body ? { 'content-length': String(body.length) } : {};
  const answer = inside(
    { method: body ? 'POST' : 'GET', path: '/', headers, body },
    { authorization: 'Bearer any', requestId: 'one', address: '192.0.2.7', signal },
    most,
  );
  return { answer, closed: answering.promise.then((response) => (response.closed ? undefined : once(response, 'close'))) };
}
interface Asked {
  body?: string;
  most?: number;
  signal?: AbortSignal;
}

const flood: RequestListener = (_request, response) => {
  const write = () => {
    while (!response.destroyed && response.write('x'.repeat(10_000)));
  };
  response.on('drain', write);
  write();
};

it('says who asks, and hears the whole answer', async () => {
  const { answer } = ask(({ headers, socket }, response) => {
    response.statusCode = 201;
    response.end(JSON.stringify([headers.authorization, headers['x-request-id'], socket.remoteAddress]));
  });
  const { status, bytes, cut } = await answer;
  expect([status, JSON.parse(bytes.toString()), cut]).toEqual([201, ['Bearer any', 'one', '192.0.2.7'], false]);
});

it('reads as much as was asked for, and whoever would go on writing hears of it', async () => {
  const { answer, closed } = ask(flood, { most: 25_000 });
  expect(await answer).toMatchObject({ bytes: { length: 25_000 }, cut: true });
  await closed;
});

it('waits no longer when nobody waits any more, and whoever would answer hears of it', async () => {
  const gone = new AbortController();
  const { answer, closed } = ask(() => gone.abort(new Error('hung up')), { signal: gone.signal });
  await expect(answer).rejects.toThrow('hung up');
  await closed;
});

it('fails when the answer breaks off', async () => {
  await expect(ask((_request, response) => response.destroy()).answer).rejects.toThrow();
  await expect(ask((_request, response) => response.write('half', () => response.destroy())).answer).rejects.toThrow();
});

it('hears an answer that comes before its body was read', async () => {
  const { answer } = ask(
    (_request, response) => {
      response.statusCode = 429;
      response.end('y'.repeat(300_000));
    },
    { body: 'x'.repeat(1_000_000) },
  );
  expect(await answer).toMatchObject({ status: 429, bytes: { length: 300_000 }, cut: false });
});
