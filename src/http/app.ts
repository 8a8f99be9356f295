import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Principal } from './admission.ts';
import { methodNotAllowed, unavailable } from './errors.ts';
import { createClients } from './pages/clients.ts';
import { replyWithError } from './reply.ts';
import { noSuchPath } from './router.ts';
import { requireWellFormed } from './server.ts';

export interface AppOptions {
  log: Log;
  metrics: Metrics;
  /** Asked in this order; what none of them answers is `404`. */
  mounts: RequestHandler[];
  /** Answers the most frequent requests before Express, which would cost more than such an answer. */
  ahead?: Ahead | undefined;
  /** The proxies whose headers about the client count: so many before the service, or those of these networks. By default none. */
  trustProxy?: number | string[] | undefined;
}

export interface Ahead {
  prefix: string;
  /** Undefined for a request that is left to the mounts. @param address reads that of the client, which takes longer than most answers need */
  find(request: IncomingMessage, address: () => string): ((response: ServerResponse & { locals: object }) => Promise<void>) | undefined;
}

const SANE_REQUEST_ID = /^[\w.:/+=-]{1,128}$/;

/** Request ids, log lines, safe headers and errors, whatever the mounts serve. */
export function createApp({ log, metrics, mounts, ahead, trustProxy = [] }: AppOptions): RequestListener {
  const begin = observe(log, metrics);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', trustProxy);
  app.use((request, response, next) => {
    begin(request, response);
    next();
  });
  for (const mount of mounts) app.use(mount);
  app.use(unanswered(mounts));
  // Express refuses an address with a broken percent-encoding before any route sees it.
  app.use((error: unknown, { method, path }: Request, response: Response, _next: NextFunction) =>
    replyWithError(response, error instanceof URIError ? noSuchPath(method, path) : error),
  );
  if (!ahead) return app;
  const clients = createClients(trustProxy);
  return (request, response) => {
    const answer = request.url?.startsWith(ahead.prefix) && ahead.find(request, () => clients.addressOf(request));
    if (answer) void answerAhead(answer, begin, request as Request, response as Response);
    else app(request, response);
  };
}

type Begin = (request: Request, response: Response) => void;

async function answerAhead(
  answer: NonNullable<ReturnType<Ahead['find']>>,
  begin: Begin,
  request: Request,
  response: Response,
): Promise<void> {
  response.locals ??= {};
  try {
    begin(request, response);
    await answer(response);
  } catch (error) {
    replyWithError(response, error);
  }
}

export const refuseAll =
  (message: string): RequestHandler =>
  (_request, response) =>
    replyWithError(response, unavailable(message, 1));

/** The gateway reads whole addresses, so Express must not cut the prefix off. */
export const underV1 =
  (gateway: RequestHandler): RequestHandler =>
  (request, response, next) =>
    request.path.startsWith('/v1/') || request.path === '/v1' ? gateway(request, response, next) : next();

interface Layer {
  match(path: string): boolean;
  route?: { methods: Record<string, boolean> };
}

/** `405` where another method would have been answered, else `404`. */
const unanswered =
  (mounts: RequestHandler[]): RequestHandler =>
  ({ method, path }) => {
    const layers = mounts.flatMap((mount) => (mount as { stack?: Layer[] }).stack ?? []);
    const methods = layers.flatMap((layer) => (layer.route && layer.match(path) ? Object.keys(layer.route.methods) : []));
    throw methods.length > 0 ? methodNotAllowed([...new Set(methods)].map((method) => method.toUpperCase())) : noSuchPath(method, path);
  };

/** The headers that helmet gives every answer never change, so they are taken from it once. */
const SAFE_HEADERS = headersOf(
  helmet({
    // An API answer contains nothing to run or to frame. Pages set a policy of their own.
    contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }, useDefaults: false },
    // Hosts below ours may belong to others, and may have no TLS.
    strictTransportSecurity: { includeSubDomains: false },
  }),
);

function headersOf(middleware: ReturnType<typeof helmet>): [name: string, value: string][] {
  const headers: [string, string][] = [];
  const response = { setHeader: (name: string, value: string) => headers.push([name, value]), removeHeader: () => {} };
  middleware({} as IncomingMessage, response as never, () => {});
  return headers;
}

/** The path without parts that look like a token, a number or an address: a mistyped path may be one letter off a signed link. */
const loggable = (path: string): string =>
  path
    .split('/', 8)
    .map((part) => (/^[\w.~-]{0,36}$/.test(part) && !/^\d{6,}$/.test(part) ? part : '…'))
    .join('/');

/** While a mount answers, Express hides the part that leads to it. */
const pathOf = ({ originalUrl, url }: Request): string => (originalUrl ?? url).split('?', 1)[0] as string;

const PLANNED = ['starting', 'stopping'];

/** Each request gets an id, safe headers, a log line at its end and a place in the metrics. @throws what is wrong with its form */
function observe(log: Log, metrics: Metrics): Begin {
  return (request, response) => {
    const started = performance.now();
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID();
    response.setHeader('X-Request-Id', requestId);
    for (const [name, value] of SAFE_HEADERS) response.setHeader(name, value);
    response.locals.rootLog = log;
    response.locals.requestId = requestId;
    response.once('close', () => finish(request, response, performance.now() - started));
    requireWellFormed(request);
  };

  function finish(request: Request, response: Response, ms: number): void {
    const { operation = 'other', isProbe, missing, principal, requestId, log: ownLog } = response.locals;
    metrics.requests.observe({ operation, status: response.statusCode }, ms / 1_000);
    // Probes come every few seconds and are worth a line only when something fails.
    const isCalm = response.statusCode < 500 || (missing as string[] | undefined)?.every((what) => PLANNED.includes(what));
    const level = !isProbe ? 'info' : isCalm ? 'debug' : 'warn';
    // Paths contain tokens and addresses, so the log has the operation. A request for no operation has its path, without parts that may be
    // either.
    ((ownLog as Log | undefined) ?? log)[level](
      {
        request_id: ownLog ? undefined : requestId,
        operation,
        method: request.method,
        path: operation === 'other' ? loggable(pathOf(request)) : undefined,
        status: response.statusCode,
        missing,
        ms: Math.round(ms * 100) / 100,
        workspace_id: (principal as Principal | undefined)?.workspaceId,
        aborted: !response.writableFinished || undefined,
      },
      'request',
    );
  }
}
