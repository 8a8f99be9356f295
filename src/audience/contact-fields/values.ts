import type { components } from '../../../generated/api.d.ts';
import type { ContactFieldDefinition } from '../../../generated/prisma/client.ts';
import { momentOf, NOT_A_DATE } from '../../shared/dates.ts';
import type { Issue } from '../../shared/errors.ts';

/** Null clears. Dates are ISO texts in UTC with milliseconds. */
export type CustomValue = string | number | boolean | null;
export type CustomValues = Record<string, CustomValue>;

/** By `api_name`; archived ones too, so that a refusal can name them. */
export type Definitions = ReadonlyMap<string, Pick<ContactFieldDefinition, 'valueType' | 'status'>>;

type ValueType = components['schemas']['ContactFieldType'];

/** Follows the name of a field. */
export const KINDS: Record<ValueType, string> = {
  string: 'must be a text',
  number: 'must be a number',
  boolean: 'must be true or false',
  date: NOT_A_DATE,
};

export function readCustomValues(given: CustomValues, definitions: Definitions): { values: CustomValues; issues: Issue[] } {
  const values: CustomValues = {};
  const issues: Issue[] = [];
  for (const [name, value] of Object.entries(given)) {
    const refuse = (message: string) => issues.push({ path: `custom_fields.${name}`, message });
    const definition = definitions.get(name);
    const read = definition && readValue(definition.valueType as ValueType, value);
    if (!definition) refuse('is not a custom field of this workspace');
    else if (definition.status === 'archived') refuse('is an archived custom field');
    else if (read === undefined) refuse(KINDS[definition.valueType as ValueType]);
    else values[name] = read;
  }
  return { values, issues };
}

/** Null, which clears, for null and an empty text; undefined for a value of another type. */
function readValue(type: ValueType, value: CustomValue): CustomValue | undefined {
  if (value === null || value === '') return null;
  if (type === 'date') return typeof value === 'string' ? (dateOf(value) ?? undefined) : undefined;
  if (typeof value !== type) return undefined;
  return typeof value === 'string' ? value.normalize('NFC') : value;
}

/** In UTC with milliseconds; null for a text that is no date. */
export const dateOf = (text: string): string | null => momentOf(text)?.toISOString() ?? null;
