/** A receiver of webhooks with scripted answers. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  event: { event_id: string; type: string; occurred_at: string; data: Record<string, unknown> };
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Answers with 200 by default. */
  answer: (response: ServerResponse, received: Received) => void;
  types(): string[];
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const one = { headers: request.headers, body, event: JSON.parse(body) };
    received.push(one);
    receiver.answer(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    answer: (response) => response.end('thanks'),
    types: () => received.map(({ event }) => event.type),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

/** Whether the secret has signed the request at the time that it names: the clock of a test is not that of the library. */
export function isSignedBy(secret: string, { body, headers }: Received): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  const signature = new Webhook(secret).sign(String(headers['webhook-id']), at, body);
  return String(headers['webhook-signature']).split(' ').includes(signature);
}
