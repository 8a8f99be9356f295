import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Principal } from './admission.ts';
import { methodNotAllowed, unavailable } from './errors.ts';
import { replyWithError } from './reply.ts';
import { noSuchPath } from './router.ts';
import { requireWellFormed } from './server.ts';

export interface AppOptions {
  log: Log;
  metrics: Metrics;
  /** The parts of the service that answer, asked in this order. What none of them answers is `404`. */
  mounts: RequestHandler[];
  /** Answers requests that come in crowds, asked before Express is, which would cost more than such an answer. */
  ahead?: Ahead | undefined;
  /** The proxies whose word about a client's address counts: so many before the service, or those of these networks. By default none. */
  trustProxy?: number | string[] | undefined;
}

export interface Ahead {
  /** It is asked about addresses that begin with this. */
  prefix: string;
  /** The way to answer a request; undefined for one that is left to the mounts. */
  find(request: IncomingMessage): ((response: ServerResponse & { locals: object }) => Promise<void>) | undefined;
}

const SANE_REQUEST_ID = /^[\w.:/+=-]{1,128}$/;

/** What every listener has in common, whatever it serves: names and lines for requests, safe headers, errors. */
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
  return (request, response) => {
    const answer = request.url?.startsWith(ahead.prefix) && ahead.find(request);
    if (answer) void answerAhead(answer, begin, request as Request, response as Response);
    else app(request, response);
  };
}

/** What is done with every request first. */
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

/** Answers every request with `503` while there is nothing to serve yet. */
export const refuseAll =
  (message: string): RequestHandler =>
  (_request, response) =>
    replyWithError(response, unavailable(message, 1));

/** The API, at its place. The gateway reads whole addresses, so Express must not cut the prefix off. */
export const underV1 =
  (gateway: RequestHandler): RequestHandler =>
  (request, response, next) =>
    request.path.startsWith('/v1/') || request.path === '/v1' ? gateway(request, response, next) : next();

/** Express's record of each route of a router. */
interface Layer {
  match(path: string): boolean;
  route?: { methods: Record<string, boolean> };
}

/** Answers what no mount has answered: `405` where another method would have been, else `404`. */
const unanswered =
  (mounts: RequestHandler[]): RequestHandler =>
  ({ method, path }) => {
    const layers = mounts.flatMap((mount) => (mount as { stack?: Layer[] }).stack ?? []);
    const methods = layers.flatMap((layer) => (layer.route && layer.match(path) ? Object.keys(layer.route.methods) : []));
    throw methods.length > 0 ? methodNotAllowed([...new Set(methods)].map((method) => method.toUpperCase())) : noSuchPath(method, path);
  };

/** The headers that helmet gives every answer. They never change, so they are taken from it once. */
const SAFE_HEADERS = headersOf(
  helmet({
    // Nothing in an API answer is to be run or framed. Pages set a policy of their own.
    contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }, useDefaults: false },
    // Of the hosts below ours nothing is known: they may well belong to others, without TLS.
    strictTransportSecurity: { includeSubDomains: false },
  }),
);

function headersOf(middleware: ReturnType<typeof helmet>): [name: string, value: string][] {
  const headers: [string, string][] = [];
  const response = { setHeader: (name: string, value: string) => headers.push([name, value]), removeHeader: () => {} };
  middleware({} as IncomingMessage, response as never, () => {});
  return headers;
}

/** The path without parts that look like a token, a number or an address: the slip may be one letter of a link that is signed. */
const loggable = (path: string): string =>
  path
    .split('/', 8)
    .map((part) => (/^[\w.~-]{0,36}$/.test(part) && !/^\d{6,}$/.test(part) ? part : '…'))
    .join('/');

/** As it was asked for: while a mount answers, Express hides the part that leads to it. */
const pathOf = ({ originalUrl, url }: Request): string => (originalUrl ?? url).split('?', 1)[0] as string;

/** Reasons for which a service is not ready while it is started or stopped. */
const PLANNED = ['starting', 'stopping'];

/** Gives each request its id, safe headers, a line in the log at its end and a place in the metrics. @throws what is wrong with its form */
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
    // Probes come every few seconds, and have nothing to say as long as all goes as it should.
    const isCalm = response.statusCode < 500 || (missing as string[] | undefined)?.every((what) => PLANNED.includes(what));
    const level = !isProbe ? 'info' : isCalm ? 'debug' : 'warn';
    // Operations stand for their paths, which hold tokens and addresses. What is no operation shows its path, without what may be either.
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
