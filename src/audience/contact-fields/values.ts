import type { components } from '../../../generated/api.d.ts';
import type { ContactFieldDefinition } from '../../../generated/prisma/client.ts';
import type { Issue } from '../../shared/errors.ts';

/** A value as `contacts.custom_fields` holds it; null clears. Dates are ISO texts in UTC with milliseconds. */
export type CustomValue = string | number | boolean | null;
export type CustomValues = Record<string, CustomValue>;

/** By `api_name`; archived ones too, so that a refusal can tell them from unknown ones. */
export type Definitions = ReadonlyMap<string, Pick<ContactFieldDefinition, 'valueType' | 'status'>>;

type ValueType = components['schemas']['ContactFieldType'];

const KINDS: Record<ValueType, string> = {
  string: 'must be a text',
  number: 'must be a number',
  boolean: 'must be true or false',
  date: 'must be a date such as 2026-03-01, or a moment such as 2026-03-01T09:00:00Z',
};

/** The values of a write as they are stored, or what is wrong with them. */
export function readCustomValues(given: CustomValues, definitions: Definitions): { values: CustomValues; issues: Issue[] } {
  const values: CustomValues = {};
  const issues: Issue[] = [];
  for (const [name, value] of Object.entries(given)) {
    const refuse = (message: string) => issues.push({ path: `custom_fields.${name}`, message });
    const definition = definitions.get(name);
    const read = definition && readValue(definition.valueType as ValueType, value);
    if (!definition) refuse('is not a known field');
    else if (definition.status === 'archived') refuse('is an archived field');
    else if (read === undefined) refuse(KINDS[definition.valueType as ValueType]);
    else values[name] = read;
  }
  return { values, issues };
}

/** A value in the form of its type; null, which clears, of null and of an empty text. Undefined when it is of another type. */
export function readValue(type: ValueType, value: CustomValue): CustomValue | undefined {
  if (value === null || value === '') return null;
  if (type === 'date') return typeof value === 'string' ? (momentOf(value) ?? undefined) : undefined;
  if (typeof value !== type) return undefined;
  return typeof value === 'string' ? value.normalize('NFC') : value;
}

const DATE = /^(\d{4}-\d\d-\d\d)(?:[Tt](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

/**
 * The moment that a date, which is its midnight in UTC, or a timestamp with an offset names, as an ISO text in UTC with
 * milliseconds. Null for days that no calendar has, and for years that PostgreSQL writes differently.
 */
export function momentOf(text: string): string | null {
  const [, day] = DATE.exec(text) ?? [];
  // Of 30 February JavaScript makes a day in March.
  if (!day || isoOf(day)?.slice(0, 10) !== day) return null;
  const moment = isoOf(text.toUpperCase());
  return moment && /^(?!0000)\d{4}-/.test(moment) ? moment : null;
}

function isoOf(text: string): string | null {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
