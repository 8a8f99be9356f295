import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Principal } from './admission.ts';
import { unavailable } from './errors.ts';
import { wellFormed } from './protocol.ts';
import { replyWithError } from './reply.ts';
import { noSuchPath } from './router.ts';
import { unanswered } from './unknown.ts';

export interface AppOptions {
  log: Log;
  metrics: Metrics;
  /** What answers, asked in this order. What none of them answers is `404`. */
  mounts: RequestHandler[];
  /** What comes in crowds: asked before Express is, whose ways cost more than such an answer. */
  ahead?: Ahead | undefined;
  /** Whose word about a client's address counts: so many proxies before the service, or those of these networks. By default nobody's. */
  trustProxy?: number | string[] | undefined;
}

/** Says how it answers a request; nothing for what it does not know. */
export type Ahead = (request: IncomingMessage) => ((response: ServerResponse & { locals: object }) => Promise<void>) | undefined;

const SANE_REQUEST_ID = /^[\w.:/+=-]{1,128}$/;

const safe = helmet({
  // Nothing in an API answer is to be run or framed. Pages set a policy of their own.
  contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }, useDefaults: false },
  // Of the hosts below ours nothing is known: they may well be somebody else's, without TLS.
  strictTransportSecurity: { includeSubDomains: false },
});

/** What every listener has in common, whatever it serves: names and lines for requests, safe headers, errors. */
export function createApp({ log, metrics, mounts, ahead, trustProxy = [] }: AppOptions): RequestListener {
  const begin = observe(log, metrics);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', trustProxy);
  app.use(begin);
  app.use(safe);
  app.use(wellFormed);
  for (const mount of mounts) app.use(mount);
  app.use(unanswered(mounts));
  // Express refuses an address with a broken percent-encoding before any route sees it.
  app.use((error: unknown, { method, path }: Request, response: Response, _next: NextFunction) =>
    replyWithError(response, error instanceof URIError ? noSuchPath(method, path) : error),
  );
  if (!ahead) return app;
  return (request, response) => {
    const answer = ahead(request);
    if (answer) void answerAhead(answer, [begin, safe, wellFormed], request as Request, response as Response);
    else app(request, response);
  };
}

async function answerAhead(answer: NonNullable<ReturnType<Ahead>>, steps: Step[], request: Request, response: Response): Promise<void> {
  response.locals ??= {};
  try {
    for (const step of steps) step(request, response, () => {});
    await answer(response);
  } catch (error) {
    replyWithError(response, error);
  }
}

/** What needs nothing of Express, and is done when it returns. */
type Step = (request: Request, response: Response, next: () => void) => void;

/** Where there is nothing to serve yet: whoever asks shall ask again. */
export const refuseAll =
  (message: string): RequestHandler =>
  (_request, response) =>
    replyWithError(response, unavailable(message, 1));

/** The API, at its place. The gateway reads whole addresses, so Express must not cut the prefix off. */
export const underV1 =
  (gateway: RequestHandler): RequestHandler =>
  (request, response, next) =>
    request.path.startsWith('/v1/') || request.path === '/v1' ? gateway(request, response, next) : next();

/** What looks like a token, a number or an address of somebody is left out: the slip may be one letter of a link that is signed. */
const tellable = (path: string): string =>
  path
    .split('/', 8)
    .map((part) => (/^[\w.~-]{0,36}$/.test(part) && !/^\d{6,}$/.test(part) ? part : '…'))
    .join('/');

/** As it was asked for: while a mount answers, Express hides the part that leads to it. */
const pathOf = ({ originalUrl, url }: Request): string => (originalUrl ?? url).split('?', 1)[0] as string;

/** What keeps a service from being ready that is being started or stopped. */
const PLANNED = ['starting', 'stopping'];

/** Gives each request its name, a log of its own, a line at its end and a place in the metrics. */
function observe(log: Log, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID();
    response.setHeader('X-Request-Id', requestId);
    response.locals.log = log.child({ request_id: requestId });
    response.once('close', () => {
      const seconds = (performance.now() - started) / 1_000;
      const operation = (response.locals.operation as string | undefined) ?? 'other';
      metrics.requests.observe({ operation, status: response.statusCode }, seconds);
      const { isProbe, missing } = response.locals;
      // Probes come every few seconds, and have nothing to say as long as all goes as it should.
      const isCalm = response.statusCode < 500 || (missing as string[] | undefined)?.every((what) => PLANNED.includes(what));
      const level = !isProbe ? 'info' : isCalm ? 'debug' : 'warn';
      // Operations stand for their paths, which hold tokens and addresses. What is no operation shows its path, without what may be either.
      (response.locals.log as Log)[level](
        {
          operation,
          method: request.method,
          path: operation === 'other' ? tellable(pathOf(request)) : undefined,
          status: response.statusCode,
          missing,
          ms: Math.round(seconds * 100_000) / 100,
          workspace_id: (response.locals.principal as Principal | undefined)?.workspaceId,
          aborted: !response.writableFinished || undefined,
        },
        'request',
      );
    });
    next();
  };
}
