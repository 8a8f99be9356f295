/**
 * What a client notices between two states of the API document.
 *
 * A request that was fine has to stay fine, so a request may only become wider; an answer that a client understood has to stay one that
 * it understands, so an answer may only become narrower. Each difference of two schemas is therefore first found to be the one or the
 * other, and judged by the direction it is met in.
 */

export type Kind = 'breaking' | 'additive';

export interface Change {
  kind: Kind;
  /** The component and the field, or the part of the operation. */
  place: string;
  what: string;
  /** Where it is met: in what clients send, or in what they get. */
  side: 'requests' | 'answers' | undefined;
  operations: string[];
}

type Report = (kind: Kind, place: string, what: string, direction?: Direction) => void;

export interface Comparison {
  changes: Change[];
  /** Differences in what only people read, counted. */
  other: { descriptions: number; examples: number };
}

type Node = Record<string, any>;
type Direction = 'request' | 'answer' | 'error';
type Effect = 'narrower' | 'wider' | 'different';

/** One way that a value may look, of one type. */
interface Shape {
  type: string;
  schema: Node;
  name: string | undefined;
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
/** What restricts the values of a type: least, greatest, and other keywords. */
const NUMBERS = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
  ['multipleOf', 'format'],
] as const;
const RESTRICTIONS: Record<string, readonly (readonly string[])[]> = {
  string: [['minLength'], ['maxLength'], ['pattern', 'format', 'contentMediaType', 'contentEncoding']],
  number: NUMBERS,
  integer: NUMBERS,
  array: [['minItems', 'minContains'], ['maxItems', 'maxContains'], ['uniqueItems']],
  object: [['minProperties'], ['maxProperties'], []],
};
/** Compared as a whole: whether one of them is stricter than another is beyond a comparison like this. */
const CONDITIONS = [
  'not',
  'dependentRequired',
  'dependentSchemas',
  'contains',
  'prefixItems',
  'unevaluatedItems',
  'patternProperties',
  'unevaluatedProperties',
];

export function compareDocuments(before: Node, after: Node): Comparison {
  const changes = new Map<string, Change>();
  const old = operationsOf(before);
  const now = operationsOf(after);
  for (const [key, operation] of old) {
    const next = now.get(key);
    const title = operation.title;
    const report: Report = (kind, place, what, direction) => {
      const side = direction && (direction === 'request' ? 'requests' : 'answers');
      const id = `${kind} ${place} ${what} ${side}`;
      const change = changes.get(id) ?? { kind, place, what, side, operations: [] };
      if (!change.operations.includes(title)) change.operations.push(title);
      changes.set(id, change);
    };
    if (next) new OperationComparison(before, after, report).run(operation, next);
    else report('breaking', title, 'is gone');
  }
  for (const [key, { title }] of now) {
    if (old.has(key)) continue;
    changes.set(`new ${title}`, { kind: 'additive', place: title, what: 'is new', side: undefined, operations: [title] });
  }
  return { changes: [...changes.values()], other: differencesForPeople(before, after) };
}

interface Operation {
  title: string;
  node: Node;
  parameters: Map<string, Node>;
  security: unknown;
}

/** By method and path. What a path parameter is called does not matter: only its place does. */
function operationsOf(document: Node): Map<string, Operation> {
  const operations = new Map<string, Operation>();
  for (const [path, item] of Object.entries<Node>(document.paths ?? {})) {
    const places = [...path.matchAll(/\{(.+?)\}/g)].map(([, name]) => name);
    for (const method of METHODS.filter((name) => item[name])) {
      const node = item[method] as Node;
      const parameters = new Map<string, Node>();
      for (const raw of [...(item.parameters ?? []), ...(node.parameters ?? [])]) {
        const parameter = resolve(document, raw);
        parameters.set(`${parameter.in} ${parameter.in === 'path' ? places.indexOf(parameter.name) : parameter.name}`, parameter);
      }
      operations.set(`${method} ${path.replace(/\{.+?\}/g, '{}')}`, {
        title: `${method.toUpperCase()} ${path}`,
        node,
        parameters,
        security: node.security ?? document.security ?? [],
      });
    }
  }
  return operations;
}

class OperationComparison {
  /** The pairs of components that this operation has met, in each direction. Also what ends recursive schemas. */
  readonly #met = new Set<string>();
  readonly #before: Node;
  readonly #after: Node;
  readonly #report: Report;

  constructor(before: Node, after: Node, report: Report) {
    this.#before = before;
    this.#after = after;
    this.#report = report;
  }

