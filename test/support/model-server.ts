/** A server that speaks the protocols of OpenAI and of Anthropic as they are documented, streaming, and misbehaves as told. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  path: string;
  headers: IncomingMessage['headers'];
  body: any;
  /** When it came, in milliseconds. */
  at: number;
  /** The other side closed the connection before the answer was whole. */
  left: boolean;
}

/** What the server does with one request. The last behaviour goes on for all that follow. */
export type Behaviour = (asked: Asked, response: ServerResponse, protocol: Protocol) => Promise<void> | void;
type Protocol = 'openai-compatible' | 'anthropic';

export interface ModelServer {
  /** What the service is configured with. */
  baseUrl: string;
  asked: Asked[];
  behave(...behaviours: Behaviour[]): void;
  close(): Promise<void>;
}

export async function startModelServer(): Promise<ModelServer> {
  const asked: Asked[] = [];
  let behaviours: Behaviour[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const one: Asked = {
      path: request.url ?? '',
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString()),
      at: performance.now(),
      left: false,
    };
    asked.push(one);
    response.once('close', () => {
      one.left = !response.writableFinished;
    });
    const behaviour = behaviours.length > 1 ? behaviours.shift() : behaviours[0];
    const protocol = one.path.endsWith('/messages') ? 'anthropic' : 'openai-compatible';
    await behaviour?.(one, response, protocol);
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

export interface Stream {
  /** What comes before the text. */
  thought?: string;
  /** How many tokens it says that it has read and written, where it is asked. */
  usage?: [read: number, written: number];
  /** Why it ends, in the protocol's words: `stop`, `length`, `content_filter`; `end_turn`, `max_tokens`, `refusal`. */
  reason?: string;
  /** What the server does after the text instead of ending its stream. */
  instead?: (response: ServerResponse) => void;
}

/** Streams a text, a few characters at a time. */
export const says =
  (text: string, { thought, usage, reason, instead }: Stream = {}): Behaviour =>
  ({ body }, response, protocol) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    const pieces = text.match(/[\s\S]{1,4000}/g) ?? [];
    if (protocol === 'anthropic') {
      const event = (type: string, data: object) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
      const message = {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: body.model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
      };
      event('message_start', { message: { ...message, usage: { input_tokens: 25, output_tokens: 1 } } });
      event('ping', {});
      let index = 0;
      if (thought) {
        event('content_block_start', { index, content_block: { type: 'thinking', thinking: '', signature: '' } });
        event('content_block_delta', { index, delta: { type: 'thinking_delta', thinking: thought } });
        event('content_block_delta', { index, delta: { type: 'signature_delta', signature: 'EqQB' } });
        event('content_block_stop', { index });
        index += 1;
      }
      event('content_block_start', { index, content_block: { type: 'text', text: '' } });
      for (const piece of pieces) event('content_block_delta', { index, delta: { type: 'text_delta', text: piece } });
      if (instead) return instead(response);
      event('content_block_stop', { index });
      event('message_delta', { delta: { stop_reason: reason ?? 'end_turn', stop_sequence: null }, usage: { output_tokens: 15 } });
      event('message_stop', {});
    } else {
      const chunk = (delta: object, finish_reason: string | null = null) => {
        const choices = [{ index: 0, delta, logprobs: null, finish_reason }];
        const data = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_694_268_190, model: body.model, choices };
        response.write(`data: ${JSON.stringify(data)}\n\n`);
      };
      chunk({ role: 'assistant', content: '' });
      if (thought) chunk({ reasoning_content: thought });
      for (const piece of pieces) chunk({ content: piece });
      if (instead) return instead(response);
      chunk({}, reason ?? 'stop');
      if (usage && body.stream_options?.include_usage) {
        const [prompt_tokens, completion_tokens] = usage;
        const counted = { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
        response.write(`data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [], usage: counted })}\n\n`);
      }
      response.write('data: [DONE]\n\n');
    }
    response.end();
  };

/** Refuses, in the words of its protocol. */
export const refuses =
  (
    status: number,
    message: string,
    { headers = {}, code = 'error' }: { headers?: Record<string, string>; code?: string } = {},
  ): Behaviour =>
  (_asked, response, protocol) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    const error = protocol === 'anthropic' ? { type: code, message } : { message, type: code, param: null, code };
    response.end(JSON.stringify(protocol === 'anthropic' ? { type: 'error', error } : { error }));
  };

/** Sends whatever it is told to. */
export const sends =
  (body: string, contentType = 'text/event-stream'): Behaviour =>
  (_asked, response) => {
    response.writeHead(200, { 'content-type': contentType });
    response.end(body);
  };

/** Takes the request and answers never. */
export const hangs: Behaviour = () => {};

/** Breaks the connection. */
export const breaks: Behaviour = (_asked, response) => {
  response.destroy();
};
