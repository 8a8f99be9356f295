import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js';
import { NOT_A_DATE, NOT_A_MOMENT } from '../shared/dates.ts';
import type { Issue } from '../shared/errors.ts';
import { createAjv } from './ajv.ts';
import { lookUp } from './contract.ts';

type Schema = Record<string, any>;

const MOST = 100;
/** Gathered findings of unions. Past them no union is explained: each takes about 50 µs, and a body may contain thousands. */
const MOST_GATHERED = 2 * MOST;

const MISSING = 'is required';

/**
 * Explains what is wrong with a value, in the words and paths of the API. For a union that nothing fits, Ajv would report every
 * alternative, and take the square of their number for it. Here a union is a keyword of our own: constants (`kind`, `source`, `type`)
 * identify the intended alternative, and only that one is judged. Without such a constant, the findings common to all alternatives are
 * reported beside it.
 */
export class Explainer {
  readonly #document: object;
  readonly #ajv: Ajv2020;
  readonly #every: boolean;
  #gathered = new Set<Issue>();

  /** @param every mistake, or only the first, which costs less */
  constructor(document: object, every: boolean) {
    this.#document = absolute(document);
    this.#every = every;
    // Verbose: findings need their schema, whose description may have the words for them.
    this.#ajv = createAjv(this.#document, { allErrors: every, verbose: true, keepNames: true, code: { optimize: false } });
    for (const keyword of ['oneOf', 'anyOf']) this.#replaceUnion(keyword);
  }

  /** Each finding once, at most a hundred, and never none. */
  issues(schema: object, value: unknown): Issue[] {
    this.#gathered.clear();
    const issues = new Map(this.#judge(this.#resolve(schema), value, '').map((issue) => [`${issue.path}\n${issue.message}`, issue]));
    return issues.size > 0 ? [...issues.values()].slice(0, MOST) : [issueAt('', 'is not valid')];
  }

  #judge(schema: object, value: unknown, instancePath: string): Issue[] {
    // Ajv caches compiled schemas by identity.
    const validate = this.#ajv.compile(schema);
    // Ajv reads the value again from its parent after a keyword that may change it.
    const at = { instancePath, parentData: { '': value }, parentDataProperty: '', rootData: {}, dynamicAnchors: {} };
    if (validate(value, at)) return [];
    const errors = validate.errors ?? [];
    // Of a value of the wrong type, no other finding matters.
    const ofWrongKind = new Set(errors.filter(({ keyword }) => keyword === 'type').map((error) => error.instancePath));
    return errors.flatMap((error) => (error.keyword !== 'type' && ofWrongKind.has(error.instancePath) ? [] : (issueFrom(error) ?? [])));
  }

  #replaceUnion(keyword: string): void {
    const judge = (branches: Schema[], value: unknown, _parent: unknown, at?: { instancePath: string }): boolean => {
      if (this.#gathered.size >= MOST_GATHERED) return true;
      const issues = this.#explain(keyword, branches, value, at?.instancePath ?? '');
      if (issues.length === 0) return true;
      for (const issue of issues) this.#gathered.add(issue);
      judge.errors = issues.map((issue) => ({ keyword, params: { issue } }));
      return false;
    };
    judge.errors = [] as Partial<ErrorObject>[];
    this.#ajv.removeKeyword(keyword).addKeyword({ keyword, schemaType: 'array', errors: 'full', validate: judge });
  }

  #explain(keyword: string, branches: Schema[], data: unknown, place: string): Issue[] {
    // Branches with nothing but `required` concern the fields of an object; its type is judged elsewhere.
    const isAboutFields = branches.every((branch) => Object.keys(branch).join() === 'required');
    if (isAboutFields && !isObject(data)) return [];
    const all = this.#alternatives(branches);
    let candidates = all.filter((schema) => takes(schema, data));
    if (candidates.length === 0) return [issueAt(place, `must be ${kindsOf(all)}`)];
    if (isObject(data)) {
      for (const name of tagsOf(candidates)) {
        if (candidates.length === 1) break;
        const value = Object.hasOwn(data, name) ? data[name] : undefined;
        const known = candidates.map((schema) => this.#valuesOf(schema, name));
        const everywhere = !known.includes(undefined);
        // A tag that only some alternatives have decides nothing when it is missing.
        if (value === undefined && !everywhere) continue;
        const fitting = candidates.filter((schema, i) =>
          value === undefined ? !schema.required?.includes(name) : known[i]?.includes(value),
        );
        if (fitting.length > 0) candidates = fitting;
        else if (everywhere) {
          const allowed = [...new Set(known.flat())].join(', ');
          const tag = issueAt(`${place}/${name}`, value === undefined ? `is required, one of ${allowed}` : `must be one of ${allowed}`);
          return [tag, ...(this.#every ? this.#sharedBy(candidates, data, place, tag) : [])];
        }
      }
    }
    const findings = candidates.map((schema) => this.#judge(schema, data, place));
    const fits = findings.filter((found) => found.length === 0).length;
    if (fits === 1 || (fits > 1 && keyword === 'anyOf')) return [];
    if (fits > 1) {
      const choices = branches.map(({ required }) => required?.join(' and ')).join(' or ');
      return [issueAt(place, isAboutFields ? `must have exactly one of ${choices}` : 'fits more than one of the alternatives')];
    }
    // No alternative is nearer than another when each only lacks fields.
    if (findings.length > 1 && findings.flat().every(({ message }) => message === MISSING)) {
      const inner = place === '' ? 0 : issueAt(place, '').path.length + 1;
      const choices = findings.map((found) => found.map(({ path }) => path.slice(inner)).join(' and ')).join(' or ');
      return [issueAt(place, `must have ${choices}`)];
    }
    return findings.reduce((closest, found) => (found.length < closest.length ? found : closest));
  }

  /** What is wrong in every alternative, the tag itself apart. */
  #sharedBy(candidates: Schema[], data: unknown, place: string, tag: Issue): Issue[] {
    let shared: Issue[] | undefined;
    for (const schema of candidates) {
      const found = this.#judge(schema, data, place).filter(({ path }) => path !== tag.path);
      shared = shared?.filter((one) => found.some(({ path, message }) => path === one.path && message === one.message)) ?? found;
      if (shared.length === 0) break;
    }
    return shared ?? [];
  }

  #alternatives(branches: Schema[]): Schema[] {
    return branches.flatMap((branch) => {
      const schema = this.#resolve(branch);
      const inner = schema.oneOf ?? schema.anyOf;
      return inner && !schema.properties ? this.#alternatives(inner) : [schema];
    });
  }

  #valuesOf(schema: Schema, tag: string): unknown[] | undefined {
    const property = this.#resolve(schema.properties?.[tag] ?? {});
    return 'const' in property ? [property.const] : property.enum;
  }

