import type { components } from '../../../generated/api.d.ts';
import type { ContactFieldDefinition } from '../../../generated/prisma/client.ts';
import { normaliseEmail, normalisePhone } from '../../shared/identifiers.ts';
import { CONTACT_FIELDS, fieldsWith } from '../contact-field-catalogue.ts';
import { apiNameFrom, isReserved, LONGEST_NAME } from '../contact-fields/contact-fields.service.ts';
import { booleanOf, IMPORTED_FIELDS } from './cells.ts';
import { dateFormatsOf, dateIn, decimalSeparatorOf, type Mapping, numberIn } from './formats.ts';

/** Without case, accents, blanks and punctuation, which people use differently. */
export const keyOf = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

export const SPELLED = fieldsWith('spellings').flatMap((field) =>
  CONTACT_FIELDS[field].spellings.split(', ').map((spelling) => [field, keyOf(spelling)] as const),
);

type ValueType = components['schemas']['ContactImportValueType'];
type OwnField = Pick<ContactFieldDefinition, 'apiName' | 'displayName' | 'status'>;

/** The values of the sampled rows that are not blank. */
export interface Column {
  header: string;
  column: number;
  values: string[];
}

/**
 * The probable field of each column, a field at most once: by the header, where the name of a field counts for more than another spelling,
 * and else by the values. Columns that fit no field are left out.
 */
export function suggestMappings(columns: Column[], own: OwnField[]): Mapping[] {
  const keyed = columns.map((column) => ({ ...column, key: keyOf(column.header) }));
  const mappings = new Map<number, Mapping>();
  const taken = new Set<string>();
  const claim = (kind: Mapping['kind'], field: string, fits: (column: (typeof keyed)[number]) => boolean) => {
    const target = `${kind} ${field}`;
    const found = !taken.has(target) && keyed.find((column) => !mappings.has(column.column) && fits(column));
    if (!found) return;
    mappings.set(found.column, { header: found.header, column: found.column, kind, field, fill: false });
    taken.add(target);
  };
  const claimKey = (kind: Mapping['kind'], field: string, key: string) => claim(kind, field, (column) => key !== '' && column.key === key);

  for (const field of IMPORTED_FIELDS) {
    claimKey('standard', field, keyOf(field));
    claimKey('standard', field, keyOf(CONTACT_FIELDS[field].label));
  }
  for (const { apiName, displayName, status } of own) {
    if (status !== 'active') continue;
    claimKey('custom_field', apiName, keyOf(apiName));
    claimKey('custom_field', apiName, keyOf(displayName));
  }
  for (const [field, key] of SPELLED) claimKey('standard', field, key);
  claim('standard', 'email', ({ values }) => isMostly(values, (text) => normaliseEmail(text) !== null));
  // Without a country code too many other numbers would match.
  claim('standard', 'phone', ({ values }) => isMostly(values, (text) => normalisePhone(text, '') !== null));
  return [...mappings.values()].sort((one, other) => one.column - other.column);
}

const isMostly = (values: string[], fits: (text: string) => boolean): boolean => values.filter(fits).length * 2 > values.length;

export interface Candidate {
  header: string;
  apiName: string;
  valueType: ValueType;
}

/** Fields that the columns could become, under names that are free in the workspace and differ from each other. */
export function candidatesFor(columns: Column[], own: OwnField[], country: string): Candidate[] {
  const taken = new Set(own.map(({ apiName }) => apiName));
  return columns.map(({ header, values }) => {
    const apiName = freeName(header, (name) => taken.has(name) || isReserved(name));
    taken.add(apiName);
    return { header, apiName, valueType: narrowestType(values, country) };
  });
}

function freeName(header: string, isTaken: (name: string) => boolean): string {
  const made = apiNameFrom(header);
  const name = /^[a-z]/.test(made) ? made : `field_${made}`.replace(/_$/, '').slice(0, LONGEST_NAME);
  for (let [candidate, number] = [name, 2]; ; number++) {
    if (!isTaken(candidate)) return candidate;
    candidate = `${name.slice(0, LONGEST_NAME - `_${number}`.length)}_${number}`;
  }
}

/** Leading zeros, blanks, or more digits than a number holds: codes that a number would spoil. */
const SPOILT_BY_NUMBERS = /^[+-]?0\d|^\+|\s|[eE]|(?:\d\D?){16}/;

function narrowestType(values: string[], country: string): ValueType {
  if (values.length === 0) return 'string';
  if (values.every((text) => booleanOf(text) !== null)) return 'boolean';
  const separator = decimalSeparatorOf(values);
  if (values.every((text) => !SPOILT_BY_NUMBERS.test(text) && numberIn(text, separator) !== null)) return 'number';
  const [format] = dateFormatsOf(values, country);
  return format && values.every((text) => dateIn(text, format) !== null) ? 'date' : 'string';
}
