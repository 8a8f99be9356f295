import { hash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { OpenAPIBackend } from 'openapi-backend';
import type { WorkspaceId } from '../platform/ids.ts';
import { invalid } from '../shared/errors.ts';
import { isStorable, UNSTORABLE } from '../shared/text.ts';
import { type Admission, type Principal, requireScope } from './admission.ts';
import { isEmpty, readBody } from './body.ts';
import { type Document, type Operation, operationsOf } from './contract.ts';
import { replyWithError } from './reply.ts';
import type { RequestLog } from './request-log.types.ts';
import { ContractRouter } from './router.ts';
import { ContractValidator, type Received } from './validator.ts';

export interface IntakeOptions {
  document: Document;
  admit: Admission;
  requestLog?: Pick<RequestLog, 'add'>;
  /** Counts bytes of bodies by workspace, and refuses a body when the workspace has no room for more. */
  received?: { require(workspaceId: WorkspaceId): Promise<void>; add(workspaceId: WorkspaceId, bytes: number): void };
}

export interface Exchange extends Received {
  http: Request;
  response: Response;
  operation: Operation;
  /** Query and body as sent, for comparison under an idempotency key. */
  principal: Principal;
  fingerprint: string;
  bodyBytes: number;
  /** By `performance.now()`. */
  started: number;
}

type Answers = Map<string, (exchange: Exchange) => Promise<void>>;

/**
 * The steps before any work is done: route, authenticate, limit, read, validate. openapi-backend runs them and dispatches to the operation.
 * Its router, validator and security handlers are replaced, since this document has 184 operations (processor time, one 2 GHz core):
 *
 * | | openapi-backend 5.21 | here |
 * | --- | --- | --- |
 * | to find an operation | 500 to 1,300 µs: it builds a pattern for every path on every request | 1 µs |
 * | to validate a request without a body | 650 µs | 2 µs |
 * | to compile its schemas | 59 s and 340 MiB at start, an Ajv for each operation; or 100 ms at each first request | 10 ms at each first request |
 * | a security handler that throws `rate_limited` | is answered as `unauthorized` | is answered as such |
 *
 * @param answers by `operationId`; the errors that they throw are answered
 */
export function createIntake({ document, admit, received, requestLog }: IntakeOptions, answers: Answers): RequestHandler {
  const operations = operationsOf(document);
  const byId = new Map<string, Operation>(operations.map((operation) => [operation.operationId, operation]));
  const router = new ContractRouter(operations);

  function route(exchange: Exchange): Operation {
    const { http, response } = exchange;
    const { operation, params } = router.find(http.method, http.path);
    response.locals.operation = operation.operationId;
    for (const [name, value] of operation.announced) response.setHeader(name, value);
    exchange.operation = operation;
    exchange.params = params;
    return operation;
  }

  async function takeIn(exchange: Exchange): Promise<void> {
    const { http, response, operation, headers, query } = exchange;
    exchange.principal = await admit(http, response);
    requireScope(exchange.principal, operation.scope);
    // Paths and queries cannot spell half of a surrogate pair, so NUL is the only unstorable character.
    if (http.url.includes('%00')) refuseUnstorable(exchange);
    if (operation.takesBody) await readInto(exchange);
    // Bodies are compared as sent, without the defaults of validation.
    if (headers['idempotency-key']) exchange.fingerprint = fingerprintOf(query, exchange.body);
  }

  async function readInto(exchange: Exchange): Promise<void> {
    const { http, response, operation, principal } = exchange;
    if (!operation.upload && !isEmpty(http)) await received?.require(principal.workspaceId);
    const { bytes, body, itemIssues } = await readBody(operation, http, response);
    received?.add(principal.workspaceId, bytes);
    exchange.body = body;
    exchange.bodyBytes = bytes;
    exchange.itemIssues = itemIssues;
    requireScopesOf(exchange);
  }

  /** An empty value asks for nothing that the scope is about. @throws key_not_allowed */
  function requireScopesOf({ operation, principal, body }: Exchange): void {
    for (const [field, scope] of operation.scopedFields)
      if ((body as Record<string, unknown> | undefined)?.[field]) requireScope(principal, scope);
  }

  const api = new OpenAPIBackend({
    definition: { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} },
    quick: true,
    validate: true,
  });
  // Its types expect its own requests and validators. The cast for an exchange is here and nowhere else.
  api.router = {
    parseRequest: (exchange: Exchange) => exchange,
    matchOperation: route,
    getOperations: () => operations,
    getOperation: (id: string) => byId.get(id),
  } as never;
  api.validator = {
    validateRequest(exchange: Exchange, operation: Operation) {
      ContractValidator.of(document).validate(operation, exchange);
      return { valid: true };
    },
  } as never;
  api.register('postSecurityHandler', ({ request }) => takeIn(request as never));
  for (const [id, answer] of answers) api.registerHandler(id, ({ request }) => answer(request as never));
  api.initialized = true;

  return async (http, response) => {
    const exchange: Omit<Exchange, 'operation' | 'principal'> = {
      http,
      response,
      params: {},
      query: { ...http.query },
      headers: http.headers,
      body: undefined,
      itemIssues: [],
      fingerprint: '',
      bodyBytes: 0,
      started: performance.now(),
    };
    try {
      await api.handleRequest(exchange as never);
    } catch (error) {
      replyWithError(response, error);
    }
    requestLog?.add(exchange as Exchange);
  };
}

export function fingerprintOf(query: Exchange['query'], body: unknown): string {
  const asked = Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1));
  const sent = Buffer.isBuffer(body) ? hash('sha256', body) : JSON.stringify(body);
  return (asked.length > 0 ? `?${JSON.stringify(asked)}` : '') + (sent ?? '');
}

function refuseUnstorable({ query, params }: Exchange): void {
  for (const [name, value] of [...Object.entries(query), ...Object.entries(params)]) {
    if ([value].flat().some((text) => !isStorable(text as string))) throw invalid({ path: name, message: UNSTORABLE });
  }
}
