import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { invalid } from '../shared/errors.ts';
import { isStorable, UNSTORABLE } from '../shared/text.ts';
import type { Admission, Principal } from './admission.ts';
import { dispatcher } from './backend.ts';
import { isEmpty, readBody } from './body.ts';
import { type Document, type Operation, operationsOf } from './contract.ts';
import { replyWithError } from './reply.ts';
import { ContractRouter } from './router.ts';
import { ContractValidator, type Received } from './validator.ts';

export interface IntakeOptions {
  document: Document;
  admit: Admission;
  /** Counts the bytes of bodies by workspace, and refuses a body whose workspace has no room for more. Without it nothing is counted. */
  received?: { require(workspaceId: string): Promise<void>; add(workspaceId: string, bytes: number): void };
}

/** A request on its way in. What comes with a step is filled in by it. */
export interface Exchange extends Received {
  http: Request;
  response: Response;
  /** Routing. */
  operation: Operation;
  /** Admission: who asks, and query and body as they came, for comparison under an idempotency key. */
  principal: Principal;
  fingerprint: string;
}

/**
 * What comes before any work is done: route, authenticate, limit, read, validate.
 * @param answers by `operationId`; what they throw is answered as an error
 */
export function createIntake(options: IntakeOptions, answers: Map<string, (exchange: Exchange) => Promise<void>>): RequestHandler {
  const { document, admit, received } = options;
  const operations = operationsOf(document);
  const router = new ContractRouter(operations);
  const validator = ContractValidator.of(document);

  const dispatch = dispatcher<Exchange>(operations, {
    route(exchange) {
      const { operation, params } = router.find(exchange.http.method, exchange.http.path);
      exchange.response.locals.operation = operation.operationId;
      exchange.response.set(operation.announced);
      Object.assign(exchange, { operation, params });
      return operation;
    },
    async admit(exchange) {
      const { http, response, operation, headers, query } = exchange;
      exchange.principal = await admit(http, response);
      refuseUnstorable(exchange);
      const { workspaceId } = exchange.principal;
      const takesBody = operation.body || operation.texts.length > 0;
      if (takesBody && !isEmpty(http)) await received?.require(workspaceId);
      const { bytes, ...read } = await readBody(operation, http, response);
      received?.add(workspaceId, bytes);
      Object.assign(exchange, read);
      // Before validation fills in defaults: what is compared is what the client sent.
      if (headers['idempotency-key']) exchange.fingerprint = fingerprintOf(query, exchange.body);
    },
    validate: (exchange) => validator.validate(exchange.operation, exchange),
    handlers: answers,
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

/** The query and the body; nothing but the body when there is no query. */
export function fingerprintOf(query: Exchange['query'], body: unknown): string {
  const asked = Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1));
  const sent = Buffer.isBuffer(body) ? createHash('sha256').update(body).digest('hex') : JSON.stringify(body);
  return (asked.length > 0 ? `?${JSON.stringify(asked)}` : '') + (sent ?? '');
}

function refuseUnstorable({ query, params }: Exchange): void {
  for (const [name, value] of [...Object.entries(query), ...Object.entries(params)]) {
    if ([value].flat().some((text) => !isStorable(text as string))) throw invalid({ path: name, message: UNSTORABLE });
  }
}
