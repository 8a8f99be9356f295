import type { IncomingHttpHeaders } from 'node:http';
import { type Request, type Response, Router } from 'express';
import type { Admission } from '../http/admission.ts';
import { readJson } from '../http/body.ts';
import { answering, logOf } from '../http/reply.ts';
import type { Clock } from '../platform/clock.ts';
import { DomainError } from '../shared/errors.ts';
import { createConfirmations } from './confirmation.ts';
import type { Inside } from './inside.ts';
import type { Context } from './journeys/journey.types.ts';
import type { Mcp, Reply } from './server.ts';

export interface McpOptions {
  admit: Admission;
  inside: Inside;
  /** Public address of the service, without a slash at the end. */
  baseUrl: string;
  secret: string;
  clock: Clock;
  delivery: Context['delivery'];
  isFree: Context['isFree'];
  isClosing: () => boolean;
}

/** Every agent can read these in advance, and reach all operations by them. */
const BY_DEFAULT = 'journeys,explore';

const HEADERS = ['accept', 'content-type', 'mcp-protocol-version'];

/**
 * `POST /mcp`: the operations as tools of the Model Context Protocol (Streamable HTTP), without sessions. Each message counts as one
 * request of its key, and each operation that a tool asks for as one more.
 */
export function mcpRoutes({ admit, inside, baseUrl, secret, clock, delivery, isFree, isClosing }: McpOptions): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  const { origin } = new URL(baseUrl);
  let made: Promise<Mcp> | undefined;
  const load = async (): Promise<Mcp> => {
    const { createMcp } = await import('./server.ts');
    return createMcp(inside, { confirmations: createConfirmations(secret, clock), delivery, isFree, now: () => clock.now(), isClosing });
  };

  routes.post(
    '/mcp',
    answering('mcp', async (request, response) => {
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      refuseForeignOrigin(request, origin);
      const { workspaceId, isTest = false } = await admit(request, response);
      made ??= load();
      const mcp = await made;
      const offered = mcp.offer(setsOf(request));
      const value = await readMessage(request, response);
      if (value instanceof Malformed) return send(response, value.reply);
      const { method, params } = value as { method?: unknown; params?: { name?: unknown } };
      // The log gets offered names only, and no arguments.
      const tool = method === 'tools/call' && offered.has(String(params?.name)) ? String(params?.name) : undefined;
      const log = logOf(response).child({ tool });
      response.locals.log = log;
      const caller = {
        authorization: request.headers.authorization as string,
        requestId: response.getHeader('X-Request-Id') as string,
        address: request.ip,
        signal: gone.signal,
      };
      send(response, await mcp.answer({ value, headers: headersOf(request.headers) }, { offered, caller, workspaceId, isTest, log }));
    }),
  );
  return routes;
}

/** A page whose host name was rebound to this address must not speak through it. Programs send no Origin. */
function refuseForeignOrigin({ headers }: Request, ours: string): void {
  if (headers.origin !== undefined && headers.origin !== ours)
    throw new DomainError('foreign_origin', 'Pages of other origins cannot use the tools of this service.');
}

/** The parser of the application would keep the last of several. */
const setsOf = ({ originalUrl }: Request): string =>
  new URL(originalUrl, 'http://localhost').searchParams.getAll('tools').join(',') || BY_DEFAULT;

const headersOf = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])));

class Malformed {
  readonly reply: Reply;

  constructor(code: number, message: string) {
    this.reply = { status: 400, type: 'application/json', text: JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }) };
  }
}

/** @throws the API's refusal of such a body */
async function readMessage(request: Request, response: Response): Promise<unknown> {
  const value = await readJson(request, response).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'invalid_json') return new Malformed(-32700, error.message);
    throw error;
  });
  return Array.isArray(value) || !value || typeof value !== 'object'
    ? new Malformed(-32600, 'Send one message, as a JSON object, with each request.')
    : value;
}

function send(response: Response, { status, type, text }: Reply): void {
  response.status(status).set('Cache-Control', 'no-store');
  if (type) response.set('Content-Type', type);
  response.end(text);
}
