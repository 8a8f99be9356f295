import { type AnswerSchema, ENTRIES, SCALARS } from './answer.ts';
import { branchesOf, nameIn, resolved, type Schema } from './json-schema.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Removes "left out" fields, unwraps `set`, and fixes slips with one meaning (a number for a text). The validator reports the rest. */
export function restored(value: unknown, { root, definitions }: AnswerSchema): unknown {
  return restore(value, root, definitions);
}

type Definitions = Readonly<Record<string, Schema>>;

function restore(value: unknown, schema: Schema, definitions: Definitions): unknown {
  if (schema.$ref !== undefined && nameIn(schema.$ref) === 'SetValue') return unwrapped(value, resolved(schema, definitions), definitions);
  const target = resolved(schema, definitions);
  const branches = branchesOf(target);
  if (branches) {
    const branch = branchFor(value, branches, definitions);
    if (branch) return restore(value, branch, definitions);
    const inner = parsedTwice(value);
    return inner === undefined ? value : restore(inner, schema, definitions);
  }
  if (target.type === 'object' || target.type === 'array') {
    const inner = parsedTwice(value);
    if (inner !== undefined) return restore(inner, target, definitions);
  }
  const { items, properties } = target;
  if (Array.isArray(value)) return items ? value.filter((one) => one !== null).map((one) => restore(one, items, definitions)) : value;
  if (isFields(value)) return properties ? restoreFields(value, target, definitions) : value;
  return restoreScalar(value, target);
}

/** Models write an object as a string of JSON, mostly in tool calls. */
function parsedTwice(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s{0,20}[[{]/.test(value)) return undefined;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}

function restoreFields(value: Fields, { properties = {}, required = [] }: Schema, definitions: Definitions): Fields {
  const kept = Object.entries(value).flatMap(([name, field]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema === undefined) return field === null ? [] : [[name, field] as const];
    const result = restore(field, schema, definitions);
    return !required.includes(name) && isLeftOut(result) ? [] : [[name, result] as const];
  });
  return Object.fromEntries(kept);
}

/** Models write null, an empty text or an empty list for an optional field. No optional field means any of them. */
const isLeftOut = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() === '' : value === null || (typeof value === 'object' && Object.keys(value).length === 0);

function restoreScalar(value: unknown, { type, enum: values, const: constant }: Schema): unknown {
  if (typeof value === 'number' && type === 'string') return String(value);
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  const allowed = values ?? (constant === undefined ? undefined : [constant]);
  return allowed && !allowed.includes(value) && allowed.includes(word) ? word : value;
}

/** By its constant (`kind`, `op`), otherwise the first branch whose required fields are present. */
function branchFor(value: unknown, branches: readonly Schema[], definitions: Definitions): Schema | undefined {
  const options = branches.map((branch) => resolved(branch, definitions));
  if (!isFields(value)) return options.find((option) => takesScalar(option, value));
  const objects = options.filter(({ type }) => type === 'object');
  const tagged = objects.find(({ properties = {} }) =>
    Object.entries(properties).some(([name, { const: constant }]) => constant !== undefined && value[name] === constant),
  );
  return tagged ?? objects.find(({ required = [] }) => required.every((name) => Object.hasOwn(value, name)));
}

function takesScalar({ type, items, enum: values }: Schema, value: unknown): boolean {
  if (Array.isArray(value)) return items !== undefined;
  if (values) return typeof value === 'string' && values.includes(value.trim().toLowerCase());
  return type === typeof value;
}

/** `{"string": "Hello"}` is `"Hello"`. A value without a wrapper is kept. */
function unwrapped(given: unknown, { anyOf = [] }: Schema, definitions: Definitions): unknown {
  const value = parsedTwice(given) ?? given;
  if (!isFields(value)) return given;
  const [entry, ...more] = Object.entries(value).filter(([, field]) => field !== null);
  if (entry === undefined || more.length > 0) return given;
  const [name, inner] = entry;
  const branch = anyOf.find(({ properties = {} }) => Object.hasOwn(properties, name))?.properties?.[name];
  if (branch === undefined) return given;
  if (name === ENTRIES && Array.isArray(inner))
    return inner.map((one) => unwrapped(one, { anyOf: branch.items?.anyOf ?? [] }, definitions));
  // `{"drawing": "sea"}` is a drawing itself, and `{"drawing": {"drawing": "sea"}}` wraps one.
  const wraps = Object.hasOwn(SCALARS, name) ? !isFields(inner) : isFields(inner);
  return wraps ? restore(inner, branch, definitions) : value;
}
