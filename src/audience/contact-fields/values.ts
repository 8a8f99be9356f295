import type { components } from '../../../generated/api.d.ts';
import type { ContactFieldDefinition } from '../../../generated/prisma/client.ts';
import { momentOf, NOT_A_DATE } from '../../shared/dates.ts';
import { distinct, isBlank } from '../../shared/entries.ts';
import type { Issue } from '../../shared/errors.ts';

/** A value as `contacts.custom_fields` holds it; null clears. Dates are ISO texts in UTC with milliseconds. */
export type CustomValue = string | number | boolean | string[] | null;
export type CustomValues = Record<string, CustomValue>;

/** By `api_name`; archived ones too, so that a refusal can tell them from unknown ones. */
export type Definitions = ReadonlyMap<string, Pick<ContactFieldDefinition, 'valueType' | 'status'>>;

type ValueType = components['schemas']['ContactFieldType'];

/** The words about a value of another type, to follow the name of a field. */
export const KINDS: Record<ValueType, string> = {
  string: 'must be a text',
  number: 'must be a number',
  boolean: 'must be true or false',
  date: NOT_A_DATE,
  list: 'must be an array of texts',
};

/** The values of a write as they are stored, or what is wrong with them. */
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

/** A value in the form of its type; null, which clears, of null, of an empty text and of an empty list. Undefined when it is of another type. */
function readValue(type: ValueType, value: CustomValue): CustomValue | undefined {
  if (isBlank(value)) return null;
  if (type === 'list') return Array.isArray(value) ? distinct(value) : undefined;
  if (type === 'date') return typeof value === 'string' ? (dateOf(value) ?? undefined) : undefined;
  if (typeof value !== type) return undefined;
  return typeof value === 'string' ? value.normalize('NFC') : value;
}

/** A date as it is kept, an ISO text in UTC with milliseconds; null for what is none. */
export const dateOf = (text: string): string | null => momentOf(text)?.toISOString() ?? null;
