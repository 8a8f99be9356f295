import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Draft } from '../../draft/draft.ts';
import type { Operation } from '../filler.ts';
import { branchesOf, mapped, refTo, resolved, type Schema, schemasFor } from './json-schema.ts';

const MOST_OPERATIONS = 200;
const MOST_FINDINGS = 15;

interface Validators {
  draft: ValidateFunction<Draft>;
  operations: ValidateFunction<Operation[]>;
}

const known = new Map<'page' | 'email', Validators>();

export type Validated<Value> = { value: Value } | { findings: string[] };

export const validateDraft = (kind: 'page' | 'email', value: unknown): Validated<Draft> => run(validatorsOf(kind).draft, value, '');

export const validateOperations = (kind: 'page' | 'email', value: unknown): Validated<Operation[]> =>
  run(validatorsOf(kind).operations, value, 'operations');

function run<Value>(validate: ValidateFunction<Value>, value: unknown, root: string): Validated<Value> {
  return validate(value) ? { value } : { findings: findingsOf(validate.errors ?? [], root) };
}

function validatorsOf(kind: 'page' | 'email'): Validators {
  const prefix = kind === 'page' ? 'Page' : 'Email';
  const found = known.get(kind) ?? { draft: compiled(`${prefix}Draft`, false), operations: compiled(`${prefix}DraftOperation`, true) };
  known.set(kind, found);
  return found;
}

function compiled<Value>(name: string, isList: boolean): ValidateFunction<Value> {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    validateSchema: false,
    discriminator: true,
    validateFormats: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  const definitions = schemasFor(name);
  const root: Schema = isList ? { type: 'array', minItems: 1, maxItems: MOST_OPERATIONS, items: refTo(name) } : refTo(name);
  return ajv.compile<Value>({ ...root, $defs: mapped(definitions, (schema) => discriminated(schema, definitions)) });
}

/** Names the field that tells the branches of a union apart, so only the intended branch reports errors. */
function discriminated(
  schema: Schema,
  definitions: Readonly<Record<string, Schema>>,
): Schema & { discriminator?: { propertyName: string } } {
  const { properties, items } = schema;
  const branches = branchesOf(schema);
  const inner = {
    ...schema,
    ...(properties && { properties: mapped(properties, (property) => discriminated(property, definitions)) }),
    ...(items && { items: discriminated(items, definitions) }),
  };
  const options = branches?.map((branch) => resolved(branch, definitions)) ?? [];
  const tag = Object.keys(options[0]?.properties ?? {}).find((name) =>
    options.every((option) => option.properties?.[name]?.const !== undefined),
  );
  return tag === undefined ? inner : { ...inner, discriminator: { propertyName: tag } };
}

/** Places are written as in edits: `blocks[2].items[0].heading`. */
function findingsOf(errors: readonly ErrorObject[], root: string): string[] {
  const findings = new Set(errors.flatMap((error) => findingOf(error, root) ?? []));
  const all = findings.size > 0 ? [...findings] : ['The answer does not fit the schema.'];
  const more = all.length - MOST_FINDINGS;
  return more > 0 ? [...all.slice(0, MOST_FINDINGS), `There are ${more} more findings of this kind.`] : all;
}

const TEXT_OF_VALUE = 60;

type Params = Readonly<Record<string, unknown>>;

/** What is wrong, by the keyword of the schema. The branches of a union report their own errors. */
const MESSAGES: Record<string, (params: Params, data: unknown, schema: Schema | undefined) => string | undefined> = {
  required: () => 'is required',
  additionalProperties: () => 'is not a field that exists there',
  enum: ({ allowedValues }, data) => `must be one of ${(allowedValues as unknown[]).join(', ')}, not ${quoted(data)}`,
  const: ({ allowedValue }) => `must be "${String(allowedValue)}"`,
  type: ({ type }) => `must be of type ${String(type)}`,
  discriminator: ({ tagValue }) => `is not one of the kinds that exist, but ${quoted(tagValue)}`,
  pattern: (_params, data, schema) => `${schema?.['x-must'] ?? 'does not have the documented form'}, not ${quoted(data)}`,
  minLength: () => 'is empty: fill it in or leave it out',
  maxLength: ({ limit }) => `has more than ${String(limit)} characters`,
  minItems: ({ limit }) => `needs at least ${String(limit)} entries`,
  maxItems: ({ limit }) => `takes at most ${String(limit)} entries`,
  oneOf: () => undefined,
  anyOf: () => undefined,
};

function findingOf({ keyword, instancePath, params, message, data, parentSchema }: ErrorObject, root: string): string | undefined {
  const values = params as Params;
  const name = values.missingProperty ?? values.additionalProperty ?? values.tag;
  const place = placeOf(name === undefined ? instancePath : `${instancePath}/${String(name)}`, root);
  const said = Object.hasOwn(MESSAGES, keyword)
    ? MESSAGES[keyword]?.(values, data, parentSchema as Schema | undefined)
    : (message ?? 'is not valid');
  return said === undefined ? undefined : `\`${place}\` ${said}.`;
}

function quoted(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > TEXT_OF_VALUE ? `${text.slice(0, TEXT_OF_VALUE).toWellFormed()}…` : text;
}

function placeOf(pointer: string, root: string): string {
  const steps = pointer.split('/').slice(1);
  const place = steps
    .map((step) => (/^\d{1,6}$/.test(step) ? `[${step}]` : `.${step.replaceAll('~1', '/').replaceAll('~0', '~')}`))
    .join('');
  return `${root}${root ? place : place.replace(/^\./, '')}`.slice(0, 200) || 'draft';
}