  run(old: Operation, now: Operation): void {
    if (old.node.operationId !== now.node.operationId) {
      this.#report(
        'breaking',
        old.title,
        `is called ${now.node.operationId} now, ${old.node.operationId} before: clients name their methods so`,
      );
    }
    if (!old.node.deprecated && now.node.deprecated) this.#report('additive', old.title, 'is deprecated now');
    if (!isSame(old.security, now.security)) this.#report('breaking', old.title, 'asks for another authentication');
    this.#parameters(old.parameters, now.parameters);
    const [body, nextBody] = [old.node.requestBody, now.node.requestBody];
    this.#body(body && resolve(this.#before, body), nextBody && resolve(this.#after, nextBody));
    this.#responses(old.node.responses ?? {}, now.node.responses ?? {});
  }

  #parameters(old: Map<string, Node>, now: Map<string, Node>): void {
    for (const [key, parameter] of old) {
      const next = now.get(key);
      const place = `${parameter.in} parameter ${parameter.name}`;
      if (!next) {
        this.#report('breaking', place, 'is no longer taken');
        continue;
      }
      this.#required(place, parameter.required, next.required);
      for (const keyword of ['style', 'explode', 'allowReserved']) {
        if (parameter[keyword] !== next[keyword]) this.#report('breaking', place, `is written in another way (${keyword})`);
      }
      this.#schemas(place, parameter.schema ?? {}, next.schema ?? {}, 'request');
    }
    for (const [key, parameter] of now) {
      if (old.has(key)) continue;
      const place = `${parameter.in} parameter ${parameter.name}`;
      this.#report(parameter.required ? 'breaking' : 'additive', place, parameter.required ? 'is new and required' : 'is new');
    }
  }

  #body(old: Node | undefined, now: Node | undefined): void {
    const place = 'request body';
    if (old && now) {
      this.#required(place, old.required, now.required);
      this.#content(place, old.content ?? {}, now.content ?? {}, 'request');
    } else if (old) {
      this.#report('breaking', place, 'is no longer taken');
    } else if (now) {
      this.#report(now.required ? 'breaking' : 'additive', place, now.required ? 'is new and required' : 'is new');
    }
  }

  #responses(old: Node, now: Node): void {
    for (const [status, raw] of Object.entries<Node>(old)) {
      const place = `answer ${status}`;
      const isSuccess = status.startsWith('2');
      if (!now[status]) {
        this.#report(isSuccess ? 'breaking' : 'additive', place, 'is no longer given');
        continue;
      }
      const response = resolve(this.#before, raw);
      const next = resolve(this.#after, now[status]);
      this.#content(place, response.content ?? {}, next.content ?? {}, isSuccess ? 'answer' : 'error');
      for (const header of Object.keys(response.headers ?? {})) {
        if (!next.headers?.[header]) this.#report('breaking', place, `no longer has the header ${header}`);
      }
      for (const header of Object.keys(next.headers ?? {})) {
        if (!response.headers?.[header]) this.#report('additive', place, `has the new header ${header}`);
      }
    }
    for (const status of Object.keys(now)) {
      // A new error is covered by `default`, which every client has to expect. A new success is something to learn.
      if (!old[status]) this.#report(status.startsWith('2') ? 'breaking' : 'additive', `answer ${status}`, 'is new');
    }
  }

  #content(place: string, old: Node, now: Node, direction: Direction): void {
    for (const [type, media] of Object.entries<Node>(old)) {
      if (now[type]) this.#schemas(place, media.schema ?? {}, now[type].schema ?? {}, direction);
      else this.#report('breaking', place, `is no longer ${type}`);
    }
    for (const type of Object.keys(now)) if (!old[type]) this.#report('additive', place, `may be ${type} now`);
  }

  #required(place: string, old: boolean | undefined, now: boolean | undefined): void {
    if (!old && now) this.#report('breaking', place, 'is required now');
    if (old && !now) this.#report('additive', place, 'is optional now');
  }

  /** Two schemas in the same place. Inside of a component the place is named after it, so that one change is told once. */
  #schemas(place: string, old: Node | boolean, now: Node | boolean, direction: Direction): void {
    const [oldName, nowName] = [nameOf(old), nameOf(now)];
    if (oldName && nowName && this.#hasMet(`${direction} ${oldName} ${nowName}`)) return;
    const inside = oldName && oldName === nowName ? oldName : place;
    if (direction === 'request') this.#default(inside, resolve(this.#before, old), resolve(this.#after, now));
    this.#shapes(inside, shapesOf(this.#before, old), shapesOf(this.#after, now), direction);
  }

  #hasMet(pair: string): boolean {
    if (this.#met.has(pair)) return true;
    this.#met.add(pair);
    return false;
  }

  #default(place: string, old: Node, now: Node): void {
    if (old.default === undefined || isSame(old.default, now.default)) return;
    this.#report('breaking', place, `left out, is no longer ${JSON.stringify(old.default)}`, 'request');
  }

  #shapes(place: string, old: Shape[], now: Shape[], direction: Direction): void {
    const [wasAny, isAny] = [old.some(isAnything), now.some(isAnything)];
    if (wasAny !== isAny) {
      const what = isAny ? 'may be anything now' : `is only ${listed(now.map(labelOf))} now`;
      this.#judge(isAny ? 'wider' : 'narrower', direction, place, what);
      return;
    }
    const pairs = pair(old, now);
    const [gone, added]: [string[], string[]] = [[], []];
    for (const [shape, next] of pairs) {
      if (shape && next) this.#shape(pairs.length > 1 && shape.name ? shape.name : place, shape, next, direction);
      else if (shape) gone.push(labelOf(shape));
      else if (next) added.push(labelOf(next));
    }
    if (gone.length > 0) this.#judge('narrower', direction, place, `is never ${listed(gone)} now`);
    if (added.length > 0) this.#judge('wider', direction, place, `may be ${listed(added)} now`);
  }

  #shape(place: string, { type, schema: old, name }: Shape, next: Shape, direction: Direction): void {
    const now = next.schema;
    if (name && next.name && this.#hasMet(`${direction} ${type} ${name} ${next.name}`)) return;
    const judge = (effect: Effect, what: string) => this.#judge(effect, direction, place, what);
    if (type !== next.type) {
      judge(isWider(type, next.type) ? 'wider' : 'narrower', `is of type ${next.type} now, ${type} before`);
      return;
    }
    this.#enumeration(place, old.enum, now.enum, direction);
    const [lower = [], upper = [], others = []] = RESTRICTIONS[type] ?? [];
    for (const keyword of [...lower, ...upper, ...others]) {
      // `uniqueItems: false` restricts nothing.
      const [was, is] = [old, now].map((schema) => (schema[keyword] === false ? undefined : schema[keyword]));
      if (was === is) continue;
      const isBound = !others.includes(keyword) && was !== undefined && is !== undefined;
      const tightens = lower.includes(keyword) ? is > was : is < was;
      const effect = isBound ? (tightens ? 'narrower' : 'wider') : effectOf(was, is);
      judge(effect, `has ${is === undefined ? `no ${keyword}` : `${keyword} ${is}`} now, ${was ?? 'none'} before`);
    }
    for (const keyword of [...CONDITIONS, 'conditions']) {
      const [was, is] = [bare(old[keyword]), bare(now[keyword])];
      if (!isSame(was, is)) judge(effectOf(was, is), `meets other conditions (${keyword})`);
    }
    if (type === 'array') this.#schemas(`${place}[]`, old.items ?? true, now.items ?? true, direction);
    if (type === 'object') this.#object(place, old, now, direction);
  }

  #enumeration(place: string, old: unknown[] | undefined, now: unknown[] | undefined, direction: Direction): void {
    if (!old || !now) {
      if (old) this.#judge('wider', direction, place, 'may be any value now');
      if (now) this.#judge('narrower', direction, place, `is only ${listed(now.map(quoted))} now`);
      return;
    }
    const gone = old.filter((value) => !now.includes(value));
    const added = now.filter((value) => !old.includes(value));
    if (gone.length > 0) this.#judge('narrower', direction, place, `is never ${listed(gone.map(quoted))} now`);
    // Clients have to be ready for an error code that they do not know: a new one is no break.
    const effect = direction === 'error' ? 'narrower' : 'wider';
    if (added.length > 0) this.#judge(effect, direction, place, `may be ${listed(added.map(quoted))} now`);
  }

  #object(place: string, old: Node, now: Node, direction: Direction): void {
    const [was, is]: [Node, Node] = [old.properties ?? {}, now.properties ?? {}];
    const [wasRequired, isRequired]: [string[], string[]] = [old.required ?? [], now.required ?? []];
    for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
      const field = `${place}.${key}`;
      if (!(key in is)) {
        const isTaken = direction === 'request' && now.additionalProperties !== false;
        this.#report(isTaken ? 'additive' : 'breaking', field, 'is gone', direction);
      } else if (!(key in was)) {
        const isDemanded = direction === 'request' && isRequired.includes(key);
        // Clients pass over fields that they do not know: a new one in an answer is no break.
        this.#report(isDemanded ? 'breaking' : 'additive', field, isDemanded ? 'is new and required' : 'is new', direction);
      } else {
        if (wasRequired.includes(key) && !isRequired.includes(key)) this.#judge('wider', direction, field, 'may be missing now');
        if (!wasRequired.includes(key) && isRequired.includes(key)) this.#judge('narrower', direction, field, 'is required now');
        this.#schemas(field, was[key], is[key], direction);
      }
    }
    this.#otherFields(place, old.additionalProperties ?? true, now.additionalProperties ?? true, direction);
    if (old.propertyNames || now.propertyNames) {
      this.#schemas(`${place} (names)`, old.propertyNames ?? true, now.propertyNames ?? true, direction);
    }
  }

  #otherFields(place: string, old: Node | boolean, now: Node | boolean, direction: Direction): void {
    if (old === false && now === false) return;
    if (old === false) this.#report('additive', place, 'may have other fields now', direction);
    else if (now === false) this.#judge('narrower', direction, place, 'has no other fields now');
    else this.#schemas(`${place}.*`, old, now, direction);
  }

  #judge(effect: Effect, direction: Direction, place: string, what: string): void {
    const harmless: Effect = direction === 'request' ? 'wider' : 'narrower';
    this.#report(effect === harmless ? 'additive' : 'breaking', place, what, direction);
  }
}

