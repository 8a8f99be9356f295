/**
 * For each operation a request with one mistake and the answer of the service's own validator: the example of the operation's `400`.
 * A shared example would not fit most operations.
 */
import type { OpenAPIV3_1 } from 'openapi-types';
import { type Document, lookUp, METHODS, type Operation, operationsOf, resolve } from '../src/http/contract.ts';
import { toErrorReply } from '../src/http/errors.ts';
import { ContractValidator, type Received } from '../src/http/validator.ts';

/** The difference from a good request. */
export interface Mistake {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

export interface BadRequest {
  mistake: Mistake;
  /** The parameter or the field of the body that is wrong. */
  place: string;
  /** The body of the answer. */
  answer: unknown;
}

/** The example that stands for all of these in the hand-written document. */
const SHARED = '#/components/examples/validation_failed';

/** By operation, for those whose `400` has no example of its own: the shared one in the hand-written document, or one from here. */
export function badRequestsOf(document: Document): Map<string, BadRequest> {
  const validator = ContractValidator.of(document);
  return new Map(
    operationsOf(document)
      .filter(({ responses }) => {
        const example = exampleOf(responses['400']);
        return example && ('$ref' in example ? example.$ref === SHARED : true);
      })
      .map((operation) => [operation.operationId, badRequest(document, validator, operation)]),
  );
}

/** Gives every operation its own example, in place, and removes shared answers without references. */
export function showBadRequests(document: Document): void {
  const requests = badRequestsOf(document);
  for (const item of Object.values(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = item?.[method];
      const request = requests.get(operation?.operationId ?? '');
      if (!operation?.responses || !request) continue;
      const shared = resolve(document, operation.responses['400']) as OpenAPIV3_1.ResponseObject;
      const own = structuredClone(shared);
      const { examples = {} } = own.content?.['application/json'] ?? {};
      examples.validation_failed = { summary: `\`${request.place}\` does not fit`, value: request.answer };
      Object.assign(operation.responses, { '400': own });
    }
  }
  const { responses = {}, examples = {} } = document.components ?? {};
  delete examples.validation_failed;
  const used = JSON.stringify(document.paths);
  for (const name of Object.keys(responses)) if (!used.includes(`"#/components/responses/${name}"`)) delete responses[name];
}

const exampleOf = (response: OpenAPIV3_1.ResponseObject | undefined) =>
  response?.content?.['application/json']?.examples?.validation_failed;

function badRequest(document: Document, validator: ContractValidator, operation: Operation): BadRequest {
  const good = { path: examplesOf(operation, 'path'), query: examplesOf(operation, 'query'), body: exampleBody(document, operation) };
  for (const [place, mistake] of mistakes(document, operation, good.body)) {
    const answer = answerTo(validator, operation, {
      params: { ...good.path, ...mistake.path },
      query: { ...good.query, ...mistake.query },
      body: 'body' in mistake ? mistake.body : good.body,
    });
    const issues: { path: string }[] = answer?.details?.issues ?? [];
    if (issues.length === 1 && issues[0]?.path.split('.')[0] === place) return { mistake, place, answer };
  }
  throw new Error(`${operation.operationId} takes every mistake: write an example of its 400 by hand`);
}

/** The body of the answer; undefined for a request that fits. */
function answerTo(validator: ContractValidator, operation: Operation, request: Pick<Received, 'params' | 'query' | 'body'>): any {
  try {
    // Validation fills in what is left out, and coerces.
    validator.validate(operation, { headers: {}, itemIssues: [], ...structuredClone(request) });
    return undefined;
  } catch (error) {
    return toErrorReply(error).body;
  }
}

/** Likely mistakes, the clearest first: in the body, in the query, in the path, or, without any of these, something superfluous. */
function* mistakes(document: Document, { body, parameters }: Operation, example: unknown): Generator<[string, Mistake]> {
  if (body) {
    const fields = { ...(example as Record<string, unknown>) };
    const required: string[] = lookUp(document, body.pointer).required ?? [];
    for (const name of [...new Set([...required, ...Object.keys(fields)])]) {
      for (const wrong of wrongOf(fields[name])) yield [name, { body: { ...fields, [name]: wrong } }];
    }
  }
  const inPlace = (place: string) => parameters.filter((parameter) => parameter.in === place);
  for (const { name, schema } of [...inPlace('query')].sort((one) => (one.name === 'limit' ? -1 : 0))) {
    const { maximum } = resolve(document, schema ?? {}) as OpenAPIV3_1.SchemaObject;
    for (const wrong of [...(maximum ? [String(maximum + 1)] : []), 'other', '2026-02-30']) yield [name, { query: { [name]: wrong } }];
  }
  for (const { name } of inPlace('path')) yield [name, { path: { [name]: '42' } }];
  yield ['page', { query: { page: '2' } }];
}

function wrongOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return [[], 'all'];
  if (typeof value === 'string') return ['', 42];
  return [typeof value === 'number' ? -1 : 'yes', ''];
}

function exampleBody(document: Document, { path, method, body }: Operation): unknown {
  const requestBody = body && resolve(document, document.paths?.[path]?.[method as 'post']?.requestBody ?? {});
  const [example] = Object.values(
    (requestBody as OpenAPIV3_1.RequestBodyObject | undefined)?.content?.['application/json']?.examples ?? {},
  );
  return example && (resolve(document, example) as OpenAPIV3_1.ExampleObject).value;
}

const examplesOf = ({ parameters }: Operation, place: 'path' | 'query'): Record<string, string> =>
  Object.fromEntries(
    parameters.filter((parameter) => parameter.in === place && parameter.required).map(({ name, example }) => [name, String(example)]),
  );