  #resolve(schema: Schema): Schema {
    return typeof schema.$ref === 'string' ? lookUp(this.#document, schema.$ref.replace(/^contract/, '')) : schema;
  }
}

/** With absolute references, so that its parts can be compiled on their own. */
export const absolute = <T>(schema: T): T =>
  JSON.parse(JSON.stringify(schema), (key, value) => (key === '$ref' ? `contract${value}` : value));

const isObject = (data: unknown): data is Schema => typeof data === 'object' && data !== null && !Array.isArray(data);

function takes(schema: Schema, data: unknown): boolean {
  const types: string[] | undefined = schema.type && [schema.type].flat();
  if (!types) return !('const' in schema) || schema.const === data;
  return types.some((type) => {
    if (type === 'null') return data === null;
    if (type === 'array') return Array.isArray(data);
    if (type === 'object') return isObject(data);
    if (type === 'integer') return Number.isInteger(data);
    return typeof data === type;
  });
}

const kindsOf = (alternatives: Schema[]): string => kinds(alternatives.flatMap(({ type, const: one }) => type ?? typeof one));

const kinds = (types: string[]): string =>
  [...new Set(types)].map((type) => (type === 'null' ? type : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`)).join(' or ');

/** Properties that distinguish the alternatives: constants first, then enumerations, in the order of the document. */
function tagsOf(candidates: Schema[]): string[] {
  const names = [...new Set(candidates.flatMap(({ properties }) => Object.keys(properties ?? {})))];
  const isConstant = (name: string) => candidates.some(({ properties }) => 'const' in (properties?.[name] ?? {}));
  return [...names.filter(isConstant), ...names.filter((name) => !isConstant(name))];
}

const issueAt = (pointer: string, message: string): Issue => ({
  path: pointer
    .split('/')
    .filter(Boolean)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.'),
  message,
});

/** Null for what another finding reports. */
function issueFrom(error: ErrorObject): Issue | null {
  const { keyword, instancePath, message = 'is not valid', params, schema, parentSchema = {}, propertyName } = error;
  const values = params as Record<string, any>;
  const tell = (text: string, ...steps: string[]): Issue => {
    const inner = steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    return issueAt(instancePath + inner, text);
  };
  const words = (text: string): Issue => (propertyName === undefined ? tell(text) : tell(`is not a usable name: ${text}`, propertyName));
  switch (keyword) {
    case 'oneOf':
    case 'anyOf':
      return values.issue;
    // The actual finding stands beside these.
    case 'if':
    case 'propertyNames':
      return null;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return tell('is not known here', values.additionalProperty ?? values.unevaluatedProperty);
    case 'required':
      return tell(MISSING, values.missingProperty);
    case 'dependentRequired':
      return tell(`is required with ${values.property}`, values.missingProperty);
    case 'type':
      return words(`must be ${kinds([values.type].flat())}`);
    case 'enum':
      // A switch lists its values both as such and as texts.
      return words(`must be one of ${[...new Set(values.allowedValues.map(String))].join(', ')}`);
    case 'const':
      return words(`must be ${values.allowedValue}`);
    case 'not':
      // The description of the document says what is excluded.
      return words((schema as Schema)?.description ?? 'is not allowed');
    case 'false schema':
      return words('is not allowed here');
    case 'minLength':
      return words(values.limit === 1 ? 'must not be empty' : counted('at least', values.limit, 'character'));
    case 'minItems':
      return words(counted('at least', values.limit, 'item'));
    case 'minProperties':
      return words(counted('at least', values.limit, 'field'));
    case 'maxLength':
      return words(counted('at most', values.limit, 'character'));
    case 'maxItems':
      return words(counted('at most', values.limit, 'item'));
    case 'maxProperties':
      return words(counted('at most', values.limit, 'field'));
    case 'uniqueItems':
      return tell(`is the same as item ${values.j}`, String(values.i));
    case 'format':
      return words(FORMATS[values.format] ?? message);
    case 'pattern':
      return words(FORMATS[parentSchema.format] ?? parentSchema['x-must'] ?? 'does not have the documented form');
    default:
      return words(message);
  }
}

const counted = (bound: string, limit: number, thing: string): string => `must have ${bound} ${limit} ${thing}${limit === 1 ? '' : 's'}`;

const FORMATS: Record<string, string> = {
  'html-document': 'must be a whole HTML document, which begins with <!doctype html>',
  date: 'must be a date such as 2026-03-01',
  'date-or-moment': NOT_A_DATE,
  moment: NOT_A_MOMENT,
  'date-time': 'must be a moment such as 2026-03-01T09:00:00.000Z',
  email: 'must be an email address',
  uri: 'must be an absolute http or https URL',
  uuid: 'must be a UUID in lower case',
};
