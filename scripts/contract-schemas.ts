/**
 * The differences between two schemas in the same place that clients notice.
 *
 * A valid request has to stay valid, so a request may only become wider; clients have to understand every answer, so an answer may only
 * become narrower. So each difference is classified as wider or narrower, and judged by its direction.
 */
import { isDeepStrictEqual as isSame } from 'node:util';
import { lookUp } from '../src/http/contract.ts';

export type Kind = 'breaking' | 'additive';
export type Direction = 'request' | 'answer' | 'error';
export type Report = (kind: Kind, place: string, what: string, direction?: Direction) => void;
export type Node = Record<string, any>;

type Effect = 'narrower' | 'wider' | 'different';

/** One way that a value may look, of one type. */
interface Shape {
  type: string;
  schema: Node;
  name: string | undefined;
}

type Pair = [Shape | undefined, Shape | undefined];
type Match = (one: Shape, other: Shape) => boolean;

/** The keywords that restrict the values of a type: least, greatest, and others. */
const NUMBERS = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
  ['multipleOf', 'format'],
] as const;
const RESTRICTIONS: Record<string, readonly (readonly string[])[]> = {
  string: [['minLength'], ['maxLength'], ['pattern', 'format', 'contentMediaType', 'contentEncoding']],
  number: NUMBERS,
  integer: NUMBERS,
  array: [['minItems', 'minContains', 'uniqueItems'], ['maxItems', 'maxContains'], []],
  object: [['minProperties'], ['maxProperties'], []],
};
/** The defaults of restrictions. */
const UNSAID: Node = { minLength: 0, minItems: 0, minContains: 1, uniqueItems: false, minProperties: 0 };
/** Compared as a whole: which of two is stricter is beyond a comparison like this. `conditions` is ours: see `whole`. */
const CONDITIONS = [
  'not',
  'dependentRequired',
  'dependentSchemas',
  'contains',
  'prefixItems',
  'unevaluatedItems',
  'patternProperties',
  'unevaluatedProperties',
  'conditions',
];

/** The words for an enumeration in an answer that may grow. */
const MORE = /More\s+(may\s+come|values\s+may\s+be\s+added)\./;

/** Texts for people. */
export const FOR_PEOPLE = ['description', 'summary', 'title'];

/** The comparison of all the schemas that one operation meets. */
export class SchemaComparison {
  /** The compared pairs of components, in each direction. They also end recursion. */
  readonly #met = new Set<string>();
  readonly #before: Node;
  readonly #after: Node;
  readonly #report: Report;

  constructor(before: Node, after: Node, report: Report) {
    this.#before = before;
    this.#after = after;
    this.#report = report;
  }

  /** Compares two schemas in the same place. Inside a component the place has its name, so that one change is reported once. */
  compare(place: string, old: Node | boolean, now: Node | boolean, direction: Direction): void {
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
    this.#enumeration(place, old, now, direction);
    const [lower = [], upper = [], others = []] = RESTRICTIONS[type] ?? [];
    for (const keyword of [...lower, ...upper, ...others]) {
      const [was, is] = [old, now].map((schema) => schema[keyword] ?? UNSAID[keyword]);
      if (was === is) continue;
      const isBound = !others.includes(keyword) && was !== undefined && is !== undefined;
      const tightens = lower.includes(keyword) ? is > was : is < was;
      const effect = isBound ? (tightens ? 'narrower' : 'wider') : effectOf(was, is);
      judge(effect, `has ${keyword in now ? `${keyword} ${now[keyword]}` : `no ${keyword}`} now, ${old[keyword] ?? 'none'} before`);
    }
    for (const keyword of CONDITIONS) {
      const [was, is] = [bare(old[keyword]), bare(now[keyword])];
      if (!isSame(was, is)) judge(effectOf(was, is), `meets other conditions (${keyword})`);
    }
    if (type === 'array') this.compare(`${place}[]`, itemsOf(old), itemsOf(now), direction);
    if (type === 'object') this.#object(place, old, now, direction);
  }

