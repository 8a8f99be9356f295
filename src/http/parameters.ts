import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import type { Issue } from '../shared/errors.ts';
import { type Document, lookUp, type Operation } from './contract.ts';
import { absolute, type Explainer } from './issues.ts';

/** The parameters of a request: text as it came, and what became of it. */
export interface Parameters {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
}

/** A number as people write it. `Number()` also takes `0x10`, `1e5`, `+1` and blanks. */
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Reads the parameters of one operation. */
export class ParameterReader {
  readonly #schema: object;
  #fits: ValidateFunction | undefined;
  readonly #numbers: string[];
  readonly #booleans: string[];
  readonly #headers: Map<string, string>;

  constructor(document: Document, { parameters }: Pick<Operation, 'parameters'>) {
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
    // Clients, proxies and browsers send headers of their own; queries and paths hold what the document names.
    const header = place('header', true, ({ name }) => name.toLowerCase());
    this.#schema = { type: 'object', properties: { path: place('path', false), query: place('query', false), header } };
  }

  /** Turns texts into the values that they stand for, fills in defaults, and returns what is wrong. */
  read({ params, query, headers }: Parameters, ajv: Ajv2020, explainer: () => Explainer): Issue[] {
    for (const name of this.#numbers) {
      const value = query[name];
      if (typeof value === 'string' && NUMBER.test(value)) query[name] = Number(value);
    }
    for (const name of this.#booleans) if (query[name] === 'true' || query[name] === 'false') query[name] = query[name] === 'true';
    // A path that ends where an identifier belongs, such as `/v1/bulk-jobs/`, is found by its template.
    for (const [name, value] of Object.entries(params)) if (value === '') delete params[name];
    const values = { path: params, query, header: headers };
    this.#fits ??= ajv.compile(this.#schema);
    if (this.#fits(values)) return [];
    return explainer()
      .issues(this.#schema, values)
      .map((issue) => this.#named(issue, query));
  }

  /** Parameters are named by themselves (`limit`), not by where they stand (`query.limit`), and as the document writes them. */
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
