import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../platform/log.ts';
import { DomainError, type ErrorCode } from '../shared/errors.ts';
import { limitConnections } from './connections.ts';
import { type Reference, toErrorReply } from './errors.ts';
import { JSON_TYPE, replyWithError } from './reply.ts';

/** How long clients may take to send, in milliseconds: one that trickles its bytes would hold a connection for nothing. */
export interface Patience {
  headersMs: number;
  /** For the body, from the headers on. */
  bodyMs: number;
  /** For an admitted upload, headers and all, … */
  uploadMs: number;
  /** … and for each pause in it. */
  pauseMs: number;
  /** For each pause in reading an answer. */
  stallMs: number;
}

const PATIENCE: Patience = { headersMs: 20_000, bodyMs: 40_000, uploadMs: 60 * 60_000, pauseMs: 30_000, stallMs: 30_000 };

/** Proxies keep idle connections for a minute; a request on its way is lost when the service closes first. */
const KEEP_ALIVE_MS = 72_000;

/** An unread rest of a body up to here is read after the answer, so that the connection can serve the next request. */
const SMALL_BYTES = 64 * 1024;
/** Of a larger rest, this much is read and discarded before the connection closes, so that most clients get to read the answer. */
const LINGER_BYTES = 8 * 1024 * 1024;
const LINGER_MS = 5_000;

/**
 * Cookies of a neighbouring host come with every request to this one, and a page there can set a hundred kilobytes of them for a year.
 * Up to here they do no harm; the answer past it asks the browser to delete them.
 */
const HEADERS_BYTES = 256 * 1024;
const DELETE_COOKIES = 'Clear-Site-Data: "cookies"';

/** Extends the time of a request to that of an upload. */
const extensions = new WeakMap<IncomingMessage, () => void>();

export interface HttpServerOptions {
  log?: Log;
  patience?: Patience;
  reference?: Reference | undefined;
  mostConnections?: number | undefined;
}

/** Cuts off slow clients, and answers what is no HTTP in the words of the API. */
export function createHttpServer(
  app: RequestListener,
  { log, patience = PATIENCE, reference, mostConnections }: HttpServerOptions = {},
): Server {
  const { headersMs, bodyMs, uploadMs, pauseMs, stallMs } = patience;
  const server = createServer({
    maxHeaderSize: HEADERS_BYTES,
    headersTimeout: headersMs,
    // Node has one limit for all requests: that of uploads. Other bodies have a shorter one each.
    requestTimeout: uploadMs,
    connectionsCheckingInterval: headersMs / 2,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The application refuses such a request itself, with a body.
    requireHostHeader: false,
  });
  limitConnections(server, { stallMs, most: mostConnections, log });
  const answering = new WeakMap<object, ServerResponse>();
  server.on('request', (request: IncomingMessage, response: ServerResponse & { locals?: object }) => {
    // Express adds to what is there.
    response.locals = { reference };
    answering.set(request.socket, response);
    if (hasBody(request)) {
      closeAfterTheRest(request, response);
      const limit = setTimeout(() => cut(request, response), bodyMs);
      for (const end of ['end', 'close']) request.once(end, () => clearTimeout(limit));
      extensions.set(request, () => {
        clearTimeout(limit);
        request.setTimeout(pauseMs);
        request.once('end', () => request.setTimeout(0));
      });
    }
    app(request, response);
  });
  // `100 Continue` is sent when a handler reads the body; other expectations are refused.
  for (const event of ['checkContinue', 'checkExpectation'])
    server.on(event, (request: IncomingMessage, response: ServerResponse) => server.emit('request', request, response));
  const refused = new WeakSet<Socket>();
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    // Each further unparsable chunk is another error.
    if (refused.has(socket)) return;
    refused.add(socket);
    const response = answering.get(socket);
    // A second answer must not end up in the middle of one.
    const isFree = !response || response.writableFinished || !response.headersSent;
    if (socket.writable && isFree) refuse(socket, error, response, { log, reference });
    // The rest of the headers is on its way: a reset would take the answer from the client.
    if (socket.writable && error.code === HEADER_OVERFLOW) linger(socket, socket);
    else socket.destroy();
  });
  return server;
}