// Schemas

function resolve(document: Node, node: Node | boolean): Node {
  if (typeof node === 'boolean') return node ? {} : { not: {} };
  if (!node.$ref) return node;
  const { $ref, ...beside } = node;
  const target = ($ref as string)
    .slice(2)
    .split('/')
    .reduce<Node>((at, step) => at[step.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  return { ...resolve(document, target), ...beside };
}

const nameOf = (schema: Node | boolean): string | undefined =>
  typeof schema === 'object' ? (schema.$ref as string | undefined)?.split('/').at(-1) : undefined;

/** The ways that a value of this schema may look: one for each type and each branch of a union, so that `type: [string, 'null']` and a
 * `oneOf` of the two are the same. */
function shapesOf(document: Node, raw: Node | boolean): Shape[] {
  return mergeValues(shapes(document, raw, {}));
}

function shapes(document: Node, raw: Node | boolean, outside: Node): Shape[] {
  const name = nameOf(raw);
  const schema = whole(document, merge(outside, resolve(document, raw)));
  const union: Node[] = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  const { oneOf, anyOf, ...base } = schema;
  if (union.length > 0 && union.some((branch) => describesValue(resolve(document, branch)))) {
    return union.flatMap((branch) => shapes(document, branch, base));
  }
  // Branches that say nothing but `required` and the like are a condition on the fields beside them.
  if (union.length > 0) base.conditions = [...(base.conditions ?? []), { oneOf, anyOf }];
  if ('const' in base) base.enum = [base.const];
  return typesOf(base).map((type) => {
    if (!base.enum) return { type, schema: base, name };
    return { type, schema: { ...base, enum: (base.enum as unknown[]).filter((value) => fits(value, type)) }, name };
  });
}

/** A schema with the parts of its `allOf` in it, and its conditions apart. */
function whole(document: Node, schema: Node): Node {
  const { allOf = [], if: when, then, else: otherwise, ...rest } = schema;
  const parts = (allOf as Node[]).map((part) => whole(document, resolve(document, part)));
  const result = parts.reduce(merge, rest);
  if (when !== undefined) result.conditions = [...(result.conditions ?? []), { if: when, then, else: otherwise }];
  return result;
}

function merge(one: Node, other: Node): Node {
  const merged: Node = { ...one, ...other };
  for (const keyword of ['required', 'conditions']) {
    if (one[keyword] && other[keyword]) merged[keyword] = [...new Set([...one[keyword], ...other[keyword]])];
  }
  if (one.properties && other.properties) {
    merged.properties = { ...one.properties, ...other.properties };
    for (const key of Object.keys(other.properties)) {
      if (one.properties[key]) merged.properties[key] = { ...one.properties[key], ...other.properties[key] };
    }
  }
  return merged;
}

const describesValue = (schema: Node): boolean =>
  ['type', 'enum', 'const', 'properties', 'items', 'oneOf', 'anyOf', 'allOf'].some((keyword) => keyword in schema);

function typesOf(schema: Node): string[] {
  if (schema.type) return [schema.type].flat();
  if (schema.enum) return [...new Set((schema.enum as unknown[]).map(typeOf))];
  if (schema.properties || schema.required || schema.additionalProperties !== undefined) return ['object'];
  const told = Object.entries(RESTRICTIONS).find(([, keywords]) => keywords.flat().some((keyword) => keyword in schema));
  return [schema.items ? 'array' : (told?.[0] ?? 'any')];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

const fits = (value: unknown, type: string): boolean => typeOf(value) === type || (type === 'number' && typeof value === 'number');

/** A union of constants is an enumeration. */
function mergeValues(all: Shape[]): Shape[] {
  const result: Shape[] = [];
  for (const shape of all) {
    const alike = shape.schema.enum && result.find((other) => other.type === shape.type && other.schema.enum);
    if (alike) alike.schema = { ...alike.schema, enum: [...new Set([...alike.schema.enum, ...shape.schema.enum])] };
    else result.push(shape);
  }
  return result;
}

/** Which way of looking has become which: first those that tell themselves apart by a constant, then those of one name, then the rest. */
function pair(old: Shape[], now: Shape[]): [Shape | undefined, Shape | undefined][] {
  const pairs: [Shape | undefined, Shape | undefined][] = [];
  const left = [...now];
  let open = [...old];
  const isPair: ((one: Shape, other: Shape) => boolean)[] = [
    (one, other) => one.type === other.type && tagOf(one) !== '' && tagOf(one) === tagOf(other) && one.name === other.name,
    (one, other) => one.type === other.type && tagOf(one) !== '' && tagOf(one) === tagOf(other),
    (one, other) => one.type === other.type && one.name !== undefined && one.name === other.name,
    (one, other) => one.type === other.type && isSame(bare(one.schema), bare(other.schema)),
    (one, other) => one.type === other.type && (tagOf(one) === '' || tagOf(other) === ''),
    (one, other) => one.type === other.type && old.length === 1 && now.length === 1,
    (one, other) => isWider(one.type, other.type) || isWider(other.type, one.type),
  ];
  for (const match of isPair) {
    open = open.filter((shape) => {
      const index = left.findIndex((other) => match(shape, other));
      if (index < 0) return true;
      pairs.push([shape, left.splice(index, 1)[0]]);
      return false;
    });
  }
  return [
    ...pairs,
    ...open.map((shape) => [shape, undefined] as [Shape, undefined]),
    ...left.map((shape) => [undefined, shape] as [undefined, Shape]),
  ];
}

/** The constants that an object carries, such as `type: email_opened`. */
function tagOf({ schema }: Shape): string {
  const tags = Object.entries<Node>(schema.properties ?? {}).filter(([, property]) => property && 'const' in property);
  return tags
    .map(([key, property]) => `${key}=${property.const}`)
    .sort()
    .join(' ');
}

const labelOf = (shape: Shape): string => shape.name ?? [shape.type, tagOf(shape)].filter(Boolean).join(' ');

const quoted = (value: unknown): string => JSON.stringify(value);

const listed = (words: string[]): string => words.join(', ').replace(/, ([^,]*)$/, ' or $1');

const isAnything = ({ type }: Shape): boolean => type === 'any';

const isWider = (type: string, next: string): boolean => type === 'integer' && next === 'number';

function effectOf(was: unknown, is: unknown): Effect {
  if (was === undefined) return 'narrower';
  return is === undefined ? 'wider' : 'different';
}

/** Without what only people read. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, part]) => !(FOR_PEOPLE.includes(key) && typeof part === 'string'));
  return Object.fromEntries(entries.map(([key, part]) => [key, bare(part)]));
}

const FOR_PEOPLE = ['description', 'summary', 'title'];

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}

// What only people read

function differencesForPeople(before: Node, after: Node): Comparison['other'] {
  const count = (texts: (document: Node) => Map<string, string>) => {
    const [old, now] = [texts(before), texts(after)];
    return [...new Set([...old.keys(), ...now.keys()])].filter((place) => old.get(place) !== now.get(place)).length;
  };
  return { descriptions: count((document) => textsOf(document, false)), examples: count((document) => textsOf(document, true)) };
}

/** The descriptions, or the examples, of a document by their place. */
function textsOf(document: Node, examples: boolean): Map<string, string> {
  const texts = new Map<string, string>();
  const visit = (node: unknown, place: string): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, part] of Object.entries(node)) {
      const at = `${place}/${key}`;
      if ((key === 'example' || key === 'examples') && !place.endsWith('/properties')) {
        if (!examples) continue;
        const named = key === 'examples' ? Object.entries(part as Node) : [['', part]];
        for (const [name, example] of named) texts.set(`${at}/${name}`, JSON.stringify(example));
      } else if (FOR_PEOPLE.includes(key) && typeof part === 'string') {
        if (!examples) texts.set(at, part);
      } else {
        visit(part, at);
      }
    }
  };
  visit(document, '');
  return texts;
}
