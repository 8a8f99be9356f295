import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Issue } from '../shared/errors.ts';
import { type Document, lookUp } from './contract.ts';

type Schema = Record<string, any>;

/** How many findings an answer names at most. */
const MOST = 100;
/** How many of Ajv's findings are looked at: a body can hold a hundred thousand mistakes, and finding the union of each has its price. */
const MOST_ERRORS = 2_000;

/**
 * Turns Ajv's findings into the words and paths of the API. Of a union that nothing fits, Ajv reports what is wrong with
 * every alternative; here the alternative that was meant is found by its constants (`kind`, `source`, `type`), and only
 * its findings are told.
 */
export class IssueWriter {
  readonly #ajv: Ajv2020;
  readonly #document: Document;
  readonly #branches = new WeakMap<object, ValidateFunction>();

  /** @param ajv made with `verbose`, so that findings carry their schema and data */
  constructor(ajv: Ajv2020, document: Document) {
    this.#ajv = ajv;
    this.#document = document;
  }

  /** Each finding once, at most a hundred. */
  issuesFrom(errors: ErrorObject[]): Issue[] {
    const issues = new Map<string, Issue>();
    for (const issue of this.#issues(errors.slice(0, MOST_ERRORS), [])) {
      issues.set(`${issue.path}\n${issue.message}`, issue);
      if (issues.size === MOST) break;
    }
    return [...issues.values()];
  }

  *#issues(errors: ErrorObject[], prefix: string[]): Generator<Issue> {
    for (const [i, error] of errors.entries()) {
      // What is wrong with each alternative is told by the union, which Ajv reports after them.
      if (errors.slice(i + 1).some((later) => isUnion(later) && isWithin(error, later))) continue;
      const path = [...prefix, ...stepsOf(error.instancePath)];
      if (isUnion(error)) yield* this.#explain(error, path);
      else if (error.keyword !== 'if') yield issueFrom(error, path);
    }
  }

  *#explain({ keyword, schema, data, params }: ErrorObject, path: string[]): Generator<Issue> {
    const branches = schema as Schema[];
    if (branches.every(({ required, properties }) => required && !properties)) {
      const choices = branches.map(({ required }) => required.join(' and ')).join(' or ');
      const most = keyword === 'oneOf' && params.passingSchemas ? 'exactly one of ' : '';
      yield issue(path, `must have ${most}${choices}`);
      return;
    }
    let candidates = this.#alternatives(branches).filter((candidate) => takes(candidate.schema, data));
    if (candidates.length === 0) {
      yield issue(path, `must be ${this.#kinds(branches)}`);
      return;
    }
    if (data && typeof data === 'object' && !Array.isArray(data)) {
      for (const name of tagsOf(candidates)) {
        if (candidates.length === 1) break;
        const value = (data as Schema)[name];
        const known = candidates.map(({ schema }) => valuesOf(this.#tag(schema, name)));
        const everywhere = !known.includes(undefined);
        // A tag that only some alternatives have tells nothing when it is missing.
        if (value === undefined && !everywhere) continue;
        const fitting = candidates.filter(({ schema }, i) =>
          value === undefined ? !schema.required?.includes(name) : known[i]?.includes(value),
        );
        if (fitting.length > 0) candidates = fitting;
        else if (everywhere) {
          const allowed = [...new Set(known.flat())].join(', ');
          yield issue([...path, name], value === undefined ? `is required, one of ${allowed}` : `must be one of ${allowed}`);
          return;
        }
      }
    }
    const findings = candidates.map(({ branch }) => {
      const validate = this.#validatorOf(branch);
      return validate(data) ? [] : [...this.#issues(validate.errors ?? [], path)];
    });
    const [closest] = findings.filter((found) => found.length > 0).sort((a, b) => a.length - b.length);
    if (closest) yield* closest;
    else yield issue(path, 'fits more than one of the alternatives');
  }

  /** The branches of a union, those of unions within it included, each with its schema looked up. */
  #alternatives(branches: Schema[]): { branch: Schema; schema: Schema }[] {
    return branches.flatMap((branch) => {
      const schema = this.#resolve(branch);
      const inner = schema.oneOf ?? schema.anyOf;
      return inner && !schema.properties ? this.#alternatives(inner) : [{ branch, schema }];
    });
  }

  #tag(schema: Schema, name: string): Schema | undefined {
    const property = schema.properties?.[name];
    return property && this.#resolve(property);
  }

  #resolve(schema: Schema): Schema {
    return typeof schema.$ref === 'string' ? lookUp(this.#document, schema.$ref) : schema;
  }

  #kinds(branches: Schema[]): string {
    const kinds = this.#alternatives(branches).flatMap(({ schema }) => schema.type ?? typeof schema.const);
    return [...new Set(kinds)].join(' or ');
  }

  #validatorOf(branch: Schema): ValidateFunction {
    let validate = this.#branches.get(branch);
    if (!validate) {
      validate = this.#ajv.compile(absolute(branch));
      this.#branches.set(branch, validate);
    }
    return validate;
  }
}

