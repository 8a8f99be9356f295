type Schema = Record<string, any>;

const MIB = 1024 * 1024;

export const COMMON_LIMIT = 5 * MIB;
/** A schema up to this size accepts every body that fits it. Larger ones, such as batches, have the common limit. */
const LARGEST_LIMIT = 16 * MIB;

const ESCAPED = 6;
/** Texts without a length have a form, as identifiers do. */
const SHORT_TEXT = 64;
/** Numbers, `null`, and the quotes, comma and blanks around a value or a name. */
const SMALL = 32;

/**
 * The most bytes of a body that fits the schema with every character escaped, and at least the common limit.
 * @param follow resolves a reference
 */
export function bodyLimitOf(schema: Schema, follow: (reference: string) => Schema): number {
  const needed = Math.ceil((bytesOf(schema, follow, []) + SMALL) / MIB) * MIB;
  return needed > LARGEST_LIMIT ? COMMON_LIMIT : Math.max(COMMON_LIMIT, needed);
}

/** @param within the references that lead here, so that a recursive schema is counted once */
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
