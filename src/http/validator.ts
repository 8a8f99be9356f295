import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { childrenOf } from '../shared/children.ts';
import { type Issue, invalid } from '../shared/errors.ts';
import { once } from '../shared/once.ts';
import { createAjv } from './ajv.ts';
import { type Document, forValidation, lookUp, type Operation } from './contract.ts';
import { absolute, Explainer } from './issues.ts';

/** Past this, only the first mistake of a body is explained: gathering all costs the square of their number. */
const MOST_VALUES = 10_000;

/** Texts as sent, which validation replaces by values. */
interface Parameters {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
}

export interface Received extends Parameters {
  body: unknown;
  /** In a batch with partial success: what reading has found wrong with each item. */
  itemIssues: (Issue[] | null)[];
}

/**
 * Compiles an operation on its first call. Requests are judged up to the first mistake; only invalid ones are judged again, to name all
 * mistakes.
 */
export class ContractValidator {
  readonly #document: Document;
  readonly #readers = new Map<string, ParameterReader>();
  readonly #ajv: Ajv2020;
  readonly #explainer: (all: boolean) => Explainer;

  static readonly #made = new WeakMap<Document, ContractValidator>();

  /** Services of one process share the compiled schemas. */
  static of(document: Document): ContractValidator {
    const validator = ContractValidator.#made.get(document) ?? new ContractValidator(document);
    ContractValidator.#made.set(document, validator);
    return validator;
  }

  private constructor(document: Document) {
    this.#document = document;
    const schemas = forValidation(document);
    this.#ajv = createAjv(schemas, { allErrors: false, useDefaults: true, keepNames: true });
    // Made on the first mistake, so that the start does not wait for them.
    const first = once(() => new Explainer(schemas, false));
    const every = once(() => new Explainer(schemas, true));
    this.#explainer = (all) => (all ? every() : first());
  }

  /**
   * Fills in parameter values, defaults, and the issues of items.
   * @throws validation_failed
   */
  validate({ operationId, parameters, body, items }: Operation, received: Received): void {
    let reader = this.#readers.get(operationId);
    if (!reader) {
      reader = new ParameterReader(this.#document, parameters);
      this.#readers.set(operationId, reader);
    }
    const issues = reader.read(received, this.#ajv, () => this.#explainer(true));
    if (body && received.body !== undefined) issues.push(...(this.#issues(body.pointer, received.body) ?? []));
    if (issues.length > 0) throw invalid(...issues);
    if (items) {
      const found = received.itemIssues;
      received.itemIssues = (received.body as { items: unknown[] }).items.map((item, index) => found[index] ?? this.#issues(items, item));
    }
  }

  /** The issues of a value by a schema of the document; names in it are normalised in place. */
  check(schema: string, value: unknown): Issue[] {
    return this.#issues(`#/components/schemas/${schema}`, value) ?? [];
  }

  /** The same by another schema, which refers to the document by `absolute` references. It is compiled once. */
  judge(schema: object, value: unknown): Issue[] {
    return this.#ajv.compile(schema)(value) ? [] : this.#explainer(hasAtMost(MOST_VALUES, value)).issues(schema, value);
  }

  #issues(pointer: string, value: unknown): Issue[] | null {
    const fits = this.#ajv.getSchema(`contract${pointer}`) as ValidateFunction;
    if (fits(value)) return null;
    return this.#explainer(hasAtMost(MOST_VALUES, value)).issues({ $ref: pointer }, value);
  }
}

function hasAtMost(values: number, root: unknown): boolean {
  const queue = [root];
  for (let i = 0; i < queue.length; i++) {
    for (const child of childrenOf(queue[i])) if (queue.push(child) > values) return false;
  }
  return true;
}

/** `Number()` also accepts `0x10`, `1e5`, `+1` and blanks. */
const NUMBER = /^-?\d+(\.\d+)?$/;

class ParameterReader {
  readonly #schema: object;
  #fits: ValidateFunction | undefined;
  readonly #numbers: string[];
  readonly #booleans: string[];
  readonly #headers: Map<string, string>;

  constructor(document: Document, parameters: Operation['parameters']) {
    const inPlace = (place: string) => parameters.filter((parameter) => parameter.in === place);
    const ofType = (...types: string[]) =>
      inPlace('query').flatMap(({ name, schema }) => (types.includes(typeOf(document, schema)) ? [name] : []));
    this.#numbers = ofType('integer', 'number');
    this.#booleans = ofType('boolean');
    this.#headers = new Map(inPlace('header').map(({ name }) => [name.toLowerCase(), name]));
    const place = (name: string, open: boolean, nameOf = (parameter: { name: string }) => parameter.name) => ({
      type: 'object',
      additionalProperties: open,
      properties: Object.fromEntries(inPlace(name).map((parameter) => [nameOf(parameter), absolute(parameter.schema)])),
      required: inPlace(name)
        .filter(({ required }) => required)
        .map(nameOf),
    });
    // Clients, proxies and browsers add headers of their own; queries and paths contain what the document names.
    const header = place('header', true, ({ name }) => name.toLowerCase());
    this.#schema = { type: 'object', properties: { path: place('path', false), query: place('query', false), header } };
  }

  /** Converts texts to values, fills in defaults, and returns the issues. */
  read({ params, query, headers }: Parameters, ajv: Ajv2020, explainer: () => Explainer): Issue[] {
    for (const name of this.#numbers) {
      const value = query[name];
      if (typeof value === 'string' && NUMBER.test(value)) query[name] = Number(value);
    }
    for (const name of this.#booleans) if (query[name] === 'true' || query[name] === 'false') query[name] = query[name] === 'true';
    // `/v1/bulk-jobs/` matches the template with an empty identifier.
    for (const [name, value] of Object.entries(params)) if (value === '') delete params[name];
    const values = { path: params, query, header: headers };
    this.#fits ??= ajv.compile(this.#schema);
    if (this.#fits(values)) return [];
    return explainer()
      .issues(this.#schema, values)
      .map((issue) => this.#named(issue, query));
  }

  /** By their names in the document (`limit`), not by their place (`query.limit`). */
  #named({ path, message }: Issue, query: Record<string, unknown>): Issue {
    const [, place = '', name = ''] = /^(path|query|header)\.?(.*)$/s.exec(path) ?? [];
    if (place === 'header') return { path: this.#headers.get(name) ?? name, message };
    if (Array.isArray(query[name]) && !message.startsWith('is ')) return { path: name, message: 'must be given once' };
    return { path: name, message };
  }
}

function typeOf(document: Document, schema: unknown): string {
  const { $ref, type } = (schema ?? {}) as { $ref?: string; type?: string };
  return $ref ? typeOf(document, lookUp(document, $ref)) : (type ?? '');
}