/** The same schema with its references made absolute, so that it can be compiled outside of the document. */
export const absolute = (schema: unknown): object =>
  JSON.parse(JSON.stringify(schema), (key, value) => (key === '$ref' ? `contract${value}` : value));

const isUnion = ({ keyword }: ErrorObject): boolean => keyword === 'oneOf' || keyword === 'anyOf';

/**
 * Whether a finding stems from an alternative of the union, and not from a keyword beside it. Where fields stand beside
 * the union, its alternatives only say which of them are required together.
 */
function isWithin(error: ErrorObject, { instancePath: place, parentSchema, schema }: ErrorObject): boolean {
  if (error.instancePath !== place && !error.instancePath.startsWith(`${place}/`)) return false;
  return !parentSchema?.properties || (schema as unknown[]).includes(error.parentSchema);
}

/** Whether a value is of the kind that a schema asks for at all. */
function takes(schema: Schema, data: unknown): boolean {
  const types: string[] | undefined = schema.type && [schema.type].flat();
  if (!types) return !('const' in schema) || schema.const === data;
  return types.some((type) => {
    if (type === 'null') return data === null;
    if (type === 'array') return Array.isArray(data);
    if (type === 'object') return typeof data === 'object' && data !== null && !Array.isArray(data);
    if (type === 'integer') return Number.isInteger(data);
    return typeof data === type;
  });
}

/** The properties that tell the alternatives apart: constants first, then enumerations, in the order they are written. */
function tagsOf(candidates: { schema: Schema }[]): string[] {
  const names = [...new Set(candidates.flatMap(({ schema }) => Object.keys(schema.properties ?? {})))];
  const isConstant = (name: string) => candidates.some(({ schema }) => 'const' in (schema.properties?.[name] ?? {}));
  return [...names.filter(isConstant), ...names.filter((name) => !isConstant(name))];
}

function valuesOf(schema: Schema | undefined): unknown[] | undefined {
  if (!schema) return undefined;
  return 'const' in schema ? [schema.const] : schema.enum;
}

const stepsOf = (instancePath: string): string[] =>
  instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

const issue = (path: string[], message: string): Issue => ({ path: path.filter(Boolean).join('.'), message });

function issueFrom({ keyword, message, params, schema }: ErrorObject, path: string[]): Issue {
  const values = params as Record<string, any>;
  switch (keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return issue([...path, values.additionalProperty ?? values.unevaluatedProperty], 'is not known here');
    case 'required':
      return issue([...path, values.missingProperty], 'is required');
    case 'dependentRequired':
      return issue([...path, values.missingProperty], `is required with ${values.property}`);
    case 'enum':
      return issue(path, `must be one of ${values.allowedValues.join(', ')}`);
    case 'const':
      return issue(path, `must be ${values.allowedValue}`);
    case 'not':
      // The document says what is excluded; JSON Schema itself only knows that it is.
      return issue(path, (schema as Schema)?.description ?? 'is not allowed');
    case 'false schema':
      return issue(path, 'is not allowed here');
    default:
      return issue(path, message ?? 'is not valid');
  }
}
