/** A server that speaks the protocols of four providers as they are documented, streaming, and misbehaves on demand. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Provider } from '../../../../src/content/generation/models/settings.ts';
import { type Said, speak } from './protocols.ts';

export interface Asked {
  path: string;
  headers: IncomingMessage['headers'];
  body: any;
  /** When it came, in milliseconds. */
  at: number;
  /** The other side closed the connection before the answer was whole. */
  left: boolean;
}

/** The server's behaviour for one request. The last one applies to all later requests. */
export type Behaviour = (asked: Asked, response: ServerResponse, provider: Provider) => Promise<void> | void;

export interface TestServer {
  baseUrl: string;
  asked: Asked[];
  behave(...behaviours: Behaviour[]): void;
  close(): Promise<void>;
}

export async function startServer(): Promise<TestServer> {
  const asked: Asked[] = [];
  let behaviours: Behaviour[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const one: Asked = { path: request.url ?? '', headers: request.headers, body, at: performance.now(), left: false };
    asked.push(one);
    response.once('close', () => {
      one.left = !response.writableFinished;
    });
    const behaviour = behaviours.length > 1 ? behaviours.shift() : behaviours[0];
    await behaviour?.(one, response, providerOf(one.path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    behave(...next) {
      behaviours = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function providerOf(path: string): Provider {
  if (path.includes('/responses')) return 'openai';
  if (path.includes('/messages')) return 'anthropic';
  return /[gG]enerateContent/.test(path) ? 'google' : 'openai-compatible';
}

/** Streams an answer: a text as it is, anything else as JSON. */
export const says =
  (answer: unknown, said: Said = {}): Behaviour =>
  ({ body }, response, provider) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    speak(response, provider, typeof answer === 'string' ? answer : JSON.stringify(answer), body, said);
  };

/** Refuses, in the words of its protocol. */
export const refuses =
  (
    status: number,
    message: string,
    { headers = {}, code = 'error' }: { headers?: Record<string, string>; code?: string } = {},
  ): Behaviour =>
  (_asked, response, provider) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    const bodies: Record<Provider, object> = {
      openai: { error: { message, type: code, param: null, code } },
      'openai-compatible': { error: { message, type: code, param: null, code } },
      anthropic: { type: 'error', error: { type: code, message }, request_id: 'req_1' },
      google: { error: { code: status, message, status: code.toUpperCase() } },
    };
    response.end(JSON.stringify(bodies[provider]));
  };

/** Sends a body as it is. */
export const sends =
  (body: string, contentType = 'text/event-stream', status = 200): Behaviour =>
  (_asked, response) => {
    response.writeHead(status, { 'content-type': contentType });
    response.end(body);
  };

/** Takes the request and answers never. */
export const hangs: Behaviour = () => {};

/** Breaks the connection. */
export const breaks: Behaviour = (_asked, response) => {
  response.destroy();
};

/** Sends comments for as long as the other side stays. */
export const drips: Behaviour = async (_asked, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  while (!response.destroyed) {
    response.write(': keep-alive\n\n');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
