import type { RequestHandler } from 'express';
import type { Clock } from '../platform/clock.ts';
import type { Ctx, Db, Scope, Tx } from '../platform/db.ts';
import { PRIMARY_ONLY, type Reading } from '../platform/replica.ts';
import type { Sealing } from '../platform/sealing.ts';
import { isMet, type RecordAudit, targetOf } from './audit.ts';
import { etagOf, locationsOf, noneMatches, readsOf, requireMatch } from './conditions.ts';
import { type Operation, operationsOf } from './contract.ts';
import type { FairShare } from './fair-share.ts';
import type { UploadedFile, Uploads } from './handler.types.ts';
import { once } from './idempotency.ts';
import { createIntake, type Exchange, fingerprintOf, type IntakeOptions } from './intake.ts';
import { readFiles } from './multipart.ts';
import { type Answer, reply } from './reply.ts';

export interface GatewayOptions extends IntakeOptions {
  handlers: Readonly<Record<string, AnyHandler | undefined>>;
  fairShare: FairShare;
  uploads: Uploads;
  db: Db;
  /** For operations that may be read from a replica. */
  reading?: Reading;
  clock: Clock;
  recordAudit?: RecordAudit;
  /** For answers with a secret that are kept for a replay. */
  sealing: Sealing;
}

/** Each is typed for its own operation. Here all are called alike, and validation ensures the shape. */
type AnyHandler = ((request: never, ctx: Ctx) => Promise<Answer>) & {
  readonly gathers?: true;
  readonly hold?: (tx: Scope<Tx>, path: never) => Promise<unknown>;
};

/** `read` answers with the `ETag` that `If-Match` is compared with. */
interface Route {
  operation: Operation;
  locations: ReturnType<typeof locationsOf>;
  handler: AnyHandler;
  read: AnyHandler | undefined;
}

export function createGateway(options: GatewayOptions): RequestHandler {
  const { handlers, fairShare, uploads, db, reading = PRIMARY_ONLY, clock, sealing, recordAudit } = options;
  const operations = operationsOf(options.document);
  const reads = readsOf(operations);

  function run(
    { operation, locations, handler, read }: Route,
    exchange: Exchange,
    files: UploadedFile[],
  ): Promise<Answer & { replayed?: boolean }> {
    const { http, response, params, query, body, itemIssues, headers } = exchange;
    const { workspaceId, key, isTest } = exchange.principal;
    const now = clock.now();
    // Validated against the document of this operation, which the compiler cannot see.
    const handled = (on: Db) =>
      handler({ path: params, query, body, itemIssues, files, key } as never, { db: on, workspaceId, now, isTest });

    const ifMatch = operation.conditional ? headers['if-match'] : undefined;
    const isAudited = operation.audit !== undefined && recordAudit !== undefined;
    const inTransaction = async (tx: Tx) => {
      if (read && typeof ifMatch === 'string') await requireUnchanged(read, exchange, { db: tx, workspaceId, now }, ifMatch);
      const answer = await handled(tx);
      if (isAudited) await noteAnswer({ operation, locations }, exchange, { answer, ctx: { db: tx, workspaceId, now } });
      return answer;
    };

    const idempotencyKey = operation.idempotent ? headers['idempotency-key'] : undefined;
    if (typeof idempotencyKey === 'string') {
      const keyed = {
        workspaceId,
        // What a test key was answered is no answer for a live one.
        operation: isTest ? `${operation.operationId} test` : operation.operationId,
        path: http.path,
        key: idempotencyKey,
        fingerprint: exchange.fingerprint,
        ...(operation.showsSecret && { sealing }),
      };
      return fairShare(workspaceId, response, () => once(db, keyed, () => clock.now(), inTransaction));
    }
    if (typeof ifMatch === 'string' || isAudited) return fairShare(workspaceId, response, () => db.transaction(inTransaction));
    if (operation.mayLag) return fairShare(workspaceId, response, () => reading.read(db, handled));
    return handler.gathers ? handled(db) : fairShare(workspaceId, response, () => handled(db));
  }

  /** @throws precondition_failed */
  async function requireUnchanged(read: AnyHandler, { params, principal }: Exchange, ctx: Ctx<Tx>, ifMatch: string): Promise<void> {
    await read.hold?.(ctx, params as never);
    const request = { path: params, query: {}, body: undefined, itemIssues: [], files: [], key: principal.key };
    requireMatch(ifMatch, await read(request as never, ctx));
  }

  async function noteAnswer(
    { operation, locations }: Pick<Route, 'operation' | 'locations'>,
    { params, principal, response }: Exchange,
    { answer: { status, body }, ctx }: { answer: Answer; ctx: Ctx<Tx> },
  ): Promise<void> {
    if (!operation.audit || !isMet(operation.audit.when, body)) return;
    const { action } = operation.audit;
    await recordAudit?.(ctx, {
      action,
      actor: principal.key.id,
      actorName: principal.key.name,
      targetId: targetOf({ operation, action }, params, locations.get(status)?.(params, body)),
      requestId: response.locals.requestId,
    });
  }

  /** A client may take long to send its files: they are read before the request takes a place or a transaction. */
  async function runUpload(route: Route, exchange: Exchange): ReturnType<typeof run> {
    const { http, response, principal, query } = exchange;
    const upload = uploads.begin(principal.workspaceId);
    let taken = false;
    try {
      const files = await readFiles(http, response, upload.keep);
      const sent = files.map(({ name, contentType, sha256 }) => [name, contentType, sha256]);
      const answer = await run(route, { ...exchange, fingerprint: fingerprintOf(query, sent) }, files);
      taken = !answer.replayed;
      return answer;
    } finally {
      if (!taken) await upload.discard();
    }
  }

  function answering(route: Route): (exchange: Exchange) => Promise<void> {
    const { locations } = route;
    const { upload, tagged } = route.operation;
    return async (exchange) => {
      const { http, response } = exchange;
      const answer = upload ? await runUpload(route, exchange) : await run(route, exchange, []);
      if (answer.replayed) response.setHeader('Idempotency-Replayed', 'true');
      const location = locations.get(answer.status);
      if (location) response.setHeader('Location', location(exchange.params, answer.body));
      if (tagged) {
        const etag = etagOf(answer);
        response.setHeader('ETag', etag);
        if (noneMatches(http.headers['if-none-match'], etag)) return reply(response, { status: 304 });
      }
      return reply(response, answer);
    };
  }

  const answers = new Map<string, (exchange: Exchange) => Promise<void>>();
  for (const operation of operations) {
    const handler = handlers[operation.operationId];
    const read = handlers[reads.get(operation.operationId) ?? ''];
    if (handler) answers.set(operation.operationId, answering({ operation, locations: locationsOf(operation, operations), handler, read }));
  }
  return createIntake(options, answers);
}
