import type { IncomingHttpHeaders } from 'node:http';
import { type Request, type Response, Router } from 'express';
import type { Admission } from '../http/admission.ts';
import { readJson } from '../http/body.ts';
import { logOf, replyWithError } from '../http/reply.ts';
import type { Clock } from '../platform/clock.ts';
import { DomainError } from '../shared/errors.ts';
import { createConfirmations } from './confirmation.ts';
import type { Inside } from './inside.ts';
import type { Context } from './journeys/journey.types.ts';
import type { Mcp, Reply } from './server.ts';

export interface McpOptions {
  /** The same as for requests to the API. */
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

/** Small enough to be read ahead by every agent, and through it all operations can be reached. */
const BY_DEFAULT = 'journeys,explore';

/** What the kit reads of a request. */
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

  routes.post('/mcp', async (request, response) => {
    response.locals.operation = 'mcp';
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      refuseForeignOrigin(request, origin);
      const { workspaceId } = await admit(request, response);
      made ??= load();
      const mcp = await made;
      const offered = mcp.offer(setsOf(request));
      const value = await readMessage(request, response);
      const { method, params } = value as { method?: unknown; params?: { name?: unknown } };
      // Only names of ours come into the log, and never what was asked with them.
      const tool = method === 'tools/call' && offered.has(String(params?.name)) ? String(params?.name) : undefined;
      const log = logOf(response).child({ tool });
      response.locals.log = log;
      const caller = {
        authorization: request.headers.authorization as string,
        requestId: response.getHeader('X-Request-Id') as string,
        address: request.ip,
        signal: gone.signal,
      };
      send(response, await mcp.answer({ value, headers: headersOf(request.headers) }, { offered, caller, workspaceId, log }));
    } catch (error) {
      // Who has gone away needs no answer.
      if (response.destroyed) return;
      if (error instanceof Malformed) send(response, error.reply);
      else replyWithError(response, error);
    }
  });
  return routes;
}

/** Whoever makes a browser take their name for this address must not speak through it. Programs send no Origin. */
function refuseForeignOrigin({ headers }: Request, ours: string): void {
  if (headers.origin !== undefined && headers.origin !== ours)
    throw new DomainError('foreign_origin', 'Pages of other origins cannot use the tools of this service.');
}

/** The parser of the application keeps the last of several, which would be a guess. */
const setsOf = ({ originalUrl }: Request): string =>
  new URL(originalUrl, 'http://localhost').searchParams.getAll('tools').join(',') || BY_DEFAULT;

const headersOf = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])));

/** What JSON-RPC wants to be answered in words of its own. */
class Malformed extends Error {
  readonly reply: Reply;

  constructor(code: number, message: string) {
    super(message);
    this.reply = { status: 400, type: 'application/json', text: JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }) };
  }
}

/** @throws what the API would say of such a body, Malformed */
async function readMessage(request: Request, response: Response): Promise<unknown> {
  const value = await readJson(request, response).catch((error: unknown) => {
    throw error instanceof DomainError && error.code === 'invalid_json' ? new Malformed(-32700, error.message) : error;
  });
  if (Array.isArray(value) || !value || typeof value !== 'object')
    throw new Malformed(-32600, 'Send one message, as a JSON object, with each request.');
  return value;
}

function send(response: Response, { status, type, text }: Reply): void {
  response.status(status).set('Cache-Control', 'no-store');
  if (type) response.set('Content-Type', type);
  response.end(text);
}
