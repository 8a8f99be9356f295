import { type Document, lookUp } from '../http/contract.ts';

export type Schema = Record<string, unknown>;

export const objectOf = (required: string[], properties: Schema): Schema => ({
  type: 'object',
  additionalProperties: false,
  ...(required.length > 0 && { required }),
  properties,
});

/** For readers, generators, or our own Ajv. */
const LEFT_OUT = ['example', 'examples', 'discriminator'];
/** Standard formats. Other validators may fail on the rest, which the service checks anyway. */
const FORMATS = ['date', 'date-time', 'email', 'uuid'];
const MAPS = ['properties', 'patternProperties', 'dependentSchemas'];
const VALUES = ['enum', 'const', 'default', 'required', 'dependentRequired'];
/** A schema this short is no longer than a reference to it. */
const SHORT = 160;

/**
 * Makes a schema of the document self-contained: schemas that are short or used once are inlined, others are in `$defs` by name. @param
 * plain transforms descriptions
 */
export function selfContained(document: Document, root: Schema, plain: (description: string) => string): Schema {
  const met = new Map<string, { schema: Schema; uses: number }>();
  const count = (node: unknown): void => {
    if (!node || typeof node !== 'object') return;
    const { $ref } = node as { $ref?: unknown };
    if (typeof $ref === 'string') {
      const known = met.get($ref);
      if (known) known.uses += 1;
      else {
        const schema = cleaned(lookUp(document, $ref), plain) as Schema;
        met.set($ref, { schema, uses: 1 });
        count(schema);
      }
    }
    for (const child of Object.values(node)) count(child);
  };
  const clean = cleaned(root, plain) as Schema;
  count(clean);

  const definitions: Schema = {};
  const write = (node: unknown): unknown => {
    if (!node || typeof node !== 'object') return node;
    if (Array.isArray(node)) return node.map(write);
    const { $ref, ...beside } = node as Schema;
    const own = Object.fromEntries(Object.entries(beside).map(([key, child]) => [key, write(child)]));
    const found = typeof $ref === 'string' && met.get($ref);
    if (!found) return own;
    // Recursive schemas are met twice, so this ends.
    if (found.uses === 1 || isShort(found.schema)) return { ...(write(found.schema) as Schema), ...own };
    const name = ($ref as string).slice(($ref as string).lastIndexOf('/') + 1);
    if (!(name in definitions)) {
      // Reserved first, since it may refer to itself.
      definitions[name] = undefined;
      definitions[name] = write(found.schema);
    }
    return { $ref: `#/$defs/${name}`, ...own };
  };
  const written = write(clean) as Schema;
  return Object.keys(definitions).length > 0 ? { ...written, $defs: definitions } : written;
}

function isShort(schema: Schema): boolean {
  const text = JSON.stringify(schema);
  return text.length <= SHORT && !text.includes('"$ref"');
}

function cleaned(node: unknown, plain: (description: string) => string): unknown {
  if (Array.isArray(node)) return node.map((child) => cleaned(child, plain));
  if (!node || typeof node !== 'object') return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]): [string, unknown][] => {
      if (LEFT_OUT.includes(key) || key.startsWith('x-') || (key === 'format' && !FORMATS.includes(value))) return [];
      if (key === 'description') return [[key, plain(value)]];
      if (VALUES.includes(key)) return [[key, value]];
      if (MAPS.includes(key))
        return [[key, Object.fromEntries(Object.entries(value).map(([name, child]) => [name, cleaned(child, plain)]))]];
      return [[key, cleaned(value, plain)]];
    }),
  );
}