  #enumeration(place: string, { enum: old, description }: Node, { enum: now }: Node, direction: Direction): void {
    if (!old || !now) {
      if (old) this.#judge('wider', direction, place, 'may be any value now');
      if (now) this.#judge('narrower', direction, place, `is only ${listed(now.map(quoted))} now`);
      return;
    }
    const gone = old.filter((value: unknown) => !now.includes(value));
    const added = now.filter((value: unknown) => !old.includes(value));
    if (gone.length > 0) this.#judge('narrower', direction, place, `is never ${listed(gone.map(quoted))} now`);
    // Clients have to be ready for an error code that they do not know, and for values that were announced: a new one is no break.
    const isAnnounced = direction === 'error' || (direction === 'answer' && MORE.test(description ?? ''));
    const effect = isAnnounced ? 'narrower' : 'wider';
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
        this.compare(field, was[key], is[key], direction);
      }
    }
    this.#otherFields(place, old.additionalProperties ?? true, now.additionalProperties ?? true, direction);
    if (old.propertyNames || now.propertyNames) {
      this.compare(`${place} (names)`, old.propertyNames ?? true, now.propertyNames ?? true, direction);
    }
  }

  #otherFields(place: string, old: Node | boolean, now: Node | boolean, direction: Direction): void {
    if (old === false && now === false) return;
    if (old === false) this.#report('additive', place, 'may have other fields now', direction);
    else if (now === false) this.#judge('narrower', direction, place, 'has no other fields now');
    else this.compare(`${place}.*`, old, now, direction);
  }

  #judge(effect: Effect, direction: Direction, place: string, what: string): void {
    const harmless: Effect = direction === 'request' ? 'wider' : 'narrower';
    this.#report(effect === harmless ? 'additive' : 'breaking', place, what, direction);
  }
}

export function resolve(document: Node, node: Node | boolean): Node {
  if (typeof node === 'boolean') return node ? {} : { not: {} };
  if (!node.$ref) return node;
  const { $ref, ...beside } = node;
  return { ...resolve(document, lookUp(document, $ref)), ...beside };
}

/** A description of the values of a list may be at the list. */
function itemsOf({ items = true, description }: Node): Node | boolean {
  return typeof items === 'object' && items.enum && !items.description ? { ...items, description } : items;
}

const nameOf = (schema: Node | boolean): string | undefined =>
  typeof schema === 'object' ? (schema.$ref as string | undefined)?.split('/').at(-1) : undefined;

/** The ways that a value of this schema may look: one for each type and each branch of a union, so that `type: [string, 'null']` and a
 * `oneOf` of the two are the same. */
function shapesOf(document: Node, raw: Node | boolean): Shape[] {
  return mergeValues(shapes(document, raw, {}, []));
}

function shapes(document: Node, raw: Node | boolean, outside: Node, unions: string[]): Shape[] {
  const name = nameOf(raw);
  // A union that is a branch of itself is nothing that its other branches are not.
  if (name && unions.includes(name)) return [];
  const schema = whole(document, merge(outside, resolve(document, raw)));
  const union: Node[] = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  const { oneOf, anyOf, ...base } = schema;
  if (union.length > 0 && union.some((branch) => describesValue(resolve(document, branch)))) {
    return union.flatMap((branch) => shapes(document, branch, base, name ? [...unions, name] : unions));
  }
  // Branches with only `required` and similar keywords are conditions on the fields beside them.
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
  const restriction = Object.entries(RESTRICTIONS).find(([, keywords]) => keywords.flat().some((keyword) => keyword in schema));
  return [schema.items ? 'array' : (restriction?.[0] ?? 'any')];
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

/** Pairs old shapes with new ones: first by a constant, then by name, then the rest. */
function pair(old: Shape[], now: Shape[]): Pair[] {
  const pairs: Pair[] = [];
  const left = [...now];
  let open = [...old];
  const ofOneType: Match[] = [
    (one, other) => isTagged(one, other) && one.name === other.name,
    isTagged,
    (one, other) => one.name !== undefined && one.name === other.name,
    (one, other) => isSame(bare(one.schema), bare(other.schema)),
    (one, other) => tagOf(one) === '' || tagOf(other) === '',
    () => old.length === 1 && now.length === 1,
  ];
  const matches: Match[] = [
    ...ofOneType.map(
      (match): Match =>
        (one, other) =>
          one.type === other.type && match(one, other),
    ),
    (one, other) => isWider(one.type, other.type) || isWider(other.type, one.type),
  ];
  for (const match of matches) {
    open = open.filter((shape) => {
      const index = left.findIndex((other) => match(shape, other));
      if (index < 0) return true;
      pairs.push([shape, left.splice(index, 1)[0]]);
      return false;
    });
  }
  return [...pairs, ...open.map((shape): Pair => [shape, undefined]), ...left.map((shape): Pair => [undefined, shape])];
}

const isTagged: Match = (one, other) => tagOf(one) !== '' && tagOf(one) === tagOf(other);

/** The constants that an object carries, such as `type: email_opened`. */
function tagOf({ schema }: Shape): string {
  const tags = Object.entries<Node>(schema.properties ?? {}).filter(([, property]) => typeof property === 'object' && 'const' in property);
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

/** Without the texts for people. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, part]) => !(FOR_PEOPLE.includes(key) && typeof part === 'string'));
  return Object.fromEntries(entries.map(([key, part]) => [key, bare(part)]));
}
