import type { AnswerSchema } from './answer.ts';
import { nameIn, type Schema } from './json-schema.ts';

const known = new WeakMap<AnswerSchema, string>();

/** In TypeScript notation, a third of the tokens of JSON Schema. For models whose server takes no schema, or hides it from them. */
export function outlineOf(answer: AnswerSchema): string {
  const found = known.get(answer) ?? build(answer);
  known.set(answer, found);
  return found;
}

function build({ root, definitions }: AnswerSchema): string {
  const types = Object.entries(definitions).map(([name, schema]) => `${comment(schema, '')}type ${name} = ${typeOf(schema, '')}`);
  return [`type Answer = ${typeOf(root, '')}`, ...types].join('\n');
}

function typeOf(schema: Schema, indent: string): string {
  const { $ref, const: constant, enum: values, items, anyOf, oneOf, type } = schema;
  const branches = anyOf ?? oneOf;
  if ($ref !== undefined) return nameIn($ref);
  if (constant !== undefined) return JSON.stringify(constant);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (branches) return branches.map((branch) => typeOf(branch, indent)).join(' | ');
  if (items) return items.$ref === undefined && (items.anyOf || items.enum) ? `(${typeOf(items, indent)})[]` : `${typeOf(items, indent)}[]`;
  if (type === 'object') return fields(schema, indent);
  return [type].flat().join(' | ');
}

function fields({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const all = Object.entries(properties);
  if (all.length === 1) return `{ ${all.map(([name, schema]) => `${name}: ${typeOf(schema, inner)}`).join('')} }`;
  const lines = all.map(([name, schema]) => {
    const words = schema.description === undefined ? '' : ` // ${schema.description}${limits(schema)}`;
    return `${inner}${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)}${words}`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

const comment = (schema: Schema, indent: string): string =>
  schema.description === undefined ? '' : `${indent}// ${schema.description}${limits(schema)}\n`;

function limits({ maxLength, maxItems, minItems, pattern }: Schema): string {
  if (maxItems !== undefined) return ` ${minItems ?? 0} to ${maxItems}.`;
  if (pattern !== undefined && pattern.length <= 40) return ` Pattern ${pattern}`;
  return maxLength !== undefined && maxLength <= 500 ? ` At most ${maxLength} characters.` : '';
}
