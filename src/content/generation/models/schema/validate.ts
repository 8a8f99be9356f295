import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Draft } from '../../draft/draft.ts';
import type { Operation } from '../filler.ts';
import { branchesOf, refTo, resolved, type Schema } from './json-schema.ts';
import { mapped, schemasFor } from './source.ts';

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
  const findings = new Set<string>();
  for (const error of errors) {
    const finding = findingOf(error, root);
    if (finding !== undefined) findings.add(finding);
  }
  const all = findings.size > 0 ? [...findings] : ['The answer does not fit the schema.'];
  const more = all.length - MOST_FINDINGS;
  return more > 0 ? [...all.slice(0, MOST_FINDINGS), `There are ${more} more findings of this kind.`] : all;
}

const TEXT_OF_VALUE = 60;

function findingOf({ keyword, instancePath, params, message, data, parentSchema }: ErrorObject, root: string): string | undefined {
  const values = params as Readonly<Record<string, unknown>>;
  const at = (name?: unknown) => placeOf(name === undefined ? instancePath : `${instancePath}/${String(name)}`, root);
  const must = (parentSchema as Schema | undefined)?.['x-must'];
  switch (keyword) {
    case 'required':
      return `\`${at(values.missingProperty)}\` is required.`;
    case 'additionalProperties':
      return `\`${at(values.additionalProperty)}\` is not a field that exists there.`;
    case 'enum':
      return `\`${at()}\` must be one of ${(values.allowedValues as unknown[]).join(', ')}, not ${quoted(data)}.`;
    case 'const':
      return `\`${at()}\` must be "${String(values.allowedValue)}".`;
    case 'type':
      return `\`${at()}\` must be of type ${String(values.type)}.`;
    case 'discriminator':
      return `\`${at(values.tag)}\` is not one of the kinds that exist, but ${quoted(values.tagValue)}.`;
    case 'pattern':
      return `\`${at()}\` ${must ?? 'does not have the documented form'}, not ${quoted(data)}.`;
    case 'minLength':
      return `\`${at()}\` is empty: fill it in or leave it out.`;
    case 'maxLength':
      return `\`${at()}\` has more than ${String(values.limit)} characters.`;
    case 'minItems':
      return `\`${at()}\` needs at least ${String(values.limit)} entries.`;
    case 'maxItems':
      return `\`${at()}\` takes at most ${String(values.limit)} entries.`;
    // The branches report their own errors.
    case 'oneOf':
    case 'anyOf':
      return undefined;
    default:
      return `\`${at()}\` ${message ?? 'is not valid'}.`;
  }
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
