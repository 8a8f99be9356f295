import { OpenAPIBackend } from 'openapi-backend';
import type { Operation } from './contract.ts';

/** What the gateway does with a request, in the order in which it is asked to. Each step throws what is to be answered. */
export interface Steps<Exchange> {
  /** Finds the operation. */
  route(exchange: Exchange): Operation;
  /** Finds out who asks, and reads what they sent. */
  admit(exchange: Exchange): Promise<void>;
  validate(exchange: Exchange): void;
  /** Runs and answers, by `operationId`. */
  handlers: Map<string, (exchange: Exchange) => Promise<void>>;
}

/**
 * The seam to openapi-backend: it goes through the steps and dispatches to the operation. Its own router compiles a pattern for
 * every path on every request, its validator makes an Ajv for every operation, and its security handlers take whatever they
 * throw for "unauthorized"; so all three are ours. Its types ask for more than it uses (raw specification objects, cookies): what
 * is cast is cast here.
 */
export function dispatcher<Exchange extends object>(
  operations: Operation[],
  steps: Steps<Exchange>,
): (exchange: Exchange) => Promise<void> {
  const known = new Map(operations.map((operation) => [operation.operationId as string, operation]));
  const api = new OpenAPIBackend({
    definition: { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} },
    quick: true,
    validate: true,
  });
  // The parts of it that are put in its place here are typed for requests of its own kind; they are handed ours.
  api.router = {
    parseRequest: (exchange: Exchange) => exchange,
    matchOperation: (exchange: Exchange) => ({ operationId: steps.route(exchange).operationId }),
    getOperations: () => operations,
    getOperation: (id: string) => known.get(id),
  } as never;
  api.validator = {
    validateRequest(exchange: Exchange) {
      steps.validate(exchange);
      return { valid: true };
    },
  } as never;
  api.register('postSecurityHandler', ({ request }) => steps.admit(request as never));
  for (const [id, run] of steps.handlers) api.registerHandler(id, ({ request }) => run(request as never));
  api.initialized = true;
  return (exchange) => api.handleRequest(exchange as never);
}
