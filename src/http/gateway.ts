import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { invalid } from '../shared/errors.ts';
import { isStorable, UNSTORABLE } from '../shared/text.ts';
import { dispatcher } from './backend.ts';
import { readBody } from './body.ts';
import { type Document, type Operation, operationsOf } from './contract.ts';
import { unauthorized } from './errors.ts';
import type { FairShare } from './fair-share.ts';
import type { Call, UploadedFile, Uploads } from './handler.types.ts';
import { once } from './idempotency.ts';
import { readFiles } from './multipart.ts';
import type { RateLimit, RefusalLimit } from './rate-limit.ts';
import { type Answer, reply, replyWithError } from './reply.ts';
import { ContractRouter } from './router.ts';
import { ContractValidator, type Received } from './validator.ts';

/** Whom an API key speaks for. */
export interface Principal {
  workspaceId: string;
  key: { id: string; name: string };
}

export interface GatewayOptions {
  document: Document;
  /** By `operationId`. `Handlers` says which there have to be. */
  handlers: Readonly<Record<string, AnyHandler | undefined>>;
  /** Null for a key that is unknown, revoked or expired. */
  authenticate: (token: string) => Promise<Principal | null>;
  rateLimit: RateLimit;
  refusalLimit: RefusalLimit;
  fairShare: FairShare;
  uploads: Uploads;
  db: Db;
  clock: Clock;
}

/** Each is typed for its own operation; here all are handled alike, and validation has seen to the shape. */
type AnyHandler = ((request: never, call: Call) => Promise<Answer>) & { readonly gathers?: true };

/** A request on its way through the gateway. What comes with a step is filled in by it. */
interface Exchange extends Received {
  http: Request;
  response: Response;
  /** Routing. */
  operation: Operation;
  /** Admission: who asks, and query and body as they came, for comparison under an idempotency key. */
  principal: Principal;
  fingerprint: string;
}

/** The way of every API request: route, authenticate, limit, read, validate, wait for a place, run, reply. */
export function createGateway(options: GatewayOptions): RequestHandler {
  const { document, authenticate, rateLimit, refusalLimit, fairShare, uploads, db, clock } = options;
  const operations = operationsOf(document);
  const router = new ContractRouter(operations);
  const validator = ContractValidator.of(document);

  const run = async (handler: AnyHandler, exchange: Exchange, files: UploadedFile[]): Promise<Answer & { replayed?: boolean }> => {
    const { http, response, operation, principal, params, query, body, itemIssues, fingerprint, headers } = exchange;
    const { workspaceId, key } = principal;
    const call = { db, workspaceId, key, now: clock.now(), log: response.locals.log as Log };
    // What the validator has let through is what the document says of this operation, which only the compiler cannot see.
    const work = (tx: Db) => handler({ path: params, query, body, itemIssues, files } as never, { ...call, db: tx });

    const idempotencyKey = operation.idempotent ? headers['idempotency-key'] : undefined;
    if (typeof idempotencyKey !== 'string') return handler.gathers ? work(db) : fairShare(workspaceId, response, () => work(db));
    const keyed = { workspaceId, operation: operation.operationId, path: http.path, key: idempotencyKey, fingerprint };
    return fairShare(workspaceId, response, () => once(db, keyed, () => clock.now(), work));
  };

  /** A client may take long to send its files: they come before the operation's turn, and before any transaction. */
  const runUpload: typeof run = async (handler, exchange) => {
    const { http, response, principal, query } = exchange;
    const upload = uploads.begin(principal.workspaceId);
    let taken = false;
    try {
      const files = await readFiles(http, response, upload.keep);
      const sent = files.map(({ name, contentType, sha256 }) => [name, contentType, sha256]);
      const answer = await run(handler, { ...exchange, fingerprint: fingerprintOf(query, sent) }, files);
      taken = !answer.replayed;
      return answer;
    } finally {
      if (!taken) await upload.discard();
    }
  };

  const handle = async (handler: AnyHandler, exchange: Exchange) => {
    const { operation, response } = exchange;
    const answer = operation.upload ? await runUpload(handler, exchange, []) : await run(handler, exchange, []);
    if (answer.replayed) response.set('Idempotency-Replayed', 'true');
    return reply(response, answer);
  };

  const dispatch = dispatcher<Exchange>(operations, {
    route(exchange) {
      const { operation, params } = router.find(exchange.http.method, exchange.http.path);
      exchange.response.locals.operation = operation.operationId;
      Object.assign(exchange, { operation, params });
      return operation;
    },
    async admit(exchange) {
      const { http, response, operation, headers, query } = exchange;
      const token = tokenOf(http);
      const principal = token && (await authenticate(token));
      if (!principal) {
        if (token) refusalLimit(http.ip ?? '');
        throw unauthorized();
      }
      exchange.principal = principal;
      response.locals.principal = principal;
      response.set(rateLimit(principal.key.id));
      refuseUnstorable(exchange);
      Object.assign(exchange, await readBody(operation, http, response));
      // Before validation fills in defaults: what is compared is what the client sent.
      if (headers['idempotency-key']) exchange.fingerprint = fingerprintOf(query, exchange.body);
    },
    validate: (exchange) => validator.validate(exchange.operation, exchange),
    handlers: new Map(
      // Each handler takes the request of its own operation, and the router brings no other.
      Object.entries(options.handlers).flatMap(([id, handler]) => (handler ? [[id, (exchange) => handle(handler, exchange)]] : [])),
    ),
  });

  return async (http, response) => {
    const received: Received = { params: {}, query: { ...http.query }, headers: http.headers, body: undefined, itemIssues: [] };
    try {
      await dispatch({ ...received, http, response, fingerprint: '' } as Exchange);
    } catch (error) {
      replyWithError(response, error);
    }
  };
}

const tokenOf = ({ headers }: Request): string | undefined => /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];

/** The query and the body; nothing but the body when there is no query. */
function fingerprintOf(query: Exchange['query'], body: unknown): string {
  const asked = Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1));
  const sent = Buffer.isBuffer(body) ? createHash('sha256').update(body).digest('hex') : JSON.stringify(body);
  return (asked.length > 0 ? `?${JSON.stringify(asked)}` : '') + (sent ?? '');
}

function refuseUnstorable({ query, params }: Exchange): void {
  for (const [name, value] of [...Object.entries(query), ...Object.entries(params)]) {
    if ([value].flat().some((text) => !isStorable(text as string))) throw invalid({ path: name, message: UNSTORABLE });
  }
}
