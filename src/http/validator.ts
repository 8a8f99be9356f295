import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { childrenOf } from '../shared/children.ts';
import { type Issue, invalid } from '../shared/errors.ts';
import { once } from '../shared/once.ts';
import { createAjv } from './ajv.ts';
import { type Document, forValidation, type Operation } from './contract.ts';
import { Explainer } from './issues.ts';
import { ParameterReader, type Parameters } from './parameters.ts';

/** Past this, a body that does not fit is told its first mistake only: to gather all costs the square of their number. */
const MOST_VALUES = 10_000;

export interface Received extends Parameters {
  body: unknown;
  /** For batches with partial success: what is wrong with each item, as far as reading has found something. */
  itemIssues: (Issue[] | null)[];
}

/**
 * Validates requests with shared Ajv instances and compiles an operation when it is first called. Requests are judged up to the
 * first mistake; only what does not pass is judged again, to name its mistakes.
 */
export class ContractValidator {
  readonly #document: Document;
  readonly #parameters: Ajv2020;
  readonly #readers = new Map<string, ParameterReader>();
  readonly #bodies: Ajv2020;
  readonly #explainer: (all: boolean) => Explainer;

  static readonly #made = new WeakMap<Document, ContractValidator>();

  /** One for each document: services of one process share what has been compiled. */
  static of(document: Document): ContractValidator {
    const validator = ContractValidator.#made.get(document) ?? new ContractValidator(document);
    ContractValidator.#made.set(document, validator);
    return validator;
  }

  private constructor(document: Document) {
    this.#document = document;
    const schemas = forValidation(document);
    this.#parameters = createAjv(schemas, { allErrors: false, useDefaults: true });
    this.#bodies = createAjv(schemas, { allErrors: false, useDefaults: true, keepNames: true });
    // Made when something has to be explained, so that the start does not wait for it.
    const first = once(() => new Explainer(schemas, false));
    const every = once(() => new Explainer(schemas, true));
    this.#explainer = (all) => (all ? every() : first());
  }

  /**
   * Fills in the values of parameters, defaults, and the findings about items.
   * @throws validation_failed, with its findings as issues
   */
  validate({ operationId, parameters, body, items }: Operation, received: Received): void {
    let reader = this.#readers.get(operationId);
    if (!reader) {
      reader = new ParameterReader(this.#document, { parameters });
      this.#readers.set(operationId, reader);
    }
    const issues = reader.read(received, this.#parameters, () => this.#explainer(true));
    if (body && received.body !== undefined) issues.push(...(this.#issues(body.pointer, received.body) ?? []));
    if (issues.length > 0) throw invalid(...issues);
    if (items) {
      const found = received.itemIssues;
      received.itemIssues = (received.body as { items: unknown[] }).items.map((item, index) => found[index] ?? this.#issues(items, item));
    }
  }

  /** What keeps a value from fitting a schema of the document, by its name; nothing when it fits. Names in it are put into their form. */
  check(schema: string, value: unknown): Issue[] {
    return this.#issues(`#/components/schemas/${schema}`, value) ?? [];
  }

  /** The same for a schema that is not the document's, and refers to it by `absolute` references. It is compiled once. */
  judge(schema: object, value: unknown): Issue[] {
    return this.#bodies.compile(schema)(value) ? [] : this.#explainer(hasAtMost(MOST_VALUES, value)).issues(schema, value);
  }

  /** Null when the value fits. */
  #issues(pointer: string, value: unknown): Issue[] | null {
    const fits = this.#bodies.getSchema(`contract${pointer}`) as ValidateFunction;
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
