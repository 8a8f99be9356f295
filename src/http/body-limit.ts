type Schema = Record<string, any>;

const MIB = 1024 * 1024;

/** What every body may have. */
export const COMMON_LIMIT = 5 * MIB;
/** What a schema has to stay below to be taken whole, whatever its texts hold. Batches do not, and have the common limit. */
const LARGEST_LIMIT = 16 * MIB;

/** JSON may write any unit of UTF-16, and any byte of UTF-8, as `\u003c`. */
const ESCAPED = 6;
/** Of texts without a length: they have a form, as identifiers do. */
const SHORT_TEXT = 64;
/** Numbers, `null`, and what else is short; and the quotes, comma and blanks around a value or a name. */
const SMALL = 32;

/**
 * How large the body of an operation may be, in bytes: what its schema allows, were every character escaped, but not less than
 * every body may have. @param follow finds what a reference points at
 */
export function bodyLimitOf(schema: Schema, follow: (reference: string) => Schema): number {
  const needed = Math.ceil((bytesOf(schema, follow, []) + SMALL) / MIB) * MIB;
  return needed > LARGEST_LIMIT ? COMMON_LIMIT : Math.max(COMMON_LIMIT, needed);
}

/** The most bytes of a value that fits the schema. @param within the components that lead here; what is in itself is counted once */
function bytesOf(schema: Schema, follow: (reference: string) => Schema, within: readonly string[]): number {
  const { $ref, type, properties = {}, additionalProperties, maxProperties = 1, items = {}, maxItems = 1 } = schema;
  if ($ref) return within.includes($ref) ? 0 : bytesOf(follow($ref), follow, [...within, $ref]);
  const sizeOf = (inner: object) => SMALL + bytesOf(inner, follow, within);
  const kinds = [type].flat();
  const sizes = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].map(sizeOf);
  if (kinds.includes('string')) sizes.push(ESCAPED * (schema.maxLength ?? SHORT_TEXT));
  if (kinds.includes('array')) sizes.push(maxItems * sizeOf(items));
  const named = Object.entries(properties).map(([name, property]) => name.length + sizeOf(property as object));
  const unnamed = typeof additionalProperties === 'object' ? maxProperties * sizeOf(additionalProperties) : 0;
  sizes.push(named.reduce((sum, size) => sum + size, unnamed));
  return Math.max(SMALL, ...sizes);
}
