import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { type Context, OpenAPIBackend } from 'openapi-backend';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { attachment } from '../platform/signed-addresses.ts';
import { DomainError, invalid, notImplemented } from '../shared/errors.ts';
import { isStorable, UNSTORABLE } from '../shared/text.ts';
import { readBody } from './body.ts';
import { type Document, operationsOf } from './contract.ts';
import { HttpError, STATUS, toErrorReply, unauthorized } from './errors.ts';
import type { ApiRequest, Call, CsvFile, Handlers } from './handler.types.ts';
import { once } from './idempotency.ts';
import type { RateLimit } from './rate-limit.ts';
import { ContractRouter, type GatewayRequest, operationOf, requestOf } from './router.ts';
import { ContractValidator } from './validator.ts';

/** Whom an API key speaks for. */
export interface Principal {
  workspaceId: string;
  key: { id: string; name: string };
}

export interface GatewayOptions {
  document: Document;
  handlers: Handlers;
  /** Null for a key that is unknown, revoked or expired. */
  authenticate: (token: string) => Promise<Principal | null>;
  rateLimit: RateLimit;
  db: Db;
  clock: Clock;
}

interface Answer {
  status: number;
  body?: unknown;
  html?: string;
  csv?: CsvFile;
}

type AnyHandler = (request: ApiRequest<never>, call: Call) => Promise<Answer>;

/**
 * The way of every API request: route, authenticate, limit, read, validate, run, reply. openapi-backend drives it; the
 * router and the validator are compiled once.
 */
export function createGateway({ document, handlers, authenticate, rateLimit, db, clock }: GatewayOptions): RequestHandler {
  const operations = operationsOf(document);
  const api = new OpenAPIBackend({ definition: document as never, quick: true, validate: false });
  const router = new ContractRouter(document as never, operations);
  api.definition = document as never;
  api.router = router as never;
  api.validator = new ContractValidator(document, router) as never;
  api.validate = true;
  api.initialized = true;

  // A failure of the key store is told from a bad key: openapi-backend takes anything thrown here for "unauthorized".
  api.registerSecurityHandler('ApiKey', async (context: Context) => {
    const token = /^Bearer +(\S+)$/i.exec(String(requestOf(context).headers.authorization ?? ''))?.[1];
    if (!token) return null;
    return authenticate(token).catch((failure: unknown) => ({ failure }));
  });

  api.register({
    notFound: async () => {
      throw new DomainError('not_found', 'There is no such path.');
    },
    methodNotAllowed: async (context: Context) => {
      const allowed = router.allowed(requestOf(context).path);
      throw new HttpError('method_not_allowed', `This path answers to ${allowed.join(', ')}.`, { Allow: allowed.join(', ') });
    },
    unauthorizedHandler: async () => {
      throw unauthorized();
    },
    postSecurityHandler: async (context: Context, http: Request, response: Response) => {
      const operation = operationOf(context);
      response.locals.operation = operation.operationId;
      const principal = context.security?.ApiKey as Principal | { failure: unknown } | null;
      if (!principal) return;
      if ('failure' in principal) throw principal.failure;
      response.locals.principal = principal;
      response.set(rateLimit(principal.key.id));
      const received = requestOf(context);
      refuseUnstorable(received);
      Object.assign(received, await readBody(operation, http, response));
      // Before validation fills in defaults: what is compared is what the client sent.
      if (received.headers['idempotency-key']) received.fingerprint = fingerprintOf(received);
    },
    notImplemented: async () => {
      throw notImplemented();
    },
  });

  for (const operation of operations) {
    // Typed for its own operation; here all are handled alike, and validation has seen to the shape.
    const handler = handlers[operation.operationId] as unknown as AnyHandler | undefined;
    if (!handler) continue;
    api.registerHandler(operation.operationId, async (context: Context, _http: Request, response: Response) => {
      const { params, query, body, itemIssues, path, headers, fingerprint } = requestOf(context);
      const { workspaceId, key } = response.locals.principal as Principal;
      const call = { db, workspaceId, key, now: clock.now(), log: response.locals.log as Log };
      const run = (tx: Db) => handler({ path: params, query, body, itemIssues } as never, { ...call, db: tx });

      const idempotencyKey = operation.idempotent ? headers['idempotency-key'] : undefined;
      if (typeof idempotencyKey !== 'string') return reply(response, await run(db));
      const keyed = { workspaceId, operation: operation.operationId, path, key: idempotencyKey, fingerprint };
      const answer = await once(db, keyed, () => clock.now(), run);
      if (answer.replayed) response.set('Idempotency-Replayed', 'true');
      return reply(response, answer);
    });
  }

  return async (http, response) => {
    const request: GatewayRequest = {
      method: http.method,
      path: http.path,
      headers: http.headers as never,
      query: { ...(http.query as GatewayRequest['query']) },
      body: undefined,
      fingerprint: '',
      params: {},
      itemIssues: [],
    };
    try {
      await api.handleRequest(request as never, http, response);
    } catch (error) {
      replyWithError(response, error);
    }
  };
}

/** Writes a success. Bodies are closed by their schemas, so what a handler returns is what the document shows. */
async function reply(response: Response, { status, body, html, csv }: Answer): Promise<void> {
  if (csv) return sendFile(response.status(status), csv);
  response.status(status);
  if (html !== undefined) response.type('text/html').send(html);
  else if (body !== undefined && body !== null) response.type('application/json').send(JSON.stringify(body));
  else response.end();
}

/** Nothing is sent before the first lines are there: until then an error can still be told as one. */
async function sendFile(response: Response, { name, lines }: CsvFile): Promise<void> {
  const iterator = lines[Symbol.asyncIterator]();
  const first = await iterator.next();
  response.set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': attachment(name),
    'Cache-Control': 'private, no-store',
  });
  async function* all() {
    if (!first.done) yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  await pipeline(Readable.from(all()), response).catch((error: unknown) => {
    // Who has gone away needs no answer.
    if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

/** Writes an error and leaves a line in the log for those that are ours to mend. */
export function replyWithError(response: Response, error: unknown): void {
  const { status, headers, body } = toErrorReply(error);
  if (status >= 500 && status !== STATUS.not_implemented)
    (response.locals.log as Log).error({ err: error, error_code: body.error_code }, 'request failed');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // The rest of a body that was refused is not worth reading.
  if (status === 413) response.set('Connection', 'close');
  response.status(status).set(headers).type('application/json').send(JSON.stringify(body));
}

/** The query and the body; nothing but the body when there is no query. */
function fingerprintOf({ query, body }: GatewayRequest): string {
  const asked = Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1));
  return (asked.length > 0 ? `?${JSON.stringify(asked)}` : '') + (JSON.stringify(body) ?? '');
}

function refuseUnstorable({ query, params }: GatewayRequest): void {
  for (const [name, value] of [...Object.entries(query), ...Object.entries(params)]) {
    if ([value].flat().some((text) => !isStorable(text))) throw invalid({ path: name, message: UNSTORABLE });
  }
}
