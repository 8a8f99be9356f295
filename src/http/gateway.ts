import type { RequestHandler } from 'express';
import type { Clock } from '../platform/clock.ts';
import type { Db, Scope, Tx } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { operationsOf } from './contract.ts';
import type { FairShare } from './fair-share.ts';
import type { Call, UploadedFile, Uploads } from './handler.types.ts';
import { once } from './idempotency.ts';
import { createIntake, type Exchange, fingerprintOf, type IntakeOptions } from './intake.ts';
import { createLocations } from './location.ts';
import { readFiles } from './multipart.ts';
import { names } from './pages/conditions.ts';
import { etagOf, readsOf, requireMatch } from './preconditions.ts';
import { type Answer, reply } from './reply.ts';

export interface GatewayOptions extends IntakeOptions {
  /** By `operationId`. `Handlers` says which there have to be. */
  handlers: Readonly<Record<string, AnyHandler | undefined>>;
  fairShare: FairShare;
  uploads: Uploads;
  db: Db;
  clock: Clock;
}

/** Each is typed for its own operation; here all are handled alike, and validation has seen to the shape. */
type AnyHandler = ((request: never, call: Call) => Promise<Answer>) & {
  readonly gathers?: true;
  readonly hold?: (tx: Scope<Tx>, path: never) => Promise<unknown>;
};

/** The way of every API request: it is taken in, waits for a place, is run and answered. */
export function createGateway(options: GatewayOptions): RequestHandler {
  const { fairShare, uploads, db, clock } = options;
  const operations = operationsOf(options.document);
  const locationOf = createLocations(operations);
  const reads = readsOf(operations);

  const run = async (handler: AnyHandler, exchange: Exchange, files: UploadedFile[]): Promise<Answer & { replayed?: boolean }> => {
    const { http, response, operation, principal, params, query, body, itemIssues, fingerprint, headers } = exchange;
    const { workspaceId, key } = principal;
    const call = { db, workspaceId, key, now: clock.now(), log: response.locals.log as Log };
    // What the validator has let through is what the document says of this operation, which only the compiler cannot see.
    const handled = (on: Db) => handler({ path: params, query, body, itemIssues, files } as never, { ...call, db: on });

    const condition = operation.conditional ? headers['if-match'] : undefined;
    const onCondition = async (tx: Tx, ifMatch: string) => {
      const read = options.handlers[reads.get(operation.operationId) as string] as AnyHandler;
      await read.hold?.({ db: tx, workspaceId }, params as never);
      requireMatch(
        ifMatch,
        await read({ path: params, query: {}, body: undefined, itemIssues: [], files: [] } as never, { ...call, db: tx }),
      );
      return handled(tx);
    };
    const inTransaction = (tx: Tx) => (typeof condition === 'string' ? onCondition(tx, condition) : handled(tx));

    const idempotencyKey = operation.idempotent ? headers['idempotency-key'] : undefined;
    if (typeof idempotencyKey !== 'string') {
      if (typeof condition === 'string') return fairShare(workspaceId, response, () => db.transaction(inTransaction));
      return handler.gathers ? handled(db) : fairShare(workspaceId, response, () => handled(db));
    }
    const keyed = { workspaceId, operation: operation.operationId, path: http.path, key: idempotencyKey, fingerprint };
    return fairShare(workspaceId, response, () => once(db, keyed, () => clock.now(), inTransaction));
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
    const { http, operation, response } = exchange;
    const answer = operation.upload ? await runUpload(handler, exchange, []) : await run(handler, exchange, []);
    if (answer.replayed) response.set('Idempotency-Replayed', 'true');
    const location = locationOf(operation, { ...answer, params: exchange.params });
    if (location) response.set('Location', location);
    if (operation.tagged) {
      const etag = etagOf(answer);
      response.set('ETag', etag);
      if (names(http.headers['if-none-match'], etag)) return reply(response, { status: 304 });
    }
    return reply(response, answer);
  };

  const answers = new Map<string, (exchange: Exchange) => Promise<void>>();
  // Each handler takes the request of its own operation, and the router brings no other.
  for (const [id, handler] of Object.entries(options.handlers)) if (handler) answers.set(id, (exchange) => handle(handler, exchange));
  return createIntake(options, answers);
}
