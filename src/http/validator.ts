import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { type Operation as BackendOperation, OpenAPIValidator, type Request, type ValidationResult } from 'openapi-backend';
import { type Issue, invalid } from '../shared/errors.ts';
import { createAjv } from './ajv.ts';
import { type Document, forValidation, type Operation } from './contract.ts';
import { absolute, Explainer } from './issues.ts';
import { type ContractRouter, type GatewayRequest, ownOperation } from './router.ts';

/** Past this, a body that does not fit is told its first mistake only: to gather all costs the square of their number. */
const MOST_VALUES = 10_000;

/**
 * Validates requests with shared Ajv instances and compiles an operation when it is first called; openapi-backend's own
 * validator makes an Ajv for every operation at start. Requests are judged up to the first mistake; only what does not
 * pass is judged again, to name its mistakes.
 */
export class ContractValidator extends OpenAPIValidator {
  readonly #parameters: Ajv2020;
  readonly #parametersOf = new Map<string, object>();
  readonly #bodies: Ajv2020;
  readonly #explainer: (all: boolean) => Explainer;

  constructor(document: Document, router: ContractRouter) {
    super({ definition: document, router, lazyCompileValidators: true });
    const schemas = forValidation(document);
    // Coercion makes a number of `Infinity`. Strict numbers would leave it unchecked from there; so its maximum refuses it.
    // All errors, so that all parameters are coerced before what is wrong with them is explained.
    this.#parameters = createAjv(schemas, { coerceTypes: true, useDefaults: true, strictNumbers: false });
    this.#bodies = createAjv(schemas, { allErrors: false, useDefaults: true, keepNames: true });
    const first = once(() => new Explainer(schemas, false));
    const every = once(() => new Explainer(schemas, true));
    this.#explainer = (all) => (all ? every() : first());
  }

  /** @throws validation_failed, with its findings as issues */
  override validateRequest(request: Request, backendOperation?: BackendOperation | string): ValidationResult {
    const operation = ownOperation(backendOperation);
    const received = request as GatewayRequest;
    const { body, items } = operation;
    const issues = this.#parameterIssues(operation, received);
    if (body && received.body !== undefined) issues.push(...(this.#issues(body.pointer, received.body) ?? []));
    if (issues.length > 0) throw invalid(...issues);
    if (items) {
      const found = received.itemIssues;
      received.itemIssues = (received.body as { items: unknown[] }).items.map((item, index) => found[index] ?? this.#issues(items, item));
    }
    return { valid: true, errors: null, coerced: request };
  }

  #parameterIssues(operation: Operation, { params, query, headers }: GatewayRequest): Issue[] {
    const schema = this.#parametersOf.get(operation.operationId) ?? parametersSchema(operation);
    this.#parametersOf.set(operation.operationId, schema);
    const values = { path: params, query, header: headers };
    if (this.#parameters.compile(schema)(values)) return [];
    // Parameters are named by themselves (`limit`), not by where they stand (`query.limit`).
    return this.#explainer(true)
      .issues(schema, values)
      .map((issue) => {
        const path = issue.path.replace(/^(path|query|header)\.?/, '');
        return Array.isArray(query[path]) && !issue.message.startsWith('is ')
          ? { path, message: 'must be given once' }
          : { ...issue, path };
      });
  }

  /** Null when the value fits. */
  #issues(pointer: string, value: unknown): Issue[] | null {
    const fits = this.#bodies.getSchema(`contract${pointer}`) as ValidateFunction;
    if (fits(value)) return null;
    return this.#explainer(hasAtMost(MOST_VALUES, value)).issues({ $ref: pointer }, value);
  }
}

/** Made when something has to be explained, so that the start does not wait for it. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function hasAtMost(values: number, root: unknown): boolean {
  const queue = [root];
  for (let i = 0; i < queue.length; i++) {
    if (i >= values) return false;
    const value = queue[i];
    if (value && typeof value === 'object') for (const child of Object.values(value)) queue.push(child);
  }
  return true;
}

function parametersSchema({ parameters }: Operation): object {
  const place = (name: string, open: boolean) => {
    const own = parameters.filter((parameter) => parameter.in === name);
    return {
      type: 'object',
      additionalProperties: open,
      properties: Object.fromEntries(own.map((parameter) => [nameOf(parameter), absolute(parameter.schema)])),
      required: own.filter((parameter) => parameter.required).map(nameOf),
    };
  };
  // Clients, proxies and browsers send headers of their own; queries and paths hold what the document names.
  return { type: 'object', properties: { path: place('path', false), query: place('query', false), header: place('header', true) } };
}

const nameOf = (parameter: { name: string; in: string }): string =>
  parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name;