/** An upload may take its time as long as it keeps coming. */
export const awaitUpload = (request: IncomingMessage): void => extensions.get(request)?.();

/** Answers `Expect: 100-continue`. */
export function inviteBody(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.expect) response.writeContinue();
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Destroying the request fails its readers: Node does not do so once the answer is sent. */
function cut(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) return void request.destroy();
  response.setHeader('Connection', 'close');
  if (!response.hasHeader('X-Request-Id')) response.setHeader('X-Request-Id', randomUUID());
  response.once('finish', () => request.destroy());
  replyWithError(response, new DomainError('request_timeout', 'The request did not arrive in time.'));
}

/**
 * An answer before the end of the body closes the connection, unless little is missing: reading on would let clients send any amount.
 * Closing at once does not do either: unread bytes make the system reset the connection, and the client may never see its answer.
 */
function closeAfterTheRest(request: IncomingMessage, response: ServerResponse): void {
  const { writeHead } = response;
  response.writeHead = (...head: unknown[]) => {
    const { headers, socket } = request;
    const isSmall = !headers.expect && Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= SMALL_BYTES;
    if (!request.complete && !isSmall) {
      response.setHeader('Connection', 'close');
      // Node calls it when the answer is sent.
      socket.destroySoon = () => linger(request, socket);
    }
    return writeHead.apply(response, head as Parameters<typeof writeHead>);
  };
}

function linger(rest: IncomingMessage | Socket, socket: Socket): void {
  socket.end();
  if ('complete' in rest && rest.complete) return void socket.destroy();
  const limit = setTimeout(() => socket.destroy(), LINGER_MS);
  let left = LINGER_BYTES;
  socket.on('data', ({ length }) => {
    left -= length;
    if (left < 0) socket.destroy();
  });
  socket.once('close', () => clearTimeout(limit));
  rest.once('end', () => socket.destroy()).resume();
}

const HEADER_OVERFLOW = 'HPE_HEADER_OVERFLOW';
/** Errors of Node's parser with an answer of their own. Everything else is no HTTP. */
const REFUSALS: Record<string, [ErrorCode, string]> = {
  [HEADER_OVERFLOW]: [
    'headers_too_large',
    'The headers of the request are larger than 256 KiB. Delete the cookies of this site and try again.',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['payload_too_large', 'The chunk extensions of the body are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
};

/** Answers on the bare connection: there is no request yet. */
function refuse(
  socket: Socket,
  error: Error & { code?: string },
  response: ServerResponse | undefined,
  { log, reference }: HttpServerOptions,
): void {
  const [code, message] = REFUSALS[error.code ?? ''] ?? ['malformed_request', 'The request is not HTTP that can be understood.'];
  const { status, body } = toErrorReply(new DomainError(code, message), reference);
  // A request that broke off in its body has an id already; a finished one before it on this connection has another.
  const named = response?.writableFinished ? undefined : response?.getHeader('X-Request-Id');
  const requestId = typeof named === 'string' ? named : randomUUID();
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    `Date: ${new Date().toUTCString()}`,
    `X-Request-Id: ${requestId}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...(code === 'headers_too_large' ? [DELETE_COOKIES] : []),
  ];
  log?.info({ request_id: requestId, status, code: error.code }, 'request refused');
  socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
}

/** Node keeps the first of several, while a proxy in front may have used another. */
export function hostsOf({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/** @throws malformed_request, expectation_failed */
export function requireWellFormed(request: IncomingMessage): void {
  const hosts = hostsOf(request);
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1'))
    throw new DomainError('malformed_request', 'A request must have exactly one Host header.');
  const { expect } = request.headers;
  if (expect && expect.toLowerCase() !== '100-continue')
    throw new DomainError('expectation_failed', 'The only expectation that the service supports is 100-continue.');
}
