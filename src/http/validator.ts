import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Operation as BackendOperation, OpenAPIValidator, type Request, type ValidationResult } from 'openapi-backend';
import type { Issue } from '../shared/errors.ts';
import { type Document, forValidation, type Operation } from './contract.ts';
import { type ContractRouter, type GatewayRequest, ownOperation } from './router.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** An Ajv over the document's dialect. The whole document is one schema in it, `contract`, so that components compile once. */
export function createAjv(document: Document, options: { coerceTypes?: boolean; useDefaults?: boolean; strictNumbers?: boolean }): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, strictNumbers: true, allErrors: true, validateSchema: false, ...options });
  addFormats.default(ajv);
  // ajv-formats also takes `urn:uuid:…`, which the database does not.
  ajv.addFormat('uuid', UUID);
  ajv.addSchema(document, 'contract');
  return ajv;
}

interface OperationValidators {
  parameters: ValidateFunction;
  body: ValidateFunction | undefined;
  items: ValidateFunction | undefined;
}

/**
 * Validates requests with two shared Ajv instances, one that turns text into numbers and one that does not, and compiles
 * an operation when it is first called. openapi-backend's own validator makes an Ajv for every operation at start.
 */
export class ContractValidator extends OpenAPIValidator {
  readonly #parameters: Ajv2020;
  readonly #bodies: Ajv2020;
  readonly #operations = new Map<string, OperationValidators>();

  constructor(document: Document, router: ContractRouter) {
    super({ definition: document, router, lazyCompileValidators: true });
    const schemas = forValidation(document);
    // Coercion makes a number of `Infinity`. Strict numbers would leave it unchecked from there; so its maximum refuses it.
    this.#parameters = createAjv(schemas, { coerceTypes: true, useDefaults: true, strictNumbers: false });
    this.#bodies = createAjv(schemas, { useDefaults: true });
  }

  override validateRequest(request: Request, operation?: BackendOperation | string): ValidationResult {
    const { parameters, body, items } = this.#for(ownOperation(operation));
    const received = request as GatewayRequest;
    const errors: ErrorObject[] = [];
    const values = { path: received.params, query: received.query, header: received.headers };
    if (!parameters(values)) errors.push(...(parameters.errors ?? []).map(withoutPlace));
    if (body && received.body !== undefined && !body(received.body)) errors.push(...(body.errors ?? []));
    if (items && errors.length === 0) {
      received.itemIssues = (received.body as { items: unknown[] }).items.map((item) =>
        items(item) ? null : issuesFrom(items.errors ?? []),
      );
    }
    return { valid: errors.length === 0, errors: errors.length > 0 ? errors : null, coerced: request };
  }

  #for(operation: Operation): OperationValidators {
    let validators = this.#operations.get(operation.operationId);
    if (!validators) {
      validators = {
        parameters: this.#parameters.compile(parametersSchema(operation)),
        body: operation.body && this.#bodies.compile({ $ref: `contract${operation.body.pointer}` }),
        items: operation.items ? this.#bodies.compile({ $ref: `contract${operation.items}` }) : undefined,
      };
      this.#operations.set(operation.operationId, validators);
    }
    return validators;
  }
}

function parametersSchema({ parameters }: Operation): object {
  const place = (name: string, open: boolean) => {
    const own = parameters.filter((parameter) => parameter.in === name);
    return {
      type: 'object',
      additionalProperties: open,
      properties: Object.fromEntries(own.map((parameter) => [nameOf(parameter), within(parameter.schema)])),
      required: own.filter((parameter) => parameter.required).map(nameOf),
    };
  };
  // Clients, proxies and browsers send headers of their own; queries and paths hold what the document names.
  return { type: 'object', properties: { path: place('path', false), query: place('query', false), header: place('header', true) } };
}

const nameOf = (parameter: { name: string; in: string }): string =>
  parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name;

/** The same schema with its references made absolute, since it is compiled outside of the document. */
const within = (schema: unknown): object =>
  JSON.parse(JSON.stringify(schema), (key, value) => (key === '$ref' ? `contract${value}` : value));

/** Ajv's findings in the words and paths of the API, each once. */
export function issuesFrom(errors: ErrorObject[], prefix = ''): Issue[] {
  const issues = new Map<string, Issue>();
  for (const error of errors) {
    const issue = issueFrom(error, prefix);
    issues.set(`${issue.path}\n${issue.message}`, issue);
  }
  return [...issues.values()].slice(0, 100);
}

function issueFrom(error: ErrorObject, prefix: string): Issue {
  const steps = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const at = (...more: string[]) => [prefix, ...steps, ...more].filter(Boolean).join('.');
  const { params } = error as { params: Record<string, any> };
  switch (error.keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return { path: at(params.additionalProperty ?? params.unevaluatedProperty), message: 'is not known here' };
    case 'required':
      return { path: at(params.missingProperty), message: 'is required' };
    case 'enum':
      return { path: at(), message: `must be one of ${params.allowedValues.join(', ')}` };
    case 'const':
      return { path: at(), message: `must be ${params.allowedValue}` };
    default:
      return { path: at(), message: error.message ?? 'is not valid' };
  }
}

/** Parameters are named by themselves (`limit`), not by where they stand (`query.limit`). */
const withoutPlace = (error: ErrorObject): ErrorObject => ({
  ...error,
  instancePath: error.instancePath.replace(/^\/(path|query|header)/, ''),
});
