import type { components } from '../../../generated/api.d.ts';
import { distinct, entriesOf } from '../../shared/entries.ts';
import { normaliseEmail } from '../../shared/identifiers.ts';
import { languageOf, timezoneOf } from '../../shared/locales.ts';
import { nameOf } from '../../shared/text.ts';
import { trackingOf } from '../../shared/tracking-mode.ts';
import { fieldsWith, standardField } from '../contact-field-catalogue.ts';
import type { CustomValues, Definitions } from '../contact-fields/values.ts';
import type { ContactFields } from '../contacts/roster.service.ts';
import type { Mapping } from './formats.ts';
import { dateIn, numberIn } from './formats.ts';

type Schemas = components['schemas'];
export type FieldIssue = Schemas['ContactImportFieldIssue'];
export type StandardField = Schemas['ContactImportStandardField'];
type ValueType = Schemas['ContactImportValueType'];

/** The identifying fields first. */
export const IMPORTED_FIELDS: readonly StandardField[] = [
  ...new Set(['email', 'phone', 'external_id', ...fieldsWith('spellings')] as const),
];

const LONGEST_CUSTOM_TEXT = 10_000;
const MOST_ENTRIES = 50;
/** In a list of the workspace's own. */
const LONGEST_ENTRY = 255;

const IDENTIFIERS: ReadonlySet<string> = new Set(['email', 'phone', 'external_id']);

/** Blank cells, and cells with an issue, are left out. */
export interface ReadRow {
  values: Pick<ContactFields, StandardField>;
  custom: CustomValues;
  /** Those about the row first, then by column. A row with any of them fails. */
  issues: FieldIssue[];
  /** By column: values that were left out of a row that does not fail for it. */
  notes: FieldIssue[];
}

export interface Reading {
  readPhone: (text: string) => string | null;
  definitions: Definitions;
}

export type OnInvalid = 'skip_value' | 'fail_row';

/**
 * Cells are in the order of the columns. The cell that identifies the contact, the external ID or the email, or without them the
 * phone, has to be readable whatever `onInvalid` says.
 */
export function rowReader(mappings: readonly Mapping[], reading: Reading, onInvalid: OnInvalid): (cells: string[]) => ReadRow {
  const columns = mappings
    .toSorted((one, other) => one.column - other.column)
    .map((mapping) => ({
      mapping,
      column: mapping.column,
      field: mapping.field,
      isCustom: mapping.kind === 'custom_field',
      isIdentifier: mapping.kind === 'standard' && IDENTIFIERS.has(mapping.field),
      read: cellReader(mapping, reading),
    }));
  const hasExternalId = columns.some(({ isIdentifier, field }) => isIdentifier && field === 'external_id');
  const missing = hasExternalId ? { ...MISSING_IDENTIFIER, message: WITHOUT_ANY } : MISSING_IDENTIFIER;
  return (cells) => {
    const values: Record<string, Value> = {};
    const custom: CustomValues = {};
    const issues: FieldIssue[] = [];
    const notes: FieldIssue[] = [];
    let badPhone: FieldIssue | undefined;
    let isIdentified = false;
    for (const { mapping, column, field, isCustom, isIdentifier, read } of columns) {
      const text = (cells[column] as string).trim();
      if (text === '') continue;
      // A cell that cannot be read has an issue of its own; the row is not without an identifier.
      if (isIdentifier) isIdentified = true;
      const value = read(text);
      // A text without visible characters is blank.
      if (value === '') continue;
      if (isRefusal(value)) {
        const issue = issueAt(mapping, text, value);
        if (isIdentifier && field === 'phone') badPhone = issue;
        (onInvalid === 'fail_row' || (isIdentifier && field !== 'phone') ? issues : notes).push(issue);
      } else if (isCustom) custom[field] = value;
      else values[field] = value;
    }
    if (!isIdentified) issues.unshift(missing);
    // No other cell identifies the contact.
    if (badPhone && values.email === undefined && values.external_id === undefined && notes.includes(badPhone))
      return { values, custom, issues: [...issues, badPhone], notes: notes.filter((note) => note !== badPhone) };
    return { values, custom, issues, notes };
  };
}

export type Refusal = Pick<FieldIssue, 'error_code' | 'message'>;

export const issueAt = ({ field, header }: Pick<Mapping, 'field' | 'header'>, text: string, refusal: Refusal): FieldIssue => ({
  field,
  header,
  error_code: refusal.error_code,
  message: refusal.message,
  value: excerptOf(text.trim()),
});

const EXCERPT = 200;

/** Does not cut a character of two units in half. */
export const excerptOf = (text: string): string =>
  text.length <= EXCERPT ? text : text.slice(0, /[\ud800-\udbff]/.test(text.charAt(EXCERPT - 1)) ? EXCERPT - 1 : EXCERPT);

/** Where a separator is part of a text, cells have moved. */
export function extraCells(cells: string[], width: number): FieldIssue[] {
  const extra = cells.slice(width).map((cell) => cell.trim());
  if (extra.length === 0) return [];
  const message = `The row has ${extra.length === 1 ? 'a cell' : `${extra.length} cells`} more than the header, left out here; others may stand in the wrong column.`;
  return [{ field: null, header: null, error_code: 'extra_cells', message, value: excerptOf(extra.join(', ')) }];
}

