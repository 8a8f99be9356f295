/** A receiver of webhooks: it records requests and gives scripted answers. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body read as JSON; undefined without one. */
  json: unknown;
}

export interface Receiver {
  /** Without a slash at the end. */
  url: string;
  received: Received[];
  /** Answers with 200 unless replaced. */
  answer: (request: Received, answer: ServerResponse) => void;
  /** Resolves after so many requests. */
  came(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const waiting = new Map<number, () => void>();
  const server = createServer(async (request, answer) => {
    const body = await text(request).catch(() => '');
    const url = new URL(request.url as string, 'http://receiver');
    const received: Received = {
      method: request.method as string,
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body,
      json: body === '' ? undefined : JSON.parse(body),
    };
    receiver.received.push(received);
    for (const [count, resolve] of waiting) if (receiver.received.length >= count) resolve();
    receiver.answer(received, answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: (_request, answer) => answer.end(),
    came: (count) =>
      receiver.received.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.set(count, () => resolve())),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
