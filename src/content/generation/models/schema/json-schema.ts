import { readFileSync } from 'node:fs';
import type { JSONSchema7 } from '@ai-sdk/provider';

export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  description?: string;
  type?: JSONSchema7['type'];
  const?: string;
  enum?: (string | null)[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
  /** The requirement behind the pattern, to follow the name of the field. */
  'x-must'?: string;
}

const DEFINITIONS = '#/$defs/';

export const refTo = (name: string): Schema => ({ $ref: DEFINITIONS + name });

export const nameIn = (ref: string): string => ref.slice(DEFINITIONS.length);

export function resolved(schema: Schema, definitions: Readonly<Record<string, Schema>>): Schema {
  return schema.$ref === undefined ? schema : resolved(definitions[nameIn(schema.$ref)] ?? {}, definitions);
}

export const branchesOf = ({ anyOf, oneOf }: Schema): Schema[] | undefined => anyOf ?? oneOf;

const DOCUMENT = new URL('../../../../../generated/openapi.json', import.meta.url);
const COMPONENTS = '#/components/schemas/';

let components: Readonly<Record<string, Schema>> | undefined;

function documentSchemas(): Readonly<Record<string, Schema>> {
  components ??= (JSON.parse(readFileSync(DOCUMENT, 'utf8')) as { components: { schemas: Record<string, Schema> } }).components.schemas;
  return components;
}

export function schemasFor(...roots: string[]): Record<string, Schema> {
  const document = documentSchemas();
  const taken: Record<string, Schema> = {};
  const take = (name: string): void => {
    const found = document[name];
    if (Object.hasOwn(taken, name) || found === undefined) return;
    const schema = relative(found);
    taken[name] = schema;
    for (const ref of refsIn(schema)) take(ref);
  };
  for (const root of roots) take(root);
  return taken;
}

function relative(schema: Schema): Schema {
  const { $ref, description, properties, items, anyOf, oneOf, ...rest } = schema;
  return {
    ...rest,
    ...($ref !== undefined && refTo($ref.slice(COMPONENTS.length))),
    ...(description !== undefined && { description: description.replace(/\s+/g, ' ').trim() }),
    ...(properties && { properties: mapped(properties, relative) }),
    ...(items && { items: relative(items) }),
    ...(anyOf && { anyOf: anyOf.map(relative) }),
    ...(oneOf && { oneOf: oneOf.map(relative) }),
  };
}

export const mapped = <From, To>(object: Readonly<Record<string, From>>, change: (value: From, name: string) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));

export function refsIn(schema: Schema): string[] {
  const parts = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ];
  return [...(schema.$ref === undefined ? [] : [nameIn(schema.$ref)]), ...parts.flatMap(refsIn)];
}