const MISSING_IDENTIFIER: FieldIssue = {
  field: null,
  header: null,
  error_code: 'missing_identifier',
  message: 'The row has neither an email nor a phone.',
  value: null,
};
const WITHOUT_ANY = 'The row has neither an external ID nor an email nor a phone.';
const INVALID_EMAIL: Refusal = { error_code: 'invalid_email', message: 'This is not an email address.' };
const INVALID_PHONE: Refusal = { error_code: 'invalid_phone', message: 'This is not a phone number.' };
const INVALID_NUMBER: Refusal = { error_code: 'invalid_value', message: 'This is not a number.' };
const INVALID_BOOLEAN: Refusal = { error_code: 'invalid_value', message: 'This is neither yes nor no.' };
const AMBIGUOUS_NUMBER: Refusal = {
  error_code: 'invalid_value',
  message: 'This number can be read in two ways; name the `decimal_separator` in the mapping.',
};
const INVALID_DATE: Refusal = { error_code: 'invalid_value', message: 'This is not a date.' };
const AMBIGUOUS_DATE: Refusal = {
  error_code: 'invalid_value',
  message: 'This date can be read in two ways; name the `date_format` in the mapping.',
};
const INVALID_TIMEZONE: Refusal = { error_code: 'invalid_value', message: 'This is not the IANA name of a time zone.' };
const INVALID_LANGUAGE: Refusal = { error_code: 'invalid_value', message: 'This is not a language tag such as pt-BR.' };
const INVALID_TRACKING: Refusal = { error_code: 'invalid_value', message: 'This is not full, anonymous or off.' };
const TOO_MANY_ENTRIES: Refusal = { error_code: 'too_long', message: `This has more than ${MOST_ENTRIES} entries.` };
const INVALID_TEXT: Refusal = { error_code: 'invalid_value', message: 'This holds a control character.' };
const ARCHIVED_FIELD: Refusal = { error_code: 'archived_field', message: 'The field has been archived.' };

type Value = string | number | boolean | string[];
/** The text has no blanks around it, and is not blank. */
type CellReader = (text: string) => Value | Refusal;

export const isRefusal = (value: Value | Refusal): value is Refusal => typeof value === 'object' && !Array.isArray(value);

type Target = Pick<Mapping, 'kind' | 'field' | 'dateFormat' | 'decimalSeparator'>;

export function cellReader(target: Target, { readPhone, definitions }: Reading): CellReader {
  const { kind, field } = target;
  if (kind === 'custom_field') {
    const definition = definitions.get(field);
    if (definition?.status !== 'active') return () => ARCHIVED_FIELD;
    return readerOf(definition.valueType as ValueType, definition.valueType === 'list' ? LONGEST_ENTRY : LONGEST_CUSTOM_TEXT, target);
  }
  const { type, longest = 0 } = standardField(field as StandardField);
  if (field === 'email') return within(longest, (text) => normaliseEmail(text) ?? INVALID_EMAIL);
  if (field === 'phone') return within(longest, (text) => readPhone(text) ?? INVALID_PHONE);
  if (field === 'timezone') return within(longest, (text) => timezoneOf(text) ?? INVALID_TIMEZONE);
  if (field === 'language') return within(longest, (text) => languageOf(text) ?? INVALID_LANGUAGE);
  if (field === 'tracking') return (text) => trackingOf(text) ?? INVALID_TRACKING;
  return type === 'string' ? nameReader(longest) : readerOf(type, longest, target);
}

/** Standard fields hold one line. A cell with several lines is joined to one. */
function nameReader(longest: number): CellReader {
  const read = within(longest, (text) => text);
  return (text) => {
    const name = nameOf(text.replace(/\s*[\t\n\v\f\r\x85\u2028\u2029]\s*/g, ' '));
    return name === null ? INVALID_TEXT : read(name);
  };
}

/** Lines of a cell are entries, too. */
function listReader(longest: number): CellReader {
  const readEntry = nameReader(longest);
  return (text) => {
    const entries: string[] = [];
    for (const entry of text.split(/[\r\n]+/).flatMap(entriesOf)) {
      const read = readEntry(entry);
      if (isRefusal(read)) return read;
      if (read !== '') entries.push(read as string);
    }
    const list = distinct(entries);
    return list.length > MOST_ENTRIES ? TOO_MANY_ENTRIES : list.length > 0 ? list : '';
  };
}

function readerOf(type: ValueType, longest: number, { dateFormat, decimalSeparator }: Target): CellReader {
  if (type === 'number')
    return (text) =>
      numberIn(text, decimalSeparator) ?? (!decimalSeparator && numberIn(text, 'comma') !== null ? AMBIGUOUS_NUMBER : INVALID_NUMBER);
  if (type === 'boolean') return (text) => booleanOf(text) ?? INVALID_BOOLEAN;
  if (type === 'list') return listReader(longest);
  // Without a format, a date must have one meaning.
  if (type === 'date')
    return (text) =>
      dateIn(text, dateFormat ?? 'ymd') ??
      (!dateFormat && (dateIn(text, 'dmy') ?? dateIn(text, 'mdy')) !== null ? AMBIGUOUS_DATE : INVALID_DATE);
  return within(longest, (text) => text.normalize('NFC'));
}

function within(longest: number, read: CellReader): CellReader {
  const refusal: Refusal = { error_code: 'too_long', message: `This has more than ${longest} characters.` };
  // A character takes one unit or two.
  return (text) => (text.length > longest && (text.length > 2 * longest || [...text].length > longest) ? refusal : read(text));
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0'].map((word) => [word, false] as const),
]);

export const booleanOf = (text: string): boolean | null => BOOLEANS.get(text.toLowerCase()) ?? null;
