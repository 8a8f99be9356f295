import type { AnswerSchema } from './answer.ts';
import { mapped, nameIn, type Schema } from './json-schema.ts';

/**
 * `strict`: every field is required, null where it is left out, no bounds. `plain`: optional fields, no bounds. `full`: bounds and
 * patterns, for models that read the schema but are not held to it. `google`: `plain` without `const`.
 */
export type Dialect = 'strict' | 'plain' | 'full' | 'google';

const known = new WeakMap<AnswerSchema, Map<Dialect, Schema>>();

export function inDialect(answer: AnswerSchema, dialect: Dialect): Schema {
  const made = known.get(answer) ?? new Map<Dialect, Schema>();
  known.set(answer, made);
  const found = made.get(dialect) ?? build(answer, dialect);
  made.set(dialect, found);
  return found;
}

function build({ root, definitions }: AnswerSchema, dialect: Dialect): Schema {
  const shared = mapped(definitions, (schema) => translated(schema, dialect, definitions));
  return { ...translated(root, dialect, definitions), ...(Object.keys(shared).length > 0 && { $defs: shared }) };
}

type Definitions = AnswerSchema['definitions'];

function translated(given: Schema, dialect: Dialect, definitions: Definitions): Schema {
  const schema = dialect === 'full' ? given : withLeaf(given, definitions);
  const { $ref, description, type, properties, required = [], items, anyOf, oneOf } = schema;
  const branches = anyOf ?? oneOf;
  // OpenAI and Google accept nothing beside a reference.
  if ($ref !== undefined) return dialect === 'full' && description !== undefined ? { description, $ref } : { $ref };
  return {
    ...(description !== undefined && { description }),
    ...(type !== undefined && { type }),
    ...constants(schema, dialect),
    ...(dialect === 'full' && bounds(schema)),
    ...(items && { items: translated(items, dialect, definitions) }),
    ...(branches && { anyOf: branches.map((branch) => translated(branch, dialect, definitions)) }),
    ...(type === 'object' && {
      properties: mapped(properties ?? {}, (property, name) =>
        dialect === 'strict' && !required.includes(name) ? nullable(property, definitions) : translated(property, dialect, definitions),
      ),
      required: dialect === 'strict' ? Object.keys(properties ?? {}) : required,
      additionalProperties: false,
    }),
  };
}

/** Inlines a referenced string, so the field can keep its own description. */
function withLeaf(schema: Schema, definitions: Definitions): Schema {
  const leaf = schema.$ref === undefined || schema.description === undefined ? undefined : definitions[nameIn(schema.$ref)];
  if (leaf?.type !== 'string' || leaf.enum) return schema;
  return { ...leaf, description: schema.description };
}

function constants({ const: constant, enum: values }: Schema, dialect: Dialect): Schema {
  if (constant !== undefined) return { type: 'string', ...(dialect === 'google' ? { enum: [constant] } : { const: constant }) };
  return values ? { enum: values } : {};
}

function bounds({ minItems, maxItems, minLength, maxLength, minimum, maximum, pattern }: Schema): Schema {
  const all = { minItems, maxItems, minLength, maxLength, minimum, maximum, pattern };
  return Object.fromEntries(Object.entries(all).filter(([, bound]) => bound !== undefined));
}

/** Strict servers require every field, so an omitted one is null. */
function nullable(property: Schema, definitions: Definitions): Schema {
  const schema = translated(property, 'strict', definitions);
  const { description } = property;
  if (schema.$ref !== undefined) return { ...(description !== undefined && { description }), anyOf: [schema, { type: 'null' }] };
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  if (typeof schema.type !== 'string') return schema;
  return { ...schema, type: [schema.type, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) };
}
