import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Operation as BackendOperation, OpenAPIValidator, type Request, type ValidationResult } from 'openapi-backend';
import { type Issue, invalid } from '../shared/errors.ts';
import { type Document, forValidation, type Operation } from './contract.ts';
import { absolute, IssueWriter } from './issues.ts';
import { type ContractRouter, type GatewayRequest, ownOperation } from './router.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

interface AjvOptions {
  allErrors?: boolean;
  coerceTypes?: boolean;
  useDefaults?: boolean;
  strictNumbers?: boolean;
  verbose?: boolean;
}

/** An Ajv over the document's dialect. The whole document is one schema in it, `contract`, so that components compile once. */
export function createAjv(document: Document, options: AjvOptions): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, strictNumbers: true, allErrors: true, validateSchema: false, ...options });
  addFormats.default(ajv);
  // ajv-formats also takes `urn:uuid:…`, which the database does not.
  ajv.addFormat('uuid', UUID);
  ajv.addSchema(document, 'contract');
  return ajv;
}

/** Judges values by components of the document, each compiled when it is first needed. */
class Judge {
  readonly #ajv: Ajv2020;
  readonly #writer: IssueWriter;
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: Document, options: AjvOptions) {
    this.#ajv = createAjv(document, { ...options, verbose: true });
    this.#writer = new IssueWriter(this.#ajv, document);
  }

  fits(pointer: string, value: unknown): boolean {
    return this.#for(pointer)(value);
  }

  issues(pointer: string, value: unknown): Issue[] {
    const validate = this.#for(pointer);
    return validate(value) ? [] : this.#writer.issuesFrom(validate.errors ?? []);
  }

  #for(pointer: string): ValidateFunction {
    let validate = this.#validators.get(pointer);
    if (!validate) {
      validate = this.#ajv.compile({ $ref: `contract${pointer}` });
      this.#validators.set(pointer, validate);
    }
    return validate;
  }
}

/**
 * Validates requests with shared Ajv instances and compiles an operation when it is first called; openapi-backend's own
 * validator makes an Ajv for every operation at start. Bodies are judged up to the first mistake; only what does not
 * pass is judged again, to name all of its mistakes.
 */
export class ContractValidator extends OpenAPIValidator {
  readonly #parameters: Ajv2020;
  readonly #parameterIssues: IssueWriter;
  readonly #parametersOf = new Map<string, ValidateFunction>();
  readonly #quick: Judge;
  readonly #thorough: Judge;

  constructor(document: Document, router: ContractRouter) {
    super({ definition: document, router, lazyCompileValidators: true });
    const schemas = forValidation(document);
    // Coercion makes a number of `Infinity`. Strict numbers would leave it unchecked from there; so its maximum refuses it.
    this.#parameters = createAjv(schemas, { coerceTypes: true, useDefaults: true, strictNumbers: false, verbose: true });
    this.#parameterIssues = new IssueWriter(this.#parameters, schemas);
    this.#quick = new Judge(schemas, { allErrors: false, useDefaults: true });
    this.#thorough = new Judge(schemas, { allErrors: true });
  }

  /** @throws validation_failed, with its findings as issues */
  override validateRequest(request: Request, backendOperation?: BackendOperation | string): ValidationResult {
    const operation = ownOperation(backendOperation);
    const received = request as GatewayRequest;
    const { body, items } = operation;
    const parameters = this.#forParameters(operation);
    const values = { path: received.params, query: received.query, header: received.headers };
    const issues = parameters(values) ? [] : this.#parameterIssues.issuesFrom((parameters.errors ?? []).map(withoutPlace));
    if (body && received.body !== undefined) issues.push(...(this.#issues(body.pointer, received.body) ?? []));
    if (issues.length > 0) throw invalid(...issues);
    if (items) received.itemIssues = (received.body as { items: unknown[] }).items.map((item) => this.#issues(items, item));
    return { valid: true, errors: null, coerced: request };
  }

  /** Null when the value fits. */
  #issues(pointer: string, value: unknown): Issue[] | null {
    try {
      if (this.#quick.fits(pointer, value)) return null;
      if (!isNestedWithin(MOST_LEVELS, value)) return [TOO_DEEP];
      // To gather all mistakes costs the square of their number.
      const judge = hasAtMost(MOST_VALUES, value) ? this.#thorough : this.#quick;
      return judge.issues(pointer, value);
    } catch (error) {
      // Rule trees are schemas within themselves: one far past any limit uses up the stack before its depth is judged.
      if (error instanceof RangeError) return [TOO_DEEP];
      throw error;
    }
  }

  #forParameters(operation: Operation): ValidateFunction {
    let validate = this.#parametersOf.get(operation.operationId);
    if (!validate) {
      validate = this.#parameters.compile(parametersSchema(operation));
      this.#parametersOf.set(operation.operationId, validate);
    }
    return validate;
  }
}

const TOO_DEEP: Issue = { path: '', message: 'is nested too deeply' };

/** No schema of the document comes near this depth, and to explain what is wrong within costs more with each level. */
const MOST_LEVELS = 64;
const MOST_VALUES = 10_000;

const childrenOf = (value: unknown): unknown[] => (value && typeof value === 'object' ? Object.values(value) : []);

function isNestedWithin(levels: number, root: unknown): boolean {
  let level = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return false;
    level = level.flatMap(childrenOf);
  }
  return true;
}

function hasAtMost(values: number, root: unknown): boolean {
  const queue = [root];
  for (let i = 0; i < queue.length; i++) {
    if (i >= values) return false;
    for (const child of childrenOf(queue[i])) queue.push(child);
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

/** Parameters are named by themselves (`limit`), not by where they stand (`query.limit`). */
const withoutPlace = (error: ErrorObject): ErrorObject => ({
  ...error,
  instancePath: error.instancePath.replace(/^\/(path|query|header)/, ''),
});
